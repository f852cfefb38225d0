import { describe, expect, test } from 'vitest'
import { boardingValues } from '../../../test/builders.ts'
import { createMerchantBody, createRegistrationBody, splitName } from './boarding.ts'

test.each([
  ['Anna de Vries', 'Anna', 'de Vries'],
  ['Anna', 'Anna', ''],
  ['  Anna   de Vries ', 'Anna', 'de Vries'],
  ['Jean-Pierre Dupont', 'Jean-Pierre', 'Dupont'],
  ['', '', ''],
])('splits the name %j at the first space', (fullName, first_name, last_name) => {
  expect(splitName(fullName)).toEqual({ first_name, last_name })
})

test('builds the merchant request with a cleaned e-mail address', () => {
  // The copied text contains invisible characters.
  const merchant = { full_name: 'Anna de Vries', username: '\u200Banna@zaak.test\u00A0' }
  expect(createMerchantBody(boardingValues({ merchant_info: merchant }))).toEqual({
    username: 'anna@zaak.test',
    first_name: 'Anna',
    last_name: 'de Vries',
    email: 'anna@zaak.test',
    app_user: { first_name: 'Anna', last_name: 'de Vries', email: 'anna@zaak.test' },
  })
})

describe('createRegistrationBody', () => {
  type Serial = ReturnType<typeof boardingValues>['serial_info']['serial']

  function requested(serial: Partial<Serial> = {}, isKnown = true) {
    const values = boardingValues({
      merchant_info: isKnown
        ? { full_name: 'Anna de Vries', username: 'anna@zaak.test' }
        : { full_name: 'Anna', username: '' },
    })
    Object.assign(values.serial_info.serial, serial)
    return createRegistrationBody(values, isKnown ? 'u-1' : null, isKnown ? 'r-1' : null)
  }

  test('adds all known fields to the registration request', () => {
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
  ])('normalises %j in the registration request to %j', (serial, sent) => {
    expect(requested(serial)).toMatchObject(sent)
  })

  test('omits unknown fields from the registration request', () => {
    expect(requested({ coc: '', website_url: ' ' }, false)).toEqual({
      name: 'Nieuwe Zaak',
      country_code: 'NL',
      subscriptions: [12],
      person: { first_name: 'Anna', last_name: '' },
      emails: [],
    })
  })
})
