import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { boardingValues } from '../../../test/builders.ts'
import { boardingRules } from './boarding.ts'
import { failureOf } from './rule.ts'

/** The message about each field that breaks a rule, by the field's path. */
function broken(values: unknown, isPolaris = false): Record<string, string> {
  const { error } = z.safeParse(boardingRules(isPolaris), values)
  return Object.fromEntries(
    (error?.issues ?? []).map((issue) => [issue.path.join('.'), failureOf(issue).key]),
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
    'merchant_info.full_name': 'validation:required',
    'merchant_info.username': 'validation:required',
    'serial_info.serial.name': 'validation:required',
    'serial_info.serial.country_code': 'validation:required',
    'serial_info.location.name': 'validation:required',
    'subscription.selected': 'validation:required',
  })
  expect(Object.keys(broken(nothing, true))).not.toContain('merchant_info.full_name')
})

test('what is filled in wrongly', () => {
  const values = boardingValues()
  values.merchant_info.username = 'geen adres'
  values.serial_info.serial = {
    name: 'Zaak',
    coc: '12-34',
    country_code: 'XXX',
    website_url: 'javascript:alert(1)',
  }
  expect(broken(values)).toEqual({
    'merchant_info.username': 'validation:email',
    'serial_info.serial.coc': 'validation:alphanumeric',
    'serial_info.serial.country_code': 'validation:country',
    'serial_info.serial.website_url': 'validation:url',
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

test('blanks around a mail address do no harm', () => {
  const values = boardingValues()
  values.merchant_info.username = ' nieuw@zaak.test '
  expect(broken(values)).toEqual({})
})
