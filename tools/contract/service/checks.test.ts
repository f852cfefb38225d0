import { expect, vi } from 'vitest'
import { sandbox, test } from '../../../test/test.ts'
import type { InjectedFault } from '../../../sandbox/control/faults.ts'
import { calls } from '../calls.ts'
import { checkService } from './checks.ts'
import type { Options } from './options.ts'
import type { Outcome } from './service.ts'

const defaults = {
  ...{ administration: '1006', location: '2007', origin: 'http://localhost:4321' },
  ...{ idempotencyHeader: 'Idempotency-Key', foreignToken: null },
  ...{ writes: false, yes: false, json: false },
}

/** What each check said, by its name and in all, and the reasons of those that failed or were not run. */
async function checked(changes: Partial<Options> = {}) {
  const outcomes: Outcome[] = []
  const token = await sandbox.token('admin@koppelpunt.test')
  const options = { ...defaults, url: `${sandbox.url}/api`, token, ...changes }
  await checkService(options, (outcome) => outcomes.push(outcome))
  const reasons = (wanted: Outcome['result']) =>
    Object.fromEntries(
      outcomes
        .filter(({ result }) => result === wanted)
        .map(({ name, reason }) => [name, reason] as const),
    )
  const names = outcomes.map(({ name }) => name)
  return { names, passed: reasons('passed'), failed: reasons('failed'), notRun: reasons('not run') }
}

const locations = async () => (await sandbox.rows('locations')).length
const list = 'GET /serials/serial/list'
const path = '/api/serials/serial/list'
const foreign = `${list} with a token of another client`
const answer = (body: unknown) => ({ kind: 'answer', body }) as const
const noord = { id: 1, name: 'Noord' }
const noForeign = 'no --foreign-token, a token of another client'

test('the sandbox passes everything, and nothing is written', async () => {
  const { names, failed, notRun } = await checked()
  expect(failed).toEqual({})
  expect(Object.values(notRun)).toEqual([noForeign, 'no --writes'])
  expect(names.filter((name) => name.includes('preflight'))).toEqual(['35 preflights'])
  for (const { method, path, effect } of Object.values(calls)) {
    if (effect === 'read') expect(names).toContain(`${method} ${path}`)
  }
  const methods = (await sandbox.requests()).map(({ method, path: sent }) => `${method} ${sent}`)
  expect(methods.filter((sent) => !sent.startsWith('GET ') || sent.endsWith('/import'))).toEqual([])
})

test('so it does with minimal answers', async () => {
  await sandbox.changeSettings({ minimalAnswers: true })
  expect((await checked()).failed).toEqual({})
})

test('without an administration, its reads are not run, with the reason', async () => {
  const { failed, notRun } = await checked({ administration: null, location: null, origin: null })
  expect(failed).toEqual({})
  expect([...new Set(Object.values(notRun))].sort()).toEqual([
    'no --administration',
    noForeign,
    'no --location',
    'no --origin: nothing is asked beforehand where portal and API share one',
    'no --writes',
  ])
})

test('another origin than the service allows', async () => {
  const { failed } = await checked({ origin: 'https://portal.example' })
  const reason = 'the answer has no Access-Control-Allow-Origin: browsers keep it back'
  expect(failed).toMatchObject({ '35 preflights': reason, [list]: reason })
})

test('refusals that browsers keep back', async ({ onTestFinished }) => {
  // As a proxy does that adds the headers of CORS to successes only.
  const { fetch } = globalThis
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const answer = await fetch(input, init)
    if (answer.ok) return answer
    return new Response(await answer.text(), { status: answer.status })
  })
  onTestFinished(() => void vi.restoreAllMocks())
  const { failed } = await checked()
  const others = Object.values(failed).filter((reason) => !reason.endsWith('keep it back'))
  expect(others).toEqual([])
  expect(Object.keys(failed)).toContain(`${list} without a token`)
  expect(Object.keys(failed)).toContain('GET /locations/location/{id} of what does not exist')
})

test('a header that the service does not allow', async () => {
  const { failed } = await checked({ idempotencyHeader: 'X-Once' })
  expect(Object.keys(failed)).toEqual(['35 preflights'])
  expect(failed['35 preflights']).toMatch(
    /^not in Access-Control-Allow-Headers: x-once \(.*POST \/locations\/location.*\)$/,
  )
  expect(failed['35 preflights']).not.toContain('/list')
})

test('a token of another client is refused, and that one that is not is told', async () => {
  const foreignToken = await sandbox.token('admin@koppelpunt.test', 'another-client')
  expect((await checked({ foreignToken })).passed[foreign]).toBe('401')
  const own = await sandbox.token('admin@koppelpunt.test')
  const isShared = 'the foreign token has every audience of the other'
  expect((await checked({ foreignToken: own })).notRun[foreign]).toBe(isShared)
  // A service that looks at the signature alone.
  await sandbox.injectFault({ method: 'GET', path, fault: answer([noord]) })
  expect((await checked({ token: 'none', foreignToken })).failed[foreign]).toBe(
    'status 200, expected 401: the audience has to be checked',
  )
})

test('a foreign token that has expired says nothing', async () => {
  const claims = Buffer.from(JSON.stringify({ exp: 1, aud: 'another' })).toString('base64url')
  const { notRun } = await checked({ foreignToken: `e30.${claims}.signature` })
  expect(notRun[foreign]).toBe('the foreign token has expired')
})

const inEnvelope = (field: string, record = 'id, name, country_code') =>
  `the answer stands in ${field}; expected without that: [{${record}}, …]`

test.each<[string, InjectedFault['fault'], string]>([
  ['a list in an envelope', answer({ data: [noord] }), inEnvelope('"data"')],
  ['an empty list in an envelope', answer({ items: [], total: 0 }), inEnvelope('"items"')],
  ['a record in an envelope', answer({ secret: noord }), inEnvelope('one of its fields')],
  ['a field that is missing', answer([{ id: 1 }]), '0.name is missing or has another form'],
  ['HTML for JSON', { kind: 'html' }, 'the answer is HTML, not JSON'],
  ['half an answer', { kind: 'malformed' }, 'the answer is not the JSON that is asked for'],
  ['a failure', { kind: 'status', status: 500 }, 'status 500'],
])('%s fails', async (_, fault, reason) => {
  await sandbox.injectFault({ method: 'GET', path, times: 1, fault })
  expect((await checked()).failed).toEqual({ [list]: reason })
})

test('an envelope is told also where nothing of the answer is required', async () => {
  const name = 'GET /accounting/paymentledgers'
  const fault = answer({ data: [{ id: 1 }] })
  await sandbox.injectFault({
    method: 'GET',
    path: '/api/accounting/paymentledgers',
    times: 1,
    fault,
  })
  const record = 'id, administration_id, location_id, type, cash_ledger, eft_ledger, webshop_ledger'
  expect((await checked()).failed).toEqual({ [name]: inEnvelope('"data"', record) })
})

test('a ledger that is answered under another number', async () => {
  const ledgers = '/snelstart/journals/grootboeken'
  const fault = answer({ nummer: '9' })
  const path = `/api${ledgers}/{number}`
  await sandbox.injectFault({ method: 'GET', path, after: 1, times: 1, fault })
  await sandbox.injectFault({ method: 'POST', path: `/api${ledgers}`, fault })
  const reason = 'answered under another number than the one that was asked for'
  expect((await checked({ writes: true })).failed).toEqual({
    [`GET ${ledgers}/{number}`]: reason,
    [`POST ${ledgers}`]: reason,
  })
})

test.each([
  [200, 'status 200, expected 401'],
  [401, 'the body of the 401 is not JSON'],
])('a page with status %i in the place of a 401', async (status, reason) => {
  await sandbox.injectFault({ method: 'GET', path, after: 1, fault: { kind: 'html', status } })
  expect((await checked()).failed).toEqual({
    [`${list} without a token`]: reason,
    [`${list} with a token that is none`]: reason,
  })
})

test('a 401 without a body will do', async () => {
  const headers = { 'access-control-allow-origin': 'http://localhost:4321' }
  const fault = { kind: 'status', status: 401, body: '', headers } as const
  await sandbox.injectFault({ method: 'GET', path, after: 1, fault })
  expect((await checked()).failed).toEqual({})
})

test('a success that is not the 200 that §7 requires', async () => {
  const call = '/registrations/registration'
  const fault = { kind: 'status', status: 201, body: { administration_id: 1 } } as const
  await sandbox.injectFault({ method: 'POST', path: `/api${call}`, fault })
  const { failed } = await checked({ writes: true, origin: null })
  expect(failed).toEqual({ [`POST ${call}`]: 'status 201, where 200 is required' })
})

test('a token that is refused', async () => {
  const { failed } = await checked({ token: 'none', origin: null })
  expect(failed[list]).toBe('the token was refused with 401')
})

test('a service that is not there ends it', async () => {
  const { names, failed } = await checked({ url: 'http://localhost:9' })
  expect(names).toEqual(['the address'])
  expect(Object.keys(failed)).toEqual(names)
})

test('every write is tried, one with its key repeated happens once, and what is there stays', async () => {
  const before = await locations()
  const there = async () => ({
    settings: await sandbox.rows('company_settings'),
    ledgers: (await sandbox.rows('payment_ledgers')).filter((row) => row.location_id === 2007),
    keys: (await sandbox.rows('keys')).filter((row) => row.location_id === 2007),
  })
  const thereBefore = await there()
  const { names, failed, notRun } = await checked({ writes: true })
  expect(failed).toEqual({})
  expect(Object.keys(notRun)).toEqual([foreign])
  const writes = Object.values(calls).filter(({ effect }) => effect === 'write')
  expect(writes).toHaveLength(17)
  for (const { method, path } of writes) expect(names).toContain(`${method} ${path}`)
  expect(await locations()).toBe(before + 2)
  expect(await there()).toEqual(thereBefore)
})

test('without a coupling that is confirmed its books are neither read nor changed', async () => {
  const { failed, notRun } = await checked({
    ...{ writes: true, administration: '1001', location: '2001', idempotencyHeader: null },
  })
  expect(failed).toEqual({})
  expect(Object.keys(notRun)).toContain('GET /snelstart/company/info')
  expect(Object.keys(notRun)).toContain('POST /snelstart/journals/grootboeken')
  expect(Object.keys(notRun)).toContain('GET /snelstart/product/import?productpages=true')
})

test('a service that does not know the key makes three', async () => {
  const before = await locations()
  const { failed } = await checked({ writes: true, idempotencyHeader: 'X-Once', origin: null })
  const reason = 'answered 3 ids, and the list has 3; expected one of each'
  expect(Object.values(failed)).toEqual([reason])
  expect(await locations()).toBe(before + 4)
})
