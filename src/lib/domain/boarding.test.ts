import { describe, expect, test } from 'vitest'
import { boardingValues } from '../../../test/builders.ts'
import { merchantRequest, registrationRequest, splitName } from './boarding.ts'

test.each([
  ['Anna de Vries', 'Anna', 'de Vries'],
  ['Anna', 'Anna', ''],
  ['  Anna   de Vries ', 'Anna', 'de Vries'],
  ['Jean-Pierre Dupont', 'Jean-Pierre', 'Dupont'],
  ['', '', ''],
])('%j splits at the first space', (fullName, first_name, last_name) => {
  expect(splitName(fullName)).toEqual({ first_name, last_name })
})

test('the merchant request says who, twice', () => {
  // Copied with marks that have no width.
  const merchant = { full_name: 'Anna de Vries', username: '\u200Banna@zaak.test\u00A0' }
  expect(merchantRequest(merchant)).toEqual({
    username: 'anna@zaak.test',
    first_name: 'Anna',
    last_name: 'de Vries',
    email: 'anna@zaak.test',
    app_user: { first_name: 'Anna', last_name: 'de Vries', email: 'anna@zaak.test' },
  })
})

describe('the registration request', () => {
  type Parts = Parameters<typeof registrationRequest>[0]
  type Serial = Parts['values']['serial_info']['serial']

  function requested(serial: Partial<Serial> = {}, changes: Partial<Parts> = {}) {
    const values = boardingValues()
    Object.assign(values.serial_info.serial, serial)
    return registrationRequest({
      values,
      subscription: { id: 12, name: 'Winkel', duration: 1, interval: 1, grace_period: null },
      merchant: { full_name: 'Anna de Vries', username: 'anna@zaak.test' },
      userId: 'u-1',
      reseller: 'r-1',
      ...changes,
    })
  }

  test('has everything that is known', () => {
    expect(requested({ name: ' Zaak ', country_code: 'nl' })).toEqual({
      user_id: 'u-1',
      reseller_id: 'r-1',
      name: 'Zaak',
      coc: '01234567',
      website_url: 'https://zaak.test',
      country_code: 'NL',
      subscriptions: [12],
      person: { first_name: 'Anna', last_name: 'de Vries' },
      emails: [{ type: 'info', email: 'anna@zaak.test' }],
    })
  })

  test.each([
    [{ coc: '12 34 56 78' }, { coc: '12345678' }],
    [{ coc: ' 12.34.56.78 ' }, { coc: '12345678' }],
    [{ website_url: 'www.zaak.test' }, { website_url: 'https://www.zaak.test' }],
    [{ country_code: 'Duitsland' }, { country_code: 'DE' }],
    [{ country_code: 'zz' }, { country_code: 'ZZ' }],
  ])('has %j in full, and without what parts its digits: %j', (serial, sent) => {
    expect(requested(serial)).toMatchObject(sent)
  })

  test('leaves out what is not', () => {
    const request = requested(
      { coc: '', website_url: ' ' },
      { merchant: { full_name: 'Anna', username: '' }, userId: null, reseller: null },
    )
    expect(request).toEqual({
      name: 'Nieuwe Zaak',
      country_code: 'NL',
      subscriptions: [12],
      person: { first_name: 'Anna', last_name: '' },
      emails: [],
    })
  })
})
