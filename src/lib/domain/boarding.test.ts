import { describe, expect, test } from 'vitest'
import { merchantRequest, registrationRequest, splitName } from './boarding.ts'
import type { BoardingValues } from './boarding-values.ts'

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
  const merchant = { fullName: 'Anna de Vries', username: 'anna@zaak.test' }
  expect(merchantRequest(merchant)).toEqual({
    username: 'anna@zaak.test',
    first_name: 'Anna',
    last_name: 'de Vries',
    email: 'anna@zaak.test',
    app_user: { first_name: 'Anna', last_name: 'de Vries', email: 'anna@zaak.test' },
  })
})

describe('the registration request', () => {
  const values: BoardingValues = {
    merchant_info: { full_name: 'Anna de Vries', username: 'anna@zaak.test' },
    serial_info: {
      serial: {
        name: ' Zaak ',
        coc: '01234567',
        country_code: 'nl',
        website_url: 'https://zaak.test',
      },
      location: { name: 'Winkel' },
    },
    subscription: { selected: null },
  }
  const parts = {
    values,
    subscription: { id: 12, name: 'Winkel', duration: 1, interval: 1, grace_period: null },
    merchant: { fullName: 'Anna de Vries', username: 'anna@zaak.test' },
    userId: 'u-1',
    reseller: 'r-1',
  }

  test.each(['12 34 56 78', ' 12.34.56.78 '])('has KvK %j without what parts its digits', (coc) => {
    const { serial, location } = values.serial_info
    const spaced = { ...values, serial_info: { serial: { ...serial, coc }, location } }
    expect(registrationRequest({ ...parts, values: spaced })).toHaveProperty('coc', '12345678')
  })

  test('has everything that is known', () => {
    expect(registrationRequest(parts)).toEqual({
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

  test('has a website and a country in full, however they were filled in', () => {
    const { serial, location } = values.serial_info
    const written = { ...serial, website_url: 'www.zaak.test', country_code: 'Duitsland' }
    const request = registrationRequest({
      ...parts,
      values: { ...values, serial_info: { serial: written, location } },
    })
    expect(request).toMatchObject({ website_url: 'https://www.zaak.test', country_code: 'DE' })
  })

  test('leaves out what is not', () => {
    const { serial, location } = values.serial_info
    const request = registrationRequest({
      ...parts,
      values: {
        ...values,
        serial_info: { serial: { ...serial, coc: '', website_url: ' ' }, location },
      },
      merchant: { fullName: 'Anna', username: null },
      userId: null,
      reseller: null,
    })
    expect(request).toEqual({
      name: 'Zaak',
      country_code: 'NL',
      subscriptions: [12],
      person: { first_name: 'Anna', last_name: '' },
      emails: [],
    })
  })
})
