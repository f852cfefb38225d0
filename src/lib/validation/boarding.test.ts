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

test.each(['12 34 56 78', '12.34.56.78', 'NL123456789B01'])('%s is taken for KvK', (coc) => {
  const values = boardingValues()
  values.serial_info.serial.coc = coc
  expect(broken(values)).toEqual({})
})

test('a country that is on no list has words of its own', () => {
  const values = boardingValues()
  values.serial_info.serial.country_code = 'Nergensland'
  const { error } = z.safeParse(boardingRules(false), values)
  expect(error?.issues.map((issue) => failureOf(issue).key)).toEqual(['validation:country'])
})

test('a website without its protocol and a country by its name are as good', () => {
  const values = boardingValues()
  values.serial_info.serial.website_url = 'www.zaak.nl'
  values.serial_info.serial.country_code = 'België'
  expect(broken(values)).toEqual({})
})

test('blanks around an answer do no harm', () => {
  const values = boardingValues()
  values.merchant_info.username = ' nieuw@zaak.test '
  values.serial_info.serial.website_url = ' https://zaak.test '
  expect(broken(values)).toEqual({})
})
