import { beforeEach, expect } from 'vitest'
import { Conformity } from '../contract/conformity.ts'
import type { OpenApi } from '../contract/document.ts'
import { storedContract } from '../contract/file.ts'
import { sandbox, test } from '../test/test.ts'
import { configuredKey, madeId } from './testing/sample.ts'
import type { Sample } from './testing/sample.ts'
import { samples } from './testing/samples.ts'

const conformity = new Conformity(JSON.parse(await storedContract()) as OpenApi)
let token: string

beforeEach(async () => {
  token = await sandbox.token('admin@koppelpunt.test')
})

const isOpen = ({ call }: Sample) => call === 'GET /registrations/subscription/list'

/** Sends a sample, without the header or query parameter named `leftOut`. */
function send(sample: Sample, { bearer = token, leftOut = 'none' } = {}) {
  const [method = '', template = ''] = sample.call.split(' ')
  const address = new URL(`${sandbox.url}/api${sample.path ?? template}`)
  address.search = new URLSearchParams(sample.query).toString()
  address.searchParams.delete(leftOut)
  const headers = new Headers(sample.headers)
  headers.delete(leftOut)
  if (bearer) headers.set('authorization', `Bearer ${bearer}`)
  const body = sample.body === undefined ? null : JSON.stringify(sample.body)
  return fetchAnswer(sample, address, { method, headers, body })
}

/** Sends what is to be answered as docs/openapi.json says. */
async function fetchAnswer({ call, path }: Sample, address: URL, init: RequestInit) {
  const answer = await fetch(address, init)
  const text = await answer.text()
  const sent = path === undefined ? call : `${init.method ?? ''} ${path}`
  expect(conformity.problems(sent, answer.status, text)).toEqual([])
  return { status: answer.status, body: text === '' ? null : (JSON.parse(text) as unknown) }
}

/** What is compared with the answer: some text for every id that the sandbox makes. */
function expected({ answer, amongOthers = false }: Sample): unknown {
  const body = withAnyIds(answer)
  return amongOthers ? expect.arrayContaining(body as unknown[]) : body
}

function withAnyIds(value: unknown): unknown {
  if (value === madeId) return expect.any(String)
  if (Array.isArray(value)) return value.map(withAnyIds)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withAnyIds(each)]))
}

/** The identifier is made with the data, so the one write that names it asks first. */
async function withIdentifier(sample: Sample): Promise<Sample> {
  if (!sample.call.includes('{identifier}')) return sample
  const rows = await sandbox.rows('accounting_administrations')
  const identifier = rows.find(({ administration_id }) => administration_id === 1006)?.identifier
  return { ...sample, path: `/snelstart/company/${identifier ?? ''}` }
}

test.each(samples)('$call answers as the contract says', async (sample) => {
  const bearer = isOpen(sample) ? '' : token
  expect(await send(await withIdentifier(sample), { bearer })).toEqual({
    status: sample.status ?? 200,
    body: expected(sample),
  })
})

const closed = samples.filter((sample) => !isOpen(sample))
test.each(closed)('$call wants a bearer token', async (sample) => {
  const refusal = { status: 401, body: { message: 'A valid bearer token is required' } }
  expect(await send(sample, { bearer: '' })).toEqual(refusal)
  expect(await send(sample, { bearer: `${token.slice(0, -6)}AAAAAA` })).toEqual(refusal)
})

const refusal = { status: 400, body: { message: expect.any(String) as unknown } }

const requirements = samples.flatMap((sample) =>
  (sample.required ?? []).map((leftOut) => ({ leftOut, call: sample.call, sample })),
)
test.each(requirements)('$call wants $leftOut', async ({ leftOut, sample }) => {
  expect(await send(await withIdentifier(sample), { leftOut })).toEqual(refusal)
})

const writes = samples.filter(({ body }) => body !== undefined)
test.each(writes)('$call refuses a body that is not its own', async (sample) => {
  expect(await send(await withIdentifier({ ...sample, body: [] }))).toEqual(refusal)
})

test('GET /snelstart/relations/{id} answers the relation', async () => {
  const relation = (await sandbox.rows('relations')).find(
    ({ administration_id, relatiecode }) => administration_id === 1006 && relatiecode === '-2',
  )
  const sample: Sample = {
    call: 'GET /snelstart/relations/{id}',
    path: `/snelstart/relations/${relation?.id ?? ''}`,
    headers: { administration: '1006' },
    answer: {
      id: relation?.id,
      relatiesoort: ['Klant'],
      relatiecode: '-2',
      naam: 'Klant onbekend',
    },
  }
  expect(await send(sample)).toEqual({ status: 200, body: sample.answer })
})

const absent: readonly (Pick<Sample, 'call' | 'query' | 'headers' | 'body'> & {
  status: number
})[] = [
  { call: 'GET /serials/serial/9', status: 404 },
  { call: 'GET /locations/location/9', status: 404 },
  { call: 'GET /locations/location/list/all', headers: { administration: 'x' }, status: 404 },
  { call: 'GET /accounting/paymentledgers/9', status: 404 },
  { call: 'GET /accounting/paymentledgers', headers: { administration: '1001' }, status: 204 },
  { call: 'GET /snelstart/relations/9', headers: { administration: '1006' }, status: 404 },
  {
    call: 'GET /snelstart/relations',
    headers: { administration: '1005' },
    query: { relatiecode: '-2' },
    status: 404,
  },
  {
    call: 'GET /snelstart/journals/grootboeken/2200',
    headers: { administration: '1007' },
    query: { location: '2008' },
    status: 404,
  },
  {
    call: 'GET /snelstart/journals/grootboeken/8040',
    headers: { administration: '1001' },
    query: { location: '2001' },
    status: 409,
  },
  {
    call: 'GET /snelstart/company',
    headers: { administration: '1001' },
    query: { location: '2001' },
    status: 404,
  },
  {
    call: 'GET /snelstart/company',
    headers: { administration: '1001' },
    query: { location: '2002' },
    status: 404,
  },
  {
    call: 'POST /snelstart/keys/unconnected',
    body: { administration_id: 1, location_id: 2 },
    status: 404,
  },
  { call: 'POST /serials/serial/1001', body: { user_id: 'nobody' }, status: 404 },
  { call: `PUT /snelstart/keys/${configuredKey}`, body: { default_no_relation: 'x' }, status: 422 },
]

test.each(absent)('$call is answered $status', async ({ status, ...call }) => {
  expect((await send({ ...call, answer: null })).status).toBe(status)
})

test('a call that does not exist is answered 404', async () => {
  const headers = { authorization: `Bearer ${token}` }
  expect((await fetch(`${sandbox.url}/api/nothing/here`, { headers })).status).toBe(404)
})

test.each(samples)('$call answers minimally as the contract says', async (sample) => {
  await sandbox.changeSettings({ minimalAnswers: true })
  const bearer = isOpen(sample) ? '' : token
  const { status } = await send(await withIdentifier(sample), { bearer })
  expect(status).toBe(sample.status ?? 200)
})

const faults = [400, 401, 403, 404, 409, 422, 429, 500, 503]
test.each(faults)('a fault of status %i is a refusal as the contract says', async (status) => {
  const path = '/api/serials/serial'
  await sandbox.injectFault({ method: 'POST', path, fault: { kind: 'status', status } })
  const sample = { call: 'POST /serials/serial', body: {}, answer: null }
  expect((await send(sample)).status).toBe(status)
})

test('an answer that the document describes otherwise is found', async () => {
  const text = await storedContract()
  const drifted = new Conformity(JSON.parse(text.replaceAll('country_code', 'country')) as OpenApi)
  const renamed = new Conformity(JSON.parse(text.replaceAll('"name"', '"title"')) as OpenApi)
  const body = JSON.stringify((await send({ call: 'GET /serials/serial/1001', answer: null })).body)
  // A field that may lack can be called otherwise, for what is not described is ignored.
  expect(drifted.problems('GET /serials/serial/{id}', 200, body)).toEqual([])
  expect(renamed.problems('GET /serials/serial/{id}', 200, body)).toContain(
    "/ must have required property 'title'",
  )
})

const twice = samples.filter(({ call }) =>
  /merchant|^POST \/snelstart\/(journals|relations|product|keys$)/.test(call),
)
test.each(twice)('$call is refused the second time', async (sample) => {
  await send(sample)
  expect((await send(sample)).status).toBe(409)
})

test('a registration keeps a location id for the location that follows', async () => {
  const registration = samples.find(({ call }) => call === 'POST /registrations/registration')
  if (!registration) throw new Error('No sample of a registration')
  await send(registration)
  expect(await sandbox.rows('administration_users')).toEqual([
    { administration_id: 1008, user_id: '5b8f2c1e-0003-4a6d-9c3e-6b1d7f0a0003' },
  ])
  const location = { call: 'POST /locations/location', headers: { administration: '1008' } }
  const other = { ...location, headers: { administration: '1003' } }
  const made = async (sample: typeof location) =>
    (await send({ ...sample, body: { name: 'Balie' }, answer: null })).body
  expect(await made(other)).toMatchObject({ id: 2010 })
  expect(await made(location)).toMatchObject({ id: 2009 })
  const query = { administration_id: '1008' }
  const found = await send({ call: 'GET /registrations/registration', query, answer: null })
  expect(found.body).toMatchObject({
    id: 1,
    administration_id: 1008,
    location_id: 2009,
    coc: '01234567',
  })
})

test('an unconnected key is handed out again until it is used', async () => {
  const sample: Sample = {
    call: 'POST /snelstart/keys/unconnected',
    body: { administration_id: 1001, location_id: 2001 },
    answer: null,
  }
  const first = (await send(sample)).body as { id: string }
  expect((await send(sample)).body).toEqual(first)
  await sandbox.connectKey({ id: first.id })
  expect((await send(sample)).body).not.toMatchObject({ id: first.id })
})

test('a portal on another origin of this machine may send all of it', async () => {
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
  // Chromium keeps an answer for two hours at most.
  expect(allowed.get('access-control-max-age')).toBe('7200')
  const elsewhere = (await preflight('https://evil.example')).headers
  expect(elsewhere.get('access-control-allow-origin')).toBeNull()
  const asked = 'PUT /api/accounting/paymentledgers/1'
  expect(await sandbox.preflights()).toEqual([asked, asked])
  await sandbox.clearRequests()
  expect(await sandbox.preflights()).toEqual([])
})
