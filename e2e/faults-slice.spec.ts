import { expect } from '@playwright/test'
import { cells } from './faults/cells.ts'
import { test, testCells } from './faults/fixtures.ts'

/** Of each kind of screen, call and fault one: `npm run test:faults` has all of them. */
const slice = [
  'connect › listAdministrations › 503',
  'connect › createUnconnectedKey › timeout › without the header',
  'boarding › createRegistration › answer lost › without the header',
  'home › getLocation › 403',
  'wizard, opening › getCompanySettings as it opens › 409',
  'wizard, steps › createLedger › 401 always › with the header',
  'wizard, steps › listProducts › slow, 9 s',
  'wizard, submit › importProducts › answer lost › without the header',
]

const chosen = cells.filter(({ name }) => slice.includes(name))

test('the slice is part of the table', () => {
  expect(chosen.map(({ name }) => name).toSorted()).toEqual(slice.toSorted())
})

testCells(chosen)
