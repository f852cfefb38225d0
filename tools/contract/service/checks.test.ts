import { describe, expect, vi } from 'vitest'
import { sandbox, test } from '../../../test/test.ts'
import type { InjectedFault } from '../../../sandbox/control/faults.ts'
import { callEndpoints } from '../calls.ts'
import { checkService } from './checks.ts'
import type { ServiceCheckOptions } from './options.ts'
import type { CheckOutcome } from './outcome.ts'

const defaults = {
  administration: '1006',
  location: '2007',
  origin: 'http://localhost:4321',
  idempotencyHeader: 'Idempotency-Key',
  foreignToken: null,
  writes: false,
  yes: false,
  json: false,
}

async function runChecks(changes: Partial<ServiceCheckOptions> = {}) {
  const outcomes: CheckOutcome[] = []
  const token = await sandbox.token('admin@koppelpunt.test')
  const options = { ...defaults, url: `${sandbox.url}/api`, token, ...changes }
  await checkService(options, (outcome) => outcomes.push(outcome))
  const reasons = (result: CheckOutcome['result']) =>
    Object.fromEntries(
      outcomes.filter((each) => each.result === result).map(({ name, reason }) => [name, reason]),
    )
  const names = outcomes.map(({ name }) => name)
  return { names, passed: reasons('passed'), failed: reasons('failed'), notRun: reasons('not run') }
}

const list = 'GET /serials/serial/list'
const path = '/api/serials/serial/list'
const north = { id: 1, name: 'Noord' }
const foreignCheck = `${list} with a token of another client`
const noForeignToken = 'no --foreign-token, a token of another client'
const answer = (body: unknown) => ({ kind: 'answer', body }) as const
const countLocations = async () => (await sandbox.rows('locations')).length

describe('without --writes', () => {
  test('passes all read checks on the sandbox and sends no write', async () => {
    const { names, failed, notRun } = await runChecks()
    expect(failed).toEqual({})
    expect(Object.values(notRun)).toEqual([noForeignToken, 'no --writes'])
    expect(names.filter((name) => name.includes('preflight'))).toEqual(['35 preflights'])
    for (const { method, path, effect } of Object.values(callEndpoints)) {
      if (effect === 'read') expect(names).toContain(`${method} ${path}`)
    }
    const requests = await sandbox.requests()
    const isWrite = ({ method, path }: (typeof requests)[number]) =>
      method !== 'GET' || path.endsWith('/import')
    expect(requests.filter(isWrite)).toEqual([])
  })

  test('all checks of the contract pass for a sandbox with minimal responses', async () => {
    await sandbox.changeSettings({ minimalAnswers: true })
    expect((await runChecks()).failed).toEqual({})
  })

  test('states a reason for each skipped check', async () => {
    const missing = { administration: null, location: null, origin: null }
    const { failed, notRun } = await runChecks(missing)
    expect(failed).toEqual({})
    expect([...new Set(Object.values(notRun))].sort()).toEqual([
      'no --administration',
      noForeignToken,
      'no --location',
      'no --origin: browsers send no preflight if portal and API share an origin',
      'no --writes',
    ])
  })

  test('stops after the first check if the service is unreachable', async () => {
    const { names, failed } = await runChecks({ url: 'http://localhost:9' })
    expect(names).toEqual(['the address'])
    expect(Object.keys(failed)).toEqual(names)
  })
})

describe('CORS', () => {
  test('fails if the service does not allow the portal’s origin', async () => {
    const { failed } = await runChecks({ origin: 'https://portal.example' })
    const reason = 'the answer has no Access-Control-Allow-Origin: browsers keep it back'
    expect(failed).toMatchObject({ '35 preflights': reason, [list]: reason })
  })

  test('fails if refusals lack the CORS headers', async ({ onTestFinished }) => {
    const { fetch } = globalThis
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
      const response = await fetch(input, init)
      if (response.ok) return response
      return new Response(await response.text(), { status: response.status })
    })
    onTestFinished(() => void vi.restoreAllMocks())
    const { failed } = await runChecks()
    const others = Object.values(failed).filter((reason) => !reason.endsWith('keep it back'))
    expect(others).toEqual([])
    expect(Object.keys(failed)).toContain(`${list} without a token`)
    expect(Object.keys(failed)).toContain('GET /locations/location/{id} of what does not exist')
  })

  test('names the calls whose request header is not allowed', async () => {
    const { failed } = await runChecks({ idempotencyHeader: 'X-Once' })
    expect(Object.keys(failed)).toEqual(['35 preflights'])
    expect(failed['35 preflights']).toMatch(
      /^not in Access-Control-Allow-Headers: x-once \(.*POST \/locations\/location.*\)$/,
    )
    expect(failed['35 preflights']).not.toContain('/list')
  })
})

describe('tokens', () => {
  test('fails if the service accepts a token of another client', async () => {
    const foreignToken = await sandbox.token('admin@koppelpunt.test', 'another-client')
    expect((await runChecks({ foreignToken })).passed[foreignCheck]).toBe('401')
    await sandbox.injectFault({ method: 'GET', path, fault: answer([north]) })
    expect((await runChecks({ token: 'none', foreignToken })).failed[foreignCheck]).toBe(
      'status 200, expected 401: the audience has to be checked',
    )
  })

  test('skips the check with a foreign token if the token has the same audiences or has expired', async () => {
    const own = await sandbox.token('admin@koppelpunt.test')
    const claims = Buffer.from(JSON.stringify({ exp: 1, aud: 'another' })).toString('base64url')
    for (const [foreignToken, reason] of [
      [own, 'the foreign token has every audience of the other'],
      [`e30.${claims}.signature`, 'the foreign token has expired'],
    ] as const) {
      expect((await runChecks({ foreignToken })).notRun[foreignCheck]).toBe(reason)
    }
  })

  test('fails every call if the token is refused', async () => {
    const { failed } = await runChecks({ token: 'none', origin: null })
    expect(failed[list]).toBe('the token was refused with 401')
  })

  test.each<[string, InjectedFault['fault'], string | null]>([
    ['a page with status 200', { kind: 'html', status: 200 }, 'status 200, expected 401'],
    ['a page with status 401', { kind: 'html', status: 401 }, 'the body of the 401 is not JSON'],
    [
      'a 401 without a body',
      {
        kind: 'status',
        status: 401,
        body: '',
        headers: { 'access-control-allow-origin': defaults.origin },
      },
      null,
    ],
  ])('checks %s as the response to a missing token', async (_, fault, reason) => {
    await sandbox.injectFault({ method: 'GET', path, after: 1, fault })
    const names = [`${list} without a token`, `${list} with a token that is none`]
    const expected = reason === null ? [] : names.map((name) => [name, reason])
    expect((await runChecks()).failed).toEqual(Object.fromEntries(expected))
  })
})

const inEnvelope = (field: string, record = 'id, name, country_code') =>
  `the answer is in ${field}, expected [{${record}}, …] without a field around it`

describe('responses', () => {
  test.each<[string, InjectedFault['fault'], string]>([
    ['a list in an envelope', answer({ data: [north] }), inEnvelope('the field "data"')],
    ['an empty list in an envelope', answer({ items: [] }), inEnvelope('the field "items"')],
    ['a record in an unusual envelope', answer({ secret: north }), inEnvelope('a field')],
    ['a missing field', answer([{ id: 1 }]), '0.name is missing or has another form'],
    ['HTML', { kind: 'html' }, 'the answer is HTML, not JSON'],
    ['truncated JSON', { kind: 'malformed' }, 'the answer is not the JSON that is asked for'],
    ['status 500', { kind: 'status', status: 500 }, 'status 500'],
  ])('reports a failed check for %s', async (_, fault, reason) => {
    await sandbox.injectFault({ method: 'GET', path, times: 1, fault })
    expect((await runChecks()).failed).toEqual({ [list]: reason })
  })

  test('fails if the response is an envelope with records that lack required fields', async () => {
    const call = '/accounting/paymentledgers'
    const fault = answer({ data: [{ id: 1 }] })
    await sandbox.injectFault({ method: 'GET', path: `/api${call}`, times: 1, fault })
    const record =
      'id, administration_id, location_id, type, cash_ledger, eft_ledger, webshop_ledger'
    const reason = inEnvelope('the field "data"', record)
    expect((await runChecks()).failed).toEqual({ [`GET ${call}`]: reason })
  })

  test('fails if the response contains a ledger number other than the requested one', async () => {
    const ledgers = '/snelstart/journals/grootboeken'
    const fault = answer({ nummer: '9' })
    const path = `/api${ledgers}/{number}`
    await sandbox.injectFault({ method: 'GET', path, after: 1, times: 1, fault })
    await sandbox.injectFault({ method: 'POST', path: `/api${ledgers}`, fault })
    const reason = 'another number was answered than the requested one'
    expect((await runChecks({ writes: true })).failed).toEqual({
      [`GET ${ledgers}/{number}`]: reason,
      [`POST ${ledgers}`]: reason,
    })
  })

  test('fails for status 201 if the specification requires status 200', async () => {
    const call = '/registrations/registration'
    const fault = { kind: 'status', status: 201, body: { administration_id: 1 } } as const
    await sandbox.injectFault({ method: 'POST', path: `/api${call}`, fault })
    const { failed } = await runChecks({ writes: true, origin: null })
    expect(failed).toEqual({ [`POST ${call}`]: 'status 201, where 200 is required' })
  })
})

describe('with --writes', () => {
  test('sends every write once and leaves existing records unchanged', async () => {
    const locations = await countLocations()
    const readExisting = async () => ({
      settings: await sandbox.rows('company_settings'),
      ledgers: (await sandbox.rows('payment_ledgers')).filter((row) => row.location_id === 2007),
      keys: (await sandbox.rows('keys')).filter((row) => row.location_id === 2007),
    })
    const existing = await readExisting()
    const { names, failed, notRun } = await runChecks({ writes: true })
    expect(failed).toEqual({})
    expect(Object.keys(notRun)).toEqual([foreignCheck])
    const writes = Object.values(callEndpoints).filter(({ effect }) => effect === 'write')
    expect(writes).toHaveLength(17)
    for (const { method, path } of writes) expect(names).toContain(`${method} ${path}`)
    expect(await countLocations()).toBe(locations + 2)
    expect(await readExisting()).toEqual(existing)
  })

  test('neither reads nor changes accounting data of an unapproved coupling', async () => {
    const unconfirmed = { administration: '1001', location: '2001', idempotencyHeader: null }
    const { failed, notRun } = await runChecks({ writes: true, ...unconfirmed })
    expect(failed).toEqual({})
    for (const call of [
      'GET /snelstart/company/info',
      'POST /snelstart/journals/grootboeken',
      'GET /snelstart/product/import?productpages=true',
    ]) {
      expect(Object.keys(notRun)).toContain(call)
    }
  })

  test('the check of idempotency fails if the service ignores the idempotency key', async () => {
    const locations = await countLocations()
    const { failed } = await runChecks({ writes: true, idempotencyHeader: 'X-Once', origin: null })
    const reason = 'answered 3 ids, and the list has 3; expected one of each'
    expect(Object.values(failed)).toEqual([reason])
    expect(await countLocations()).toBe(locations + 4)
  })
})
