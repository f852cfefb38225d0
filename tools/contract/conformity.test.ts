import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { createSandboxConfiguration } from '../../test/configuration.ts'
import { createTestEnvironment } from '../../test/environment.ts'
import { createApiCaller } from '../../src/lib/api/caller.ts'
import type { Endpoint } from '../../src/lib/api/endpoint.ts'
import { callEndpoints } from './calls.ts'
import { ContractValidator } from './conformity.ts'
import { createContractDocument, type OpenApi } from './document/document.ts'
import { getSampleRequest, findCallSample } from './document/samples.ts'
import { getRecordSchema } from './document/schemas.ts'

const conformity = new ContractValidator(createContractDocument())

const request = (endpoint: Endpoint) => {
  const { path, query, headers, body } = getSampleRequest(endpoint)
  return {
    path: { id: '1', identifier: 'a', ...path },
    query: { location: '2007', ...query },
    headers: { administration: '1006', ...headers },
    body,
  }
}

async function isAccepted(endpoint: Endpoint, body: string): Promise<boolean> {
  const environment = createTestEnvironment('http://localhost:4321/', {
    fetch: () => Promise.resolve(new Response(body === '' ? null : body)),
  })
  const token = () => Promise.resolve('token')
  const call = createApiCaller({
    environment,
    configuration: createSandboxConfiguration('http://localhost:4400'),
    session: { token, tokenInsteadOf: token },
  })
  return call(endpoint, request(endpoint)).then(
    () => true,
    () => false,
  )
}

function variantsOf(record: Readonly<Record<string, unknown>>): unknown[] {
  const fields = Object.keys(record)
  const without = fields.map((omitted) =>
    Object.fromEntries(Object.entries(record).filter(([name]) => name !== omitted)),
  )
  const others = fields.flatMap((name) =>
    [null, String(record[name]), { strange: true }, '..'].map((value) => ({
      ...record,
      [name]: value,
    })),
  )
  return [record, {}, ...without, ...others, { apiKey: { id: 'inside' } }]
}

function answersLike(endpoint: Endpoint, answer: unknown): string[] {
  const record = [answer].flat()[0] as Readonly<Record<string, unknown>>
  const records = variantsOf(record)
  const forms = [...records, ...records.map((each) => [each]), [], null]
  // The portal accepts several records without required fields, which the document forbids.
  if (!z.safeParse(getRecordSchema(endpoint), {}).success) forms.push([record, record])
  return ['', ...forms.map((each) => JSON.stringify(each))]
}

const strict = new ContractValidator(createContractDocument('strict'))

test.each(Object.entries(callEndpoints))(
  'contract documents and portal accept the same responses to %s',
  async (_, endpoint) => {
    const { status = 200, answer } = findCallSample(endpoint)
    const record = status === 200 ? answer : { administration_id: 1, coc: '1', subscriptions: [1] }
    const call = `${endpoint.method} ${endpoint.path}`
    for (const body of answersLike(endpoint, record)) {
      // The portal skips records of other administrations.
      if (body.includes('"administration_id":".."')) continue
      const isRead = await isAccepted(endpoint, body)
      const isConform = conformity.problems(call, 200, body).length === 0
      expect({ body, isConform }).toEqual({ body, isConform: isRead })
      if (!isRead)
        expect({ body, problems: strict.problems(call, 200, body) }).not.toMatchObject({
          problems: [],
        })
    }
    if (status !== 200) return
    const [first] = [answer].flat()
    const plain = JSON.stringify(endpoint.isList ? [first] : first)
    expect(strict.problems(call, 200, plain)).toEqual([])
  },
)

test('the strict contract document allows only one form of each response', () => {
  const problems = (call: string, answer: unknown) =>
    strict.problems(call, 200, JSON.stringify(answer))
  const list = 'GET /serials/serial/list'
  expect(problems(list, [{ id: 1, name: 'Noord' }])).toEqual([])
  expect(problems(list, { id: 1, name: 'Noord' })).not.toEqual([])
  const info = { aantal_decimalen_artikelprijzen: 2 }
  const field = 'verkoopprijs_artikelbestand_exclusief_btw'
  expect(problems('GET /snelstart/company/info', { ...info, [field]: true })).toEqual([])
  expect(problems('GET /snelstart/company/info', { ...info, [field]: 'true' })).not.toEqual([])
  expect(problems('POST /locations/location', { id: 1 })).not.toEqual([])
})

test('rejects a response if the contract document has another name for a field', () => {
  const text = JSON.stringify(createContractDocument())
  const renamed = new ContractValidator(
    JSON.parse(text.replaceAll('"nummer"', '"number"')) as OpenApi,
  )
  const body = JSON.stringify([{ nummer: '2200' }])
  const list = 'GET /snelstart/journals/grootboeken/list'
  expect(conformity.problems(list, 200, body)).toEqual([])
  expect(renamed.problems(list, 200, body).join('\n')).toContain('number')
})

test('accepts an error response with a reason or without a body', () => {
  const problems = (body: string, status = 403) =>
    conformity.problems('GET /serials/serial/{id}', status, body)
  expect(problems('')).toEqual([])
  expect(problems('{"message":"no"}')).toEqual([])
  expect(problems('{"error":{"detail":["no","not now"]},"details":"since"}')).toEqual([])
  expect(problems('"no"', 418)).toEqual([])
  expect(problems('{"reason":"no"}')).not.toEqual([])
  expect(problems('<html>', 502)).toEqual(['the body is not JSON'])
})

test('accepts a success status other than 200 unless the call requires 200', () => {
  const list = 'GET /serials/serial/list'
  expect(conformity.problems(list, 204, '')).toEqual([])
  expect(conformity.problems(list, 206, '[{"id":1}]')).not.toEqual([])
  expect(conformity.problems('GET /registrations/subscription/list', 204, '')).not.toEqual([])
})
