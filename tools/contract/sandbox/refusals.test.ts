import { expect } from 'vitest'
import { sandbox, test } from '../../../test/test.ts'
import { configuredKey, type Sample } from '../../../test/samples/sample.ts'
import { samples } from '../../../test/samples/samples.ts'
import { isOpen, send, withIdentifier } from './sending.ts'

const closed = samples.filter((sample) => !isOpen(sample))
test.each(closed)('$call wants a bearer token', async (sample) => {
  const refusal = { status: 401, body: { message: 'A valid bearer token is required' } }
  expect(await send(sample, { bearer: '' })).toEqual(refusal)
  const token = await sandbox.token('admin@koppelpunt.test')
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
  const token = await sandbox.token('admin@koppelpunt.test')
  const headers = { authorization: `Bearer ${token}` }
  expect((await fetch(`${sandbox.url}/api/nothing/here`, { headers })).status).toBe(404)
})

const faults = [400, 401, 403, 404, 409, 422, 429, 500, 503]
test.each(faults)('a fault of status %i is a refusal as the contract says', async (status) => {
  const path = '/api/serials/serial'
  await sandbox.injectFault({ method: 'POST', path, fault: { kind: 'status', status } })
  const sample = { call: 'POST /serials/serial', body: {}, answer: null }
  expect((await send(sample)).status).toBe(status)
})

const twice = samples.filter(({ call }) =>
  /merchant|^POST \/snelstart\/(journals|relations|product|keys$)/.test(call),
)
test.each(twice)('$call is refused the second time', async (sample) => {
  await send(sample)
  expect((await send(sample)).status).toBe(409)
})
