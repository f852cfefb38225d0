import { expect } from 'vitest'
import { sandbox, test } from '../../../test/test.ts'
import { madeId, type Sample } from '../../../test/samples/sample.ts'
import { samples } from '../../../test/samples/samples.ts'
import { isOpen, send, withIdentifier } from './sending.ts'

const sendAsNeeded = async (sample: Sample) =>
  send(await withIdentifier(sample), isOpen(sample) ? { bearer: '' } : {})

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

test.each(samples)('$call answers as the contract says', async (sample) => {
  expect(await sendAsNeeded(sample)).toEqual({
    status: sample.status ?? 200,
    body: expected(sample),
  })
})

test.each(samples)('$call answers minimally as the contract says', async (sample) => {
  const full = await sendAsNeeded(sample)
  await sandbox.reset()
  await sandbox.changeSettings({ minimalAnswers: true })
  const minimal = await sendAsNeeded(sample)
  expect(minimal.status).toBe(full.status)
  const isLess = JSON.stringify(minimal).length < JSON.stringify(full).length
  // A refusal stays what it is, and all of the company's information is needed.
  expect(isLess).toBe(full.status === 200 && sample.call !== 'GET /snelstart/company/info')
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

test('a registration keeps a location id for the location that follows', async () => {
  const registration = samples.find(({ call }) => call === 'POST /registrations/registration')
  if (!registration) throw new Error('No sample of a registration')
  await send(registration)
  expect(await sandbox.rows('administration_users')).toContainEqual({
    administration_id: 1008,
    user_id: '5b8f2c1e-0003-4a6d-9c3e-6b1d7f0a0003',
  })
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
