import { beforeEach, describe, expect, vi } from 'vitest'
import { createSandboxConfiguration } from '../../../test/configuration.ts'
import { createTestEnvironment } from '../../../test/environment.ts'
import { sandbox, test } from '../../../test/test.ts'
import { createApiCaller, type Call, type TokenSource } from './caller.ts'
import refusals from '../i18n/messages/nl/refusals.json' with { type: 'json' }
import type { Endpoint } from './endpoint.ts'
import { CallError, getWriteOutcome, SessionError } from './errors.ts'
import { createUnconnectedKey, updateKey } from './keys.ts'
import {
  listLocations,
  addUserToAdministration,
  getAdministration,
  listAdministrations,
} from './places.ts'
import {
  createLedger,
  findRelations,
  importProducts,
  importRelations,
  listPaymentLedgers,
} from '../accounting/snelstart/calls.ts'
import { getCompanySettings } from '../accounting/snelstart/stored-settings.ts'
import { listSubscriptions } from './registrations.ts'
import { findUsers } from './users.ts'

const both = { administration: '7', location: 'a' }

let token: string

beforeEach(async () => {
  await sandbox.clearFaults()
  token = await sandbox.token('admin@koppelpunt.test')
})

interface Options {
  tokens?: Partial<TokenSource>
  variables?: Record<string, string>
  fetch?: typeof fetch
  randomId?: () => string
  timeout?: (milliseconds: number) => AbortSignal
}

function setUp({ tokens = {}, variables = {}, ...changes }: Options = {}) {
  const environment = createTestEnvironment(undefined, changes)
  const call = createApiCaller({
    environment,
    configuration: createSandboxConfiguration(sandbox.url, variables),
    session: {
      token: () => Promise.resolve(token),
      tokenInsteadOf: () => Promise.reject(new SessionError('no other token')),
      ...tokens,
    },
  })
  return { call, environment }
}

type Fault = Parameters<typeof sandbox.injectFault>[0]['fault']
const failReads = (fault: Fault, times?: number) =>
  sandbox.injectFault({ method: 'GET', path: listPath, fault, ...(times && { times }) })

const key = { body: { administration_id: 1001, location_id: 2001 } }
const listPath = '/api/serials/serial/list'

describe('request', () => {
  test('requests the subscription list without a bearer token', async () => {
    const { call } = setUp({ tokens: { token: () => Promise.reject(new Error('asked')) } })
    expect(await call(listSubscriptions, {})).toHaveLength(4)
    const [request] = await sandbox.requests()
    expect(request?.headers).not.toHaveProperty('authorization')
    expect(request?.headers).toMatchObject({
      accept: 'application/json',
      'content-type': 'application/json',
    })
  })

  test('sends no idempotency key if no header is configured', async () => {
    await sandbox.failNext('POST', '/api/snelstart/keys/unconnected')
    const { call } = setUp({ variables: { PORTAL_IDEMPOTENCY_HEADER: '' } })
    const failed = call(createUnconnectedKey, key, { idempotencyKey: 'key-1' })
    const { trace } = (await failed.catch((error: unknown) => error)) as CallError
    expect(trace?.idempotencyKey).toBeUndefined()
    const [request] = await sandbox.requests()
    expect(request?.headers).not.toHaveProperty('idempotency-key')
  })

  test.each([
    ['/api', 'http://localhost:4321/api/serials/serial/list'],
    ['https://api.example.nl', 'https://api.example.nl/serials/serial/list'],
  ])('resolves the base address %s against the browser’s origin', async (base, expected) => {
    const addresses: string[] = []
    const { call } = setUp({
      variables: { PORTAL_API_URL: base, PORTAL_IDENTITY_ADMIN_URL: '/identity' },
      fetch: (request) => {
        addresses.push((request as Request).url)
        return Promise.resolve(Response.json([]))
      },
    })
    await call(listAdministrations, {})
    await call(findUsers, { query: { username: 'a', exact: 'true' } })
    expect(addresses).toEqual([
      expected,
      'http://localhost:4321/identity/users?username=a&exact=true',
    ])
  })

  test('encodes an id in the request path', async () => {
    expect(await setUp().call(getAdministration, { path: { id: '../list?x=1' } })).toBeNull()
    const [request] = await sandbox.requests()
    expect(request?.path).toMatch(/^\/api\/serials\/serial\/[^/]+$/)
  })

  test.each([
    ['an id that changes the path', getAdministration, { path: { id: '..' } }, 'path.id'],
    [
      'an id that a header does not accept',
      listLocations,
      { headers: { administration: 'łódź' } },
      'headers.administration',
    ],
    [
      'a missing required field',
      addUserToAdministration,
      { path: { id: 1 }, body: {} },
      'body.user_id',
    ],
  ])('does not send a request with %s', async (_, endpoint, request, detail) => {
    await expect(setUp().call(endpoint as Endpoint, request)).rejects.toMatchObject({
      failure: { kind: 'unsendable', detail },
    })
    expect(await sandbox.requests()).toEqual([])
  })
})

describe('response', () => {
  const failureOf = (calling: Promise<unknown>) =>
    calling.then(
      () => 'success',
      (error: unknown) => error,
    )

  test.each([301, 302, 303, 307, 308])(
    'fails instead of following a redirect with status %d',
    async (status) => {
      const headers = { Location: `${sandbox.url}${listPath}` }
      const fault = { kind: 'status', status, headers } as const
      await sandbox.injectFault({ method: '*', path: '/api/snelstart/keys/{id}', fault })
      await sandbox.injectFault({ method: '*', path: '/api/locations/location/list/all', fault })
      const { call, environment } = setUp()
      const failures = await Promise.all([
        failureOf(call(createUnconnectedKey, key)),
        failureOf(call(updateKey, { path: { id: 1 }, body: { default_no_relation: 2 } })),
        failureOf(call(listLocations, { headers: { administration: 1004 } })),
      ])
      for (const failure of failures) {
        expect(failure).toMatchObject({ failure: { kind: 'diverted', detail: 'redirect' } })
        expect(getWriteOutcome(failure)).toBe('unknown')
      }
      expect(await sandbox.requests(listPath)).toEqual([])
      expect(await sandbox.requests()).toHaveLength(3)
      expect(environment.pauses).toEqual([])
    },
  )

  test('names JSON as the invalid part of a response that is not JSON', async () => {
    await failReads({ kind: 'malformed' })
    await expect(setUp().call(listAdministrations, {})).rejects.toThrow('malformed, JSON')
  })

  test('fails if the browser returns an opaque redirect', async () => {
    const opaque = { type: 'opaqueredirect', status: 0, headers: new Headers() } as Response
    const modes: unknown[] = []
    const { call } = setUp({
      fetch: (_, how) => {
        modes.push(how?.redirect)
        return Promise.resolve(opaque)
      },
    })
    await expect(call(createUnconnectedKey, key)).rejects.toThrow('diverted, redirect')
    expect(modes).toEqual(['manual'])
  })

  const place = { query: { location: 2003 }, headers: { administration: 1004 } }
  const relations = { ...place, query: { ...place.query, relatiecode: '-2' } }
  test.each<[number, string, (call: Call) => Promise<unknown>]>([
    [404, 'administration', (call) => call(getAdministration, { path: { id: 1 } })],
    [404, 'settings', (call) => call(getCompanySettings, place)],
    [409, 'settings', (call) => call(getCompanySettings, place)],
    [404, 'payment ledgers', (call) => call(listPaymentLedgers, { headers: place.headers })],
    [404, 'relations', (call) => call(findRelations, relations)],
    [409, 'conflict', (call) => call(createUnconnectedKey, key)],
  ])(
    'rejects an HTML page with status %d instead of reading it as absent: %s',
    async (status, _, ask) => {
      const page = new Response(' <!doctype html><h1>Onderhoud</h1>', { status })
      const { call } = setUp({ fetch: () => Promise.resolve(page.clone()) })
      const failure = await failureOf(ask(call))
      expect(failure).toMatchObject({ failure: { kind: 'diverted', detail: 'page' } })
      expect(getWriteOutcome(failure)).toBe('unknown')
    },
  )

  describe('invalid record of a list', () => {
    const north = { id: 1, name: 'Noord' }
    const read = async (body: unknown, isLenient: boolean) => {
      await failReads({ kind: 'answer', body })
      const reports: unknown[] = []
      const leftOut = (...parameters: unknown[]) => reports.push(parameters)
      const reading = setUp().call(listAdministrations, {}, isLenient ? { leftOut } : {})
      return { read: await reading.catch((error: unknown) => error), reports }
    }

    test('omits an invalid record of a list and reports its first invalid field', async () => {
      const { read: list, reports } = await read([{ id: 2, name: null }, north, null], true)
      expect(list).toEqual([north])
      const error = { failure: { detail: '0.name' }, trace: { reference: /./ } }
      expect(reports).toMatchObject([[error, 2]])
    })

    test.each([
      ['without a report callback', [{ id: 2, name: null }, north], false],
      ['in a list without valid records', [{ id: 2, name: null }], true],
      ['in a response that is not a list', { administrations: [north] }, true],
    ])(
      'rejects the call if the response contains an invalid record %s',
      async (_, body, isLenient) => {
        const { read: list, reports } = await read(body, isLenient)
        expect(list).toMatchObject({ failure: { kind: 'malformed' } })
        expect(reports).toEqual([])
      },
    )
  })

  const ledger = { administration: 7, location: 'a', nummer: 1, omschrijving: '' }
  test.each([
    ['headers', listLocations, { headers: { administration: 7 } }, { administration: '7' }],
    [
      'headers and query',
      getCompanySettings,
      { query: { location: 'a' }, headers: { administration: 7 } },
      both,
    ],
    ['ids', createUnconnectedKey, { body: { administration_id: 7, location_id: 'a' } }, both],
    ['body', createLedger, { body: ledger }, both],
  ])(
    'adds administration and location to the trace of a failed call: %s',
    async (_, endpoint, request, place) => {
      const { call } = setUp({ fetch: () => Promise.reject(new TypeError('no network')) })
      await expect(call(endpoint as Endpoint, request)).rejects.toMatchObject({ trace: place })
    },
  )

  describe('refusal with a code', () => {
    const body = [{ errorCode: 'ART-0009', message: 'Bestaat niet.' }]
    const refuse = () => failReads({ kind: 'status', status: 400, body })

    test('explains a refusal with a known error code in the portal’s words', async () => {
      await refuse()
      await expect(setUp().call(listAdministrations, {})).rejects.toMatchObject({
        failure: { reasons: [{ text: refusals['ART-0009'] }] },
        trace: { originals: 'Bestaat niet. (ART-0009)', explained: refusals['ART-0009'] },
      })
    })

    test('keeps the server’s message if the texts about refusals fail to load', async () => {
      await refuse()
      vi.doMock('./refusals.ts', () => Promise.reject(new Error('gone')))
      const { call, environment } = setUp()
      await expect(call(listAdministrations, {})).rejects.toMatchObject({
        failure: { reasons: [{ text: 'Bestaat niet. (ART-0009)' }] },
      })
      vi.doUnmock('./refusals.ts')
      expect(environment.logged).toEqual(['no texts of refusals'])
    })
  })
})

test('sends a read up to three times after a temporary error status', async () => {
  await failReads({ kind: 'status', status: 503 }, 2)
  const { call, environment } = setUp()
  expect((await call(listAdministrations, {})).length).toBeGreaterThan(3)
  expect(await sandbox.requests(listPath)).toHaveLength(3)
  expect(environment.pauses).toEqual([200, 400])
})

describe('trace', () => {
  const id = '3f2504e0-4f89-41d3-9a0c-0305e82c3301'
  const reference = 'UE57-AEM3'
  const own = { PORTAL_API_URL: '/api', PORTAL_IDENTITY_ADMIN_URL: '/identity' }

  test.each([
    ['own origin', own, reference],
    ['another origin', {}, null],
  ])(
    'sends the reference of a call only to the portal’s own origin: %s',
    async (_, variables, expected) => {
      const sent: (string | null)[] = []
      const { call } = setUp({
        variables,
        randomId: () => id,
        fetch: (request) => {
          sent.push((request as Request).headers.get('x-request-id'))
          return Promise.resolve(new Response('', { status: 503 }))
        },
      })
      await expect(call(listAdministrations, {})).rejects.toMatchObject({
        trace: { reference, safe: 'failure:unchanged' },
      })
      expect(sent).toEqual([expected, expected, expected])
    },
  )

  test('creates a unique reference for each call', async () => {
    const { call } = setUp({
      randomId: () => crypto.randomUUID(),
      fetch: () => Promise.reject(new TypeError('Failed to fetch')),
    })
    const traces = await Promise.all(
      [1, 2].map(() => call(createUnconnectedKey, key).catch((error: unknown) => error)),
    )
    const references = traces.map((error) => (error as CallError).trace?.reference)
    expect(new Set(references).size).toBe(2)
    for (const each of references) expect(each).toMatch(/^[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}$/)
  })

  test('adds the idempotency key and the service’s request id to the trace of a failed write', async () => {
    const headers = { 'X-Request-Id': 'of-the-service' }
    const { call } = setUp({
      fetch: () => Promise.resolve(new Response('', { status: 500, headers })),
    })
    const writing = call(createUnconnectedKey, key, { idempotencyKey: 'key-1' })
    const trace = { idempotencyKey: 'key-1', answeredAs: 'of-the-service' }
    await expect(writing).rejects.toMatchObject({ trace })
  })
})

test('retries a call once with a new token after a 401', async () => {
  const refused: string[] = []
  const { call } = setUp({
    tokens: {
      token: () => Promise.resolve('old'),
      tokenInsteadOf: (old) => {
        refused.push(old)
        return Promise.resolve(token)
      },
    },
  })
  expect(await call(createUnconnectedKey, key)).toHaveProperty('id')
  expect(refused).toEqual(['old'])
  expect(await sandbox.requests('/api/snelstart/keys/unconnected')).toHaveLength(2)
  expect((await sandbox.rows('keys')).filter((row) => row.location_id === 2001)).toHaveLength(1)
})

test('rejects a call with the reason of its aborted signal', async () => {
  await failReads({ kind: 'delay', milliseconds: 5000 })
  const leaving = new AbortController()
  const reading = setUp().call(listAdministrations, {}, { signal: leaving.signal })
  leaving.abort(new Error('left'))
  await expect(reading).rejects.toThrow('left')
})

test('limits a call to ten seconds and an import to a minute', async () => {
  const limits: number[] = []
  const { call } = setUp({
    timeout: (milliseconds) => {
      limits.push(milliseconds)
      return AbortSignal.timeout(milliseconds)
    },
  })
  await call(listAdministrations, {})
  const headers = { administration: 1006 }
  await call(importProducts, { headers })
  await call(importRelations, { headers, query: { location: 2007 } })
  expect(limits).toEqual([10_000, 60_000, 60_000])
})
