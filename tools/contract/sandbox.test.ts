import { expect } from 'vitest'
import { sandbox, test } from '../../test/test.ts'
import {
  coupledLocationKey,
  generatedId,
  callSamples,
  type CallSample,
} from '../../test/samples.ts'
import { ContractValidator } from './conformity.ts'
import { readStoredContract } from './contract.ts'
import type { OpenApi } from './document/document.ts'

const conformity = new ContractValidator(JSON.parse(await readStoredContract()) as OpenApi)

async function pathOf({ call, path }: CallSample): Promise<string> {
  const [, template = ''] = call.split(' ')
  if (!template.includes('{identifier}')) return path ?? template
  const rows = await sandbox.rows('accounting_administrations')
  const row = rows.find(({ administration_id }) => administration_id === 1006)
  return template.replace('{identifier}', row?.identifier ?? '')
}

const isPublic = ({ call }: CallSample) => call === 'GET /registrations/subscription/list'

/**
 * Sends a sample to the sandbox and expects a response that conforms to docs/openapi.json.
 *
 * @param omitted name of a header or query parameter to leave out
 */
async function send(
  sample: CallSample,
  { bearer, omitted }: { bearer?: string; omitted?: string } = {},
) {
  const [method = ''] = sample.call.split(' ')
  const path = await pathOf(sample)
  const withoutOmitted = (record: Readonly<Record<string, string>> = {}) =>
    Object.fromEntries(Object.entries(record).filter(([name]) => name !== omitted))
  const answer = await sandbox.callApi(`${method} ${path}`, {
    query: withoutOmitted(sample.query),
    headers: withoutOmitted(sample.headers),
    body: sample.body,
    bearer: bearer ?? (isPublic(sample) ? '' : undefined),
  })
  const text = answer.body === null ? '' : JSON.stringify(answer.body)
  expect(conformity.problems(`${method} ${path}`, answer.status, text)).toEqual([])
  return answer
}

function expected({ answer, amongOthers = false }: CallSample): unknown {
  const body = withAnyIds(answer)
  return amongOthers ? expect.arrayContaining(body as unknown[]) : body
}

function withAnyIds(value: unknown): unknown {
  if (value === generatedId) return expect.any(String)
  if (Array.isArray(value)) return value.map(withAnyIds)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withAnyIds(each)]))
}

test.each(callSamples)('$call returns the response of the contract', async (sample) => {
  expect(await send(sample)).toEqual({
    status: sample.status ?? 200,
    body: expected(sample),
  })
})

test.each(callSamples)(
  '$call returns a minimal response that conforms to the contract',
  async (sample) => {
    const full = await send(sample)
    await sandbox.reset()
    await sandbox.changeSettings({ minimalAnswers: true })
    const minimal = await send(sample)
    expect(minimal.status).toBe(full.status)
    const isLess = JSON.stringify(minimal).length < JSON.stringify(full).length
    // Refusals and company information have no optional fields.
    expect(isLess).toBe(full.status === 200 && sample.call !== 'GET /snelstart/company/info')
  },
)

test('GET /snelstart/relations/{id} returns the relation', async () => {
  const rows = await sandbox.rows('relations')
  const id = rows.find(
    ({ administration_id, relatiecode }) => administration_id === 1006 && relatiecode === '-2',
  )?.id
  const answer = { id, relatiesoort: ['Klant'], relatiecode: '-2', naam: 'Klant onbekend' }
  const call = `GET /snelstart/relations/${id ?? ''}`
  const sent = await send({ call, headers: { administration: '1006' }, answer })
  expect(sent).toEqual({ status: 200, body: answer })
})

test('refuses a relation of another administration as the default relation', async () => {
  const rows = await sandbox.rows('relations')
  const id = rows.find(({ administration_id }) => administration_id === 1001)?.id
  const body = { default_no_relation: id }
  const sample = { call: `PUT /snelstart/keys/${coupledLocationKey}`, body, answer: null }
  expect((await send(sample)).status).toBe(422)
})

test('returns the payment ledgers of the requested location only', async () => {
  const ids = { administration_id: 1004, location_id: 2003 }
  const call = 'POST /accounting/paymentledgers'
  await send({ call, ...sampleWith(call, ids), answer: null })
  const recordsOf = async (location: string) => {
    const headers = { administration: '1004', location }
    return (await send({ call: 'GET /accounting/paymentledgers', headers, answer: null })).body
  }
  expect(await recordsOf('2003')).toMatchObject([ids])
  expect(await recordsOf('2004')).toBeNull()
})

test('a registration reserves the id of the first location of its administration', async () => {
  const registration = callSamples.find(({ call }) => call === 'POST /registrations/registration')
  if (!registration) throw new Error('No sample of a registration')
  await send(registration)
  expect(await sandbox.rows('administration_users')).toContainEqual({
    administration_id: 1008,
    user_id: '5b8f2c1e-0003-4a6d-9c3e-6b1d7f0a0003',
  })
  const location = { call: 'POST /locations/location', headers: { administration: '1008' } }
  const other = { ...location, headers: { administration: '1003' } }
  const createAt = async (sample: typeof location) =>
    (await send({ ...sample, body: { name: 'Balie' }, answer: null })).body
  expect(await createAt(other)).toMatchObject({ id: 2010 })
  expect(await createAt(location)).toMatchObject({ id: 2009 })
  const query = { administration_id: '1008' }
  const found = await send({ call: 'GET /registrations/registration', query, answer: null })
  expect(found.body).toMatchObject({
    id: 1,
    administration_id: 1008,
    location_id: 2009,
    coc: '01234567',
  })
})

test('returns the same unconnected key until it is connected', async () => {
  const sample: CallSample = {
    call: 'POST /snelstart/keys/unconnected',
    body: { administration_id: 1001, location_id: 2001 },
    answer: null,
  }
  const first = (await send(sample)).body as { id: string }
  expect((await send(sample)).body).toEqual(first)
  await sandbox.connectKey({ id: first.id })
  expect((await send(sample)).body).not.toMatchObject({ id: first.id })
})

test('allows all calls from a portal on another local origin with CORS', async () => {
  const headers = 'administration, authorization, content-type, idempotency-key, location'
  const preflight = (origin: string) =>
    fetch(`${sandbox.url}/api/accounting/paymentledgers/1`, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'PUT',
        'access-control-request-headers': headers,
      },
    })
  const allowed = (await preflight('http://localhost:4321')).headers
  expect(allowed.get('access-control-allow-origin')).toBe('http://localhost:4321')
  expect(allowed.get('access-control-allow-methods')).toContain('PUT')
  const allowedHeaders = allowed.get('access-control-allow-headers')?.split(',')
  expect(allowedHeaders).toEqual(expect.arrayContaining(headers.split(', ')))
  // Chromium caches a preflight for at most two hours.
  expect(allowed.get('access-control-max-age')).toBe('7200')
  const elsewhere = (await preflight('https://evil.example')).headers
  expect(elsewhere.get('access-control-allow-origin')).toBeNull()
  const preflightCall = 'PUT /api/accounting/paymentledgers/1'
  expect(await sandbox.preflights()).toEqual([preflightCall, preflightCall])
  await sandbox.clearRequests()
  expect(await sandbox.preflights()).toEqual([])
})

const closed = callSamples.filter((sample) => !isPublic(sample))
test.each(closed)('$call requires a bearer token', async (sample) => {
  const refusal = { status: 401, body: { message: 'A valid bearer token is required' } }
  expect(await send(sample, { bearer: '' })).toEqual(refusal)
  const token = await sandbox.token('admin@koppelpunt.test')
  expect(await send(sample, { bearer: `${token.slice(0, -6)}AAAAAA` })).toEqual(refusal)
})

const refusal = { status: 400, body: { message: expect.any(String) as unknown } }

const requirements = callSamples.flatMap((sample) =>
  (sample.required ?? []).map((omitted) => ({ omitted, call: sample.call, sample })),
)
test.each(requirements)('$call requires the parameter $omitted', async ({ omitted, sample }) => {
  expect(await send(sample, { omitted })).toEqual(refusal)
})

const writes = callSamples.filter(({ body }) => body !== undefined)
test.each(writes)('$call refuses a body with an invalid shape', async (sample) => {
  expect(await send({ ...sample, body: [] })).toEqual(refusal)
})

const at = (administration: string, location: string) => ({
  headers: { administration },
  query: { location },
})
const unknownPlace = { administration_id: 1, location_id: 2 }

/** Returns the parameters of a call's sample with a changed body. */
function sampleWith(call: string, changes: object): Partial<CallSample> {
  const {
    headers = {},
    query = {},
    body,
  } = callSamples.find((sample) => sample.call === call) ?? {}
  return { headers, query, body: { ...(body as object), ...changes } }
}
const updated = 'PUT /accounting/paymentledgers/{id}'
const merchant = 'POST /registrations/registration/merchant/{app}'
const registration = 'POST /registrations/registration'
const product = 'POST /snelstart/product'

test.each<[number, string, Partial<CallSample>]>([
  [404, 'GET /serials/serial/9', {}],
  [404, 'GET /locations/location/9', {}],
  [404, 'GET /locations/location/list/all', { headers: { administration: 'x' } }],
  [404, 'GET /accounting/paymentledgers/9', {}],
  [204, 'GET /accounting/paymentledgers', { headers: { administration: '1001' } }],
  [404, 'PUT /accounting/paymentledgers/1', { ...sampleWith(updated, {}), ...at('1001', '') }],
  [422, 'PUT /accounting/paymentledgers/1', sampleWith(updated, { location_id: 2001 })],
  [400, 'PUT /accounting/paymentledgers/1', sampleWith(updated, { type: 'ANDERS' })],
  [404, 'POST /snelstart/company/another-book', { ...at('1006', '2007'), body: {} }],
  [404, merchant.replace('{app}', 'ANDERS'), sampleWith(merchant, {})],
  [422, registration, sampleWith(registration, { subscriptions: [99] })],
  [422, registration, sampleWith(registration, { user_id: 'nobody' })],
  [400, registration, sampleWith(registration, { country_code: 'N' })],
  [400, registration, sampleWith(registration, { country_code: 'NLD' })],
  [400, product, sampleWith(product, { artikelomzetgroep: '99' })],
  [404, 'GET /snelstart/relations/9', { headers: { administration: '1006' } }],
  [404, 'GET /snelstart/relations', { ...at('1005', ''), query: { relatiecode: '-2' } }],
  [404, 'GET /snelstart/journals/grootboeken/2200', at('1007', '2008')],
  [409, 'GET /snelstart/journals/grootboeken/8040', at('1001', '2001')],
  [404, 'GET /snelstart/company', at('1001', '2001')],
  [404, 'GET /snelstart/company', at('1001', '2002')],
  [404, 'POST /snelstart/keys/unconnected', { body: unknownPlace }],
  [404, 'POST /serials/serial/1001', { body: { user_id: 'nobody' } }],
  [422, `PUT /snelstart/keys/${coupledLocationKey}`, { body: { default_no_relation: 'x' } }],
])('returns status %i for %s with %j', async (status, call, request) => {
  expect((await send({ call, answer: null, ...request })).status).toBe(status)
})

const faults = [400, 401, 403, 404, 409, 422, 429, 500, 503]
test.each(faults)('returns an injected status %i that conforms to the contract', async (status) => {
  const path = '/api/serials/serial'
  await sandbox.injectFault({ method: 'POST', path, fault: { kind: 'status', status } })
  const sample = { call: 'POST /serials/serial', body: {}, answer: null }
  expect((await send(sample)).status).toBe(status)
})

const twice = callSamples.filter(({ call }) =>
  /merchant|^POST \/snelstart\/(journals|relations|product|keys$)/.test(call),
)
test.each(twice)('$call returns 409 for a second identical request', async (sample) => {
  await send(sample)
  expect((await send(sample)).status).toBe(409)
})
