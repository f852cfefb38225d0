import { beforeEach, expect, test } from 'vitest'
import '../../../test/component.ts'
import { examplePerson } from '../../../test/portal.ts'
import { createLinkMail } from './customer-links.ts'

beforeEach(() => {
  document.documentElement.dataset.locale = 'nl'
})

const link = new URL('https://snelstart.test/activate')
const customer = { name: 'Bakkerij Jansen B.V.', shop: 'Winkel', contact: 'Jan', email: '', link }

const bodyOf = (changes: Partial<typeof customer>) =>
  new URL(createLinkMail({ ...customer, ...changes }, examplePerson)).searchParams.get('body')

test.each([
  ['beside another name of the location', 'Winkel', 'Bakkerij Jansen B.V. (Winkel) aan'],
  ['once for a location of the same name', 'bakkerij jansen BV', 'Bakkerij Jansen B.V. aan'],
])('the approval mail names the customer %s', (_, shop, expected) => {
  expect(bodyOf({ shop })).toContain(`Ik koppel de kassa of webshop van ${expected} SnelStart.`)
})

test.each(['nl', 'en'])('presents the approval mail and its reminder (%s)', (locale) => {
  document.documentElement.dataset.locale = locale
  const addressed = { ...customer, email: 'jan@zaak.test' }
  const mails = [
    createLinkMail(addressed, examplePerson),
    createLinkMail({ ...addressed, contact: '' }, examplePerson, true),
  ]
  expect(mails.map(decodeURIComponent)).toMatchSnapshot()
})
