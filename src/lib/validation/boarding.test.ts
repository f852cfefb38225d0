import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { boardingValues } from '../../../test/builders.ts'
import { boardingRules } from './boarding.ts'
import { failureOf } from './rule.ts'

/** Which rule each field breaks, by the field's path. */
function broken(values: unknown, isPolaris = false): Record<string, string> {
  const { error } = z.safeParse(boardingRules(isPolaris), values)
  return Object.fromEntries(
    (error?.issues ?? []).map((issue) => [issue.path.join('.'), failureOf(issue).rule]),
  )
}

test('a customer that is filled in breaks no rule', () => {
  expect(broken(boardingValues())).toEqual({})
})

test('what is required', () => {
  const nothing = {
    merchant_info: { full_name: '', username: '' },
    serial_info: {
      serial: { name: '', coc: '', country_code: '', website_url: '' },
      location: { name: ' ' },
    },
    subscription: { selected: null },
  }
  expect(broken(nothing)).toEqual({
    'merchant_info.full_name': 'required',
    'merchant_info.username': 'required',
    'serial_info.serial.name': 'required',
    'serial_info.serial.country_code': 'required',
    'serial_info.location.name': 'required',
    'subscription.selected': 'required',
  })
  expect(Object.keys(broken(nothing, true))).not.toContain('merchant_info.full_name')
})

test('what is filled in wrongly', () => {
  const values = boardingValues()
  values.merchant_info.username = 'geen adres'
  values.serial_info.serial = {
    name: 'Zaak',
    coc: '12-34',
    country_code: 'NLD',
    website_url: 'javascript:alert(1)',
  }
  expect(broken(values)).toEqual({
    'merchant_info.username': 'email',
    'serial_info.serial.coc': 'alphanumeric',
    'serial_info.serial.country_code': 'length',
    'serial_info.serial.website_url': 'url',
  })
})

test.each([
  { coc: '12 34 56 78' },
  { coc: 'NL123456789B01' },
  { website_url: 'www.zaak.nl' },
  { website_url: ' https://zaak.test ' },
  { country_code: 'België' },
])('%j is as good', (serial) => {
  const values = boardingValues()
  Object.assign(values.serial_info.serial, serial)
  expect(broken(values)).toEqual({})
})

test('a country that is on no list has words of its own', () => {
  const values = boardingValues()
  values.serial_info.serial.country_code = 'Nergensland'
  const { error } = z.safeParse(boardingRules(false), values)
  expect(error?.issues.map((issue) => failureOf(issue).key)).toEqual(['validation:country'])
})

test('blanks around a mail address do no harm', () => {
  const values = boardingValues()
  values.merchant_info.username = ' nieuw@zaak.test '
  expect(broken(values)).toEqual({})
})
