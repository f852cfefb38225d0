import { describe, expect, vi } from 'vitest'
import { boardingValues } from '../../../test/builders.ts'
import {
  boardTestCustomer,
  openBoarding,
  polarisUser,
  reseller,
  openSubmittedBoarding,
} from '../../../test/open-boarding.ts'
import { sandbox, test } from '../../../test/test.ts'
import { createApiCaller } from '../../lib/api/caller.ts'
import { setFieldText, type TextFieldName } from '../../lib/domain/customer.ts'
import { unnamedAdministrationLimit, registrationReadLimit } from '../../lib/limits.ts'
import { findExistingCustomers } from './customer-writes.ts'
import { createCustomerFinder, lookUpCustomer, getValuesToSend } from './customer-lookup.ts'

const serials = '/api/serials/serial/list'
const locations = '/api/locations/location/list/all'
const registrations = '/api/registrations/registration'
const settings = '/api/snelstart/company'

const customer = (texts: Partial<Record<TextFieldName, string>> = {}) =>
  Object.entries(texts).reduce(
    (values, [field, text]) => setFieldText(values, field as TextFieldName, text),
    boardingValues(),
  )

async function lookUp(values = customer()) {
  const { portal } = await openBoarding()
  return lookUpCustomer(createApiCaller(portal), values)
}

const answer = (path: string, body: unknown) => sandbox.answer('GET', path, body)
const refuse = (path: string, status: number) => sandbox.fail('GET', path, status)

async function registered() {
  await sandbox.failNext('POST', '/api/locations/location', 422)
  await openSubmittedBoarding()
}

const administration = { id: 1008, name: 'Nieuwe Zaak', country_code: 'NL' }
const there = { administration: 1008, isCertain: true, registered: 'asSent' }

describe('customer lookup', () => {
  test('finds no match if no administration has the name of the customer', async () => {
    expect(await lookUp()).toEqual([])
    expect(await sandbox.requests(registrations)).toEqual([])
  })

  test('finds the administration that an interrupted submit left without a location', async () => {
    await registered()
    const none = { location: 'none', locationId: null, error: null }
    expect(await lookUp()).toEqual([{ ...there, ...none }])
  })

  test.each([
    [{ 'serial_info.serial.name': 'NIEUWE  zaák' }, true],
    [{ 'merchant_info.username': 'ander@zaak.test' }, true],
    [{ 'merchant_info.username': 'ander@zaak.test', 'serial_info.serial.coc': '' }, false],
  ])(
    'reports that the registered details differ if the customer has %j',
    async (texts, isCertain) => {
      await registered()
      expect(await lookUp(customer(texts))).toMatchObject([{ isCertain, registered: 'otherwise' }])
    },
  )

  test.each([
    { 'serial_info.serial.coc': '76543210' },
    { 'serial_info.serial.country_code': 'BE' },
  ])('finds no match if company number or country differ: %j', async (texts) => {
    await registered()
    expect(await lookUp(customer(texts))).toEqual([])
  })

  test('reports incomplete details if the service omits the registered details', async () => {
    await registered()
    await sandbox.changeSettings({ minimalAnswers: true })
    const incomplete = { isCertain: false, registered: 'incomplete', location: 'none' }
    expect(await lookUp()).toMatchObject([incomplete])
  })

  test('finds an administration that the service spells differently', async () => {
    await registered()
    await answer(serials, [{ ...administration, name: 'NIEUWE ZAÁK' }])
    expect(await lookUp()).toMatchObject([{ ...there, registered: 'otherwise' }])
  })

  test.each(['', null])(
    'finds an administration that the service lists with the country %j',
    async (country_code) => {
      await registered()
      await answer(serials, [{ ...administration, country_code }])
      expect(await lookUp()).toMatchObject([there])
    },
  )

  test('returns the most likely administration first', async () => {
    await registered()
    await answer(serials, [{ ...administration, id: 1001 }, administration])
    const found = await lookUp()
    expect(found.map((each) => [each.administration, each.isCertain])).toEqual([
      [1008, true],
      [1001, false],
    ])
  })
})

describe('location of a match', () => {
  test('reports the location as present while its key waits for approval and after the coupling', async () => {
    await boardTestCustomer()
    const present = { ...there, location: 'present', locationId: 2009, error: null }
    await refuse(settings, 409)
    expect(await lookUp()).toEqual([present])
    await sandbox.clearFaults()
    await sandbox.connectKey({ administration_id: 1008, location_id: 2009 })
    expect(await lookUp()).toEqual([present])
  })

  test('reports the location as unfinished if the location has no key', async () => {
    await sandbox.failNext('POST', '/api/snelstart/keys/unconnected', 422)
    await openSubmittedBoarding()
    await refuse(settings, 404)
    expect(await lookUp()).toMatchObject([{ location: 'unfinished', locationId: 2009 }])
  })

  test('returns no location id if the match is uncertain or the location name differs', async () => {
    await boardTestCustomer()
    const other = customer({ 'serial_info.location.name': 'Filiaal' })
    expect(await lookUp(other)).toMatchObject([{ location: 'present', locationId: null }])
    await sandbox.changeSettings({ minimalAnswers: true })
    expect(await lookUp()).toMatchObject([{ isCertain: false, locationId: null }])
  })

  test.each([
    ...[403, 404, 429, 500, 502, 503].map(
      (status) => [locations, { kind: 'status', status }] as const,
    ),
    [locations, { kind: 'drop' }],
    [locations, { kind: 'answer', body: [{ id: 7 }] }],
    [locations, { kind: 'replaced', status: 200, body: '<p>OK' }],
    [registrations, { kind: 'drop' }],
    [registrations, { kind: 'status', status: 503 }],
    [registrations, { kind: 'status', status: 429 }],
    [settings, { kind: 'status', status: 403 }],
    [settings, { kind: 'status', status: 500 }],
  ] as const)('reports the location as unknown if %s fails: %j', async (path, fault) => {
    await boardTestCustomer()
    await sandbox.injectFault({ method: 'GET', path, fault })
    expect(await lookUp()).toMatchObject([{ location: 'unknown', error: { failure: {} } }])
  })

  test('finds the state of the location although the service refuses the registration', async () => {
    await registered()
    await refuse(registrations, 422)
    const expected = { isCertain: false, registered: 'incomplete', location: 'none', error: null }
    expect(await lookUp()).toMatchObject([expected])
  })
})

test('recognises a different customer by the email address, even if the locations cannot be read', async () => {
  await registered()
  await refuse(locations, 500)
  const { portal } = await openBoarding()
  const find = (texts = {}) => findExistingCustomers(createApiCaller(portal), customer(texts))
  expect(await find({ 'merchant_info.username': 'ander@zaak.test' })).toEqual([
    { administration_id: 1008, standing: 'other' },
  ])
  await expect(find()).rejects.toMatchObject({ failure: { status: 500 } })
})

test.each([401, 403, 500])(
  'rejects the customer lookup if the list of administrations fails with status %d',
  async (status) => {
    await refuse(serials, status)
    await expect(lookUp()).rejects.toMatchObject({ failure: { status } })
  },
)

test('rejects the customer lookup if the service refuses the token', async () => {
  await registered()
  await refuse(locations, 401)
  await expect(lookUp()).rejects.toMatchObject({ failure: { status: 401 } })
})

describe('malformed administration in a customer lookup', () => {
  const other = { id: 1, name: 'Andere Zaak' }
  const nameless = { ...administration, name: null }

  test.each([{ ...other, id: null }, { id: {} }, 'text', { ...nameless, id: 1001 }])(
    'ignores a malformed administration of another customer: %j',
    async (record) => {
      await registered()
      await answer(serials, [record, administration])
      expect(await lookUp()).toMatchObject([there])
    },
  )

  test('matches an administration without a name by its registration', async () => {
    await registered()
    await answer(serials, [nameless, other])
    expect(await lookUp()).toMatchObject([{ ...there, registered: 'incomplete' }])
  })

  test.each([
    ['an administration of the same name has no id', [{ ...administration, id: null }, other]],
    ['no administration can be read', [{ message: 'Busy' }]],
    [
      'too many administrations have no name',
      [...Array<object>(unnamedAdministrationLimit + 1).fill({ id: 7 }), other],
    ],
  ])('rejects the customer lookup if %s', async (_, body) => {
    await answer(serials, body)
    await expect(lookUp()).rejects.toMatchObject({ failure: { kind: 'malformed' } })
  })
})

describe('customer lookup by registration', () => {
  async function findRegistered(
    texts: Partial<Record<TextFieldName, string>>,
    ownAddress: string | null = null,
    onUnread = vi.fn(),
  ) {
    const { portal } = await openBoarding()
    const call = createApiCaller(portal)
    const findMatches = await createCustomerFinder(call, ownAddress, onUnread)
    return findMatches(customer({ 'serial_info.serial.name': 'Holding', ...texts }))
  }
  const address = { 'serial_info.serial.coc': '' }
  const present = { administration: 1008, registered: 'otherwise', location: 'present' }

  test('finds a renamed customer by company number, and less certainly by email address', async () => {
    await registered()
    const number = { 'merchant_info.username': 'ander@zaak.test' }
    expect(await findRegistered(number)).toMatchObject([{ ...present, isCertain: true }])
    expect(await findRegistered(address)).toMatchObject([{ ...present, isCertain: false }])
    expect(await findRegistered({ ...address, ...number })).toEqual([])
    expect(await findRegistered(address, 'nieuw@zaak.test')).toEqual([])
    const otherNumber = { 'serial_info.serial.coc': '76543210' }
    expect(await findRegistered(otherNumber)).toEqual([])
  })

  test('identifies no customer by an email address that several administrations share', async () => {
    await registered()
    await answer(serials, [administration, { ...administration, id: 1001 }])
    const emails = [{ email: 'nieuw@zaak.test' }]
    await answer(registrations, { administration_id: 1001, emails })
    expect(await findRegistered(address)).toEqual([])
  })

  test('reports a registration that cannot be read, unless the service refuses the request', async () => {
    await registered()
    const reported: number[] = []
    for (const status of [422, 429, 500]) {
      await refuse(registrations, status)
      const report = vi.fn(() => reported.push(status))
      expect(await findRegistered({}, null, report)).toEqual([])
      await sandbox.clearFaults()
    }
    expect([...new Set(reported)]).toEqual([429, 500])
  })

  test('reads no registrations of a list that is too long', async () => {
    await registered()
    const others = Array.from({ length: registrationReadLimit }, (_, id) => ({ id, name: 'Zaak' }))
    await answer(serials, [administration, ...others])
    await sandbox.clearRequests()
    expect(await findRegistered({})).toEqual([])
    expect(await sandbox.requests(registrations)).toEqual([])
  })
})

test('names a polaris user as the merchant of the registration', () => {
  const values = boardingValues()
  expect(getValuesToSend({ person: reseller }, values)).toEqual(values)
  const merchant_info = { full_name: 'Polaris van Test', username: 'polaris@koppelpunt.test' }
  expect(getValuesToSend({ person: polarisUser }, values)).toEqual({ ...values, merchant_info })
  const nobody = getValuesToSend({ person: { ...polarisUser, email: null } }, values)
  expect(nobody.merchant_info.username).toBe('')
})
