import { expect, vi } from 'vitest'
import { sandbox, test } from '../../../test/test.ts'
import { calls } from '../calls.ts'
import { checkService } from './checks.ts'
import type { Options } from './options.ts'
import type { Outcome } from './service.ts'

async function checked(changes: Partial<Options> = {}) {
  const outcomes: Outcome[] = []
  await checkService(
    {
      url: `${sandbox.url}/api`,
      token: await sandbox.token('admin@koppelpunt.test'),
      administration: '1006',
      location: '2007',
      origin: 'http://localhost:4321',
      idempotencyHeader: 'Idempotency-Key',
      foreignToken: null,
      writes: false,
      yes: false,
      json: false,
      ...changes,
    },
    (outcome) => outcomes.push(outcome),
  )
  const those = (result: Outcome['result']) =>
    outcomes.filter((outcome) => outcome.result === result)
  return { outcomes, failed: those('failed'), notRun: those('not run') }
}

const locations = async () => (await sandbox.rows('locations')).length
const list = 'GET /serials/serial/list'
const path = '/api/serials/serial/list'

test('the sandbox passes everything, and nothing is written', async () => {
  const { outcomes, failed, notRun } = await checked()
  expect(failed).toEqual([])
  expect(notRun.map(({ reason }) => reason)).toEqual([
    'no --foreign-token, a token of another client',
    'no --writes',
  ])
  const names = outcomes.map(({ name }) => name)
  expect(names.filter((name) => name.includes('preflight'))).toEqual(['35 preflights'])
  for (const { method, path, effect } of Object.values(calls)) {
    if (effect === 'read') expect(names).toContain(`${method} ${path}`)
  }
  const methods = (await sandbox.requests()).map(({ method, path: sent }) => `${method} ${sent}`)
  expect(methods.filter((sent) => !sent.startsWith('GET ') || sent.endsWith('/import'))).toEqual([])
})

test('so it does with minimal answers', async () => {
  await sandbox.changeSettings({ minimalAnswers: true })
  expect((await checked()).failed).toEqual([])
})

test('without an administration, its reads are not run, with the reason', async () => {
  const { failed, notRun } = await checked({ administration: null, location: null, origin: null })
  expect(failed).toEqual([])
  expect(new Set(notRun.map(({ reason }) => reason))).toEqual(
    new Set([
      'no --origin: nothing is asked beforehand where portal and API share one',
      'no --administration',
      'no --location',
      'no --foreign-token, a token of another client',
      'no --writes',
    ]),
  )
})

test('a coupling that is not confirmed leaves its reads out', async () => {
  const { failed, notRun } = await checked({ administration: '1001', location: '2001' })
  expect(failed).toEqual([])
  expect(notRun.map(({ name }) => name)).toContain('GET /snelstart/company/info')
})

test('another origin than the service allows', async () => {
  const { failed } = await checked({ origin: 'https://portal.example' })
  expect(failed.find(({ name }) => name === '35 preflights')?.reason).toMatch(
    /^the answer has no Access-Control-Allow-Origin: [^()]*$/,
  )
  expect(failed.find(({ name }) => name === list)?.reason).toContain('browsers keep it back')
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
  expect(failed.filter(({ reason }) => !reason.endsWith('browsers keep it back'))).toEqual([])
  const names = failed.map(({ name }) => name)
  expect(names).toContain(`${list} without a token`)
  expect(names).toContain('GET /locations/location/{id} of what does not exist')
})

test('a header that the service does not allow', async () => {
  const { failed } = await checked({ idempotencyHeader: 'X-Once' })
  expect(failed).toHaveLength(1)
  expect(failed[0]?.reason).toMatch(
    /^not in Access-Control-Allow-Headers: x-once \(.*POST \/locations\/location.*\)$/,
  )
  expect(failed[0]?.reason).not.toContain('/list')
})

test('a token of another client is refused, and that one that is not is told', async () => {
  const foreignToken = await sandbox.token('admin@koppelpunt.test', 'another-client')
  const name = `${list} with a token of another client`
  const ofToken = ({ outcomes }: { outcomes: Outcome[] }) =>
    outcomes.find((outcome) => outcome.name === name)
  expect(ofToken(await checked({ foreignToken }))).toEqual({
    name,
    result: 'passed',
    reason: '401',
  })

  const own = await sandbox.token('admin@koppelpunt.test')
  expect(ofToken(await checked({ foreignToken: own }))).toEqual({
    name,
    result: 'not run',
    reason: 'the foreign token has every audience of the other',
  })
  // A service that looks at the signature alone.
  const opaque = { token: 'none', foreignToken }
  const answers = { kind: 'answer', body: [{ id: 1, name: 'Noord' }] } as const
  await sandbox.injectFault({ method: 'GET', path, fault: answers })
  expect(ofToken(await checked(opaque))).toEqual({
    name,
    result: 'failed',
    reason: 'status 200, expected 401: the audience has to be checked',
  })
})

test('a foreign token that has expired says nothing', async () => {
  const claims = Buffer.from(JSON.stringify({ exp: 1, aud: 'another' })).toString('base64url')
  const { notRun } = await checked({ foreignToken: `e30.${claims}.signature` })
  expect(notRun.map(({ reason }) => reason)).toContain('the foreign token has expired')
})

test.each([
  ['a list', { data: [{ id: 1, name: 'Noord' }] }, '"data"'],
  ['an empty list', { items: [], total: 0 }, '"items"'],
  ['a record', { secret: { id: 1, name: 'Noord' } }, 'one of its fields'],
])('%s in an envelope is told with the form that is expected', async (_, body, field) => {
  await sandbox.injectFault({ method: 'GET', path, times: 1, fault: { kind: 'answer', body } })
  const { failed } = await checked()
  expect(failed).toEqual([
    {
      name: list,
      result: 'failed',
      reason: `the answer stands in ${field}; expected without that: [{id, name, country_code}, …]`,
    },
  ])
})

test('an envelope is told also where nothing of the answer is required', async () => {
  const fault = { kind: 'answer', body: { data: [{ id: 1 }] } } as const
  const paymentLedgers = '/api/accounting/paymentledgers'
  await sandbox.injectFault({ method: 'GET', path: paymentLedgers, times: 1, fault })
  const { failed } = await checked()
  expect(failed.map(({ reason }) => reason)).toEqual([
    'the answer stands in "data"; expected without that: [{id, administration_id, location_id, type, cash_ledger, eft_ledger, webshop_ledger}, …]',
  ])
})

test('a ledger that is answered under another number', async () => {
  const number = '/api/snelstart/journals/grootboeken/{number}'
  const fault = { kind: 'answer', body: { nummer: '9' } } as const
  await sandbox.injectFault({ method: 'GET', path: number, after: 1, times: 1, fault })
  await sandbox.injectFault({ method: 'POST', path: number.replace('/{number}', ''), fault })
  const { failed } = await checked({ writes: true })
  const reason = 'answered under another number than the one that was asked for'
  expect(failed).toEqual([
    { name: 'GET /snelstart/journals/grootboeken/{number}', result: 'failed', reason },
    { name: 'POST /snelstart/journals/grootboeken', result: 'failed', reason },
  ])
})

test.each([
  ['a field that is missing', { kind: 'answer', body: [{ id: 1 }] }, '0.name is missing'],
  ['HTML for JSON', { kind: 'html' }, 'the answer is HTML, not JSON'],
  ['half an answer', { kind: 'malformed' }, 'not the JSON that is asked for'],
  ['a failure', { kind: 'status', status: 500 }, 'status 500'],
] as const)('%s fails', async (_, fault, reason) => {
  await sandbox.injectFault({ method: 'GET', path, times: 1, fault })
  const { failed } = await checked()
  expect(failed).toHaveLength(1)
  expect(failed[0]).toMatchObject({ name: list })
  expect(failed[0]?.reason).toContain(reason)
})

test('a page to sign in on in the place of 401', async () => {
  const fault = { kind: 'html', status: 200 } as const
  await sandbox.injectFault({ method: 'GET', path, after: 1, fault })
  const { failed } = await checked()
  expect(failed).toEqual([
    { name: `${list} without a token`, result: 'failed', reason: 'status 200, expected 401' },
    {
      name: `${list} with a token that is none`,
      result: 'failed',
      reason: 'status 200, expected 401',
    },
  ])
})

test('a page with status 401', async () => {
  const fault = { kind: 'html', status: 401 } as const
  await sandbox.injectFault({ method: 'GET', path, after: 1, times: 1, fault })
  expect((await checked()).failed).toMatchObject([
    { name: `${list} without a token`, reason: 'the body of the 401 is not JSON' },
  ])
})

test('a 401 without a body will do', async () => {
  const fault = { kind: 'status', status: 401, body: '' } as const
  const headers = { 'access-control-allow-origin': 'http://localhost:4321' }
  await sandbox.injectFault({ method: 'GET', path, after: 1, fault: { ...fault, headers } })
  expect((await checked()).failed).toEqual([])
})

test('a token that is refused', async () => {
  const { failed } = await checked({ token: 'none', origin: null })
  expect(failed[0]).toMatchObject({ name: list, reason: 'the token was refused with 401' })
})

test('a service that is not there ends it', async () => {
  const { outcomes } = await checked({ url: 'http://localhost:9' })
  expect(outcomes).toHaveLength(1)
  expect(outcomes[0]).toMatchObject({ name: 'the address', result: 'failed' })
})

test('every write is tried, and one with its key repeated happens once', async () => {
  const before = await locations()
  const { outcomes, failed, notRun } = await checked({ writes: true })
  expect(failed).toEqual([])
  expect(notRun.map(({ name }) => name)).toEqual([`${list} with a token of another client`])
  const names = outcomes.map(({ name }) => name)
  const writes = Object.values(calls).filter(({ effect }) => effect === 'write')
  expect(writes).toHaveLength(17)
  for (const { method, path } of writes) expect(names).toContain(`${method} ${path}`)
  expect(await locations()).toBe(before + 2)
})

test('settings, key and payment ledgers of the location stay as they are', async () => {
  const ofLocation = async () => ({
    settings: await sandbox.rows('company_settings'),
    ledgers: (await sandbox.rows('payment_ledgers')).filter(
      ({ location_id }) => location_id === 2007,
    ),
    keys: (await sandbox.rows('keys')).filter(({ location_id }) => location_id === 2007),
  })
  const before = await ofLocation()
  expect((await checked({ writes: true })).failed).toEqual([])
  expect(await ofLocation()).toEqual(before)
})

test('the books are left alone without a coupling that is confirmed', async () => {
  const { failed, notRun } = await checked({
    ...{ writes: true, administration: '1001', location: '2001', idempotencyHeader: null },
  })
  expect(failed).toEqual([])
  const names = notRun.map(({ name }) => name)
  expect(names).toContain('POST /snelstart/journals/grootboeken')
  expect(names).toContain('GET /snelstart/product/import?productpages=true')
})

test('a success that is not the 200 that §7 requires', async () => {
  const path = '/api/registrations/registration'
  const fault = { kind: 'status', status: 201, body: { administration_id: 1 } } as const
  await sandbox.injectFault({ method: 'POST', path, fault: { ...fault } })
  const { failed } = await checked({ writes: true, origin: null })
  expect(failed).toEqual([
    {
      name: 'POST /registrations/registration',
      result: 'failed',
      reason: 'status 201, where 200 is required',
    },
  ])
})

test('a service that does not know the key makes three', async () => {
  const before = await locations()
  const { failed } = await checked({ writes: true, idempotencyHeader: 'X-Once', origin: null })
  expect(failed.map(({ reason }) => reason)).toEqual([
    'answered 3 ids, and the list has 3; expected one of each',
  ])
  expect(await locations()).toBe(before + 4)
})
