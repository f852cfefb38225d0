import { beforeEach, expect, test } from 'vitest'
import '../../../test/component.ts'
import { examplePerson } from '../../../test/portal.ts'
import { createLinkMail } from './customer-links.ts'

beforeEach(() => {
  document.documentElement.dataset.locale = 'nl'
})

const link = new URL('https://snelstart.test/activate')
const customer = { name: 'Bakkerij Jansen B.V.', shop: 'Winkel', contact: 'Jan', email: '', link }

const bodyOf = (changes: Partial<typeof customer>, isReminder?: boolean) =>
  new URL(createLinkMail({ ...customer, ...changes }, examplePerson, isReminder)).searchParams.get(
    'body',
  )

test.each([
  ['beside another name of the location', 'Winkel', 'Bakkerij Jansen B.V. (Winkel) aan'],
  ['once for a location of the same name', 'bakkerij jansen BV', 'Bakkerij Jansen B.V. aan'],
])('the approval mail names the customer %s', (_, shop, expected) => {
  expect(bodyOf({ shop })).toContain(`Ik koppel de kassa of webshop van ${expected} SnelStart.`)
})

test.each([
  ['nl', '\r\n\r\nDit is een herinnering. Ik koppel '],
  ['en', '\r\n\r\nThis is a reminder. I am connecting '],
])('only a reminder says that it is a reminder (%s)', (locale, expected) => {
  document.documentElement.dataset.locale = locale
  expect(bodyOf({}, true)).toContain(expected)
  expect(bodyOf({})).not.toMatch(/herinnering|reminder/)
})
