import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import {
  usedFieldsByCall,
  type FieldType,
  type ResponseFieldUse,
} from '../../../test/answer-uses.ts'
import { createSandboxConfiguration } from '../../../test/configuration.ts'
import { createTestEnvironment } from '../../../test/environment.ts'
import { createApiCaller } from './caller.ts'
import type { Endpoint } from './endpoint.ts'
import { createUnconnectedKey } from './keys.ts'
import { createLedger, createProduct, createRelation } from '../accounting/snelstart/calls.ts'
import { getCompanySettings } from '../accounting/snelstart/stored-settings.ts'
import { createLocation, listAdministrations, listLocations } from './places.ts'
import { createMerchant, listSubscriptions } from './registrations.ts'

const person = { first_name: 'Anna', last_name: 'de Vries' }
const email = 'anna@zaak.test'
/** Sample values for the parts of every call's request. */
const request = {
  path: { id: 1, number: '2200', identifier: 'a' },
  query: {
    location: 1,
    location_id: 1,
    administration_id: 1,
    username: email,
    exact: 'true',
    relatiecode: '-2',
  },
  headers: { administration: 1, location: 1 },
  body: {
    ...{ id: 1, user_id: 1, administration_id: 1, location_id: 1, administration: 1, location: 1 },
    ...{ name: 'Nieuw', country_code: 'NL', sku_code: 'A-1', apiKey: 'k', default_no_relation: 1 },
    ...{ nummer: '2200', omschrijving: 'Contant', functie: 'ContanteBetaling', soort: 'Kas' },
    ...{ rekening_code: 'Balans', rubriek: 'Tussenrekeningen', kostenplaats: false },
    ...{ relatiesoort: ['Klant'], relatiecode: '-2', naam: 'Passant', type: 'SNELSTART' },
    ...{ cash_ledger: '2200', eft_ledger: '2210', webshop_ledger: '2220', subscriptions: [1] },
    ...{ ...person, username: email, email, app_user: { ...person, email }, person, emails: [] },
    snelstart_administratie_identifier: 'a',
  },
}

const modules = import.meta.glob<Record<string, unknown>>(
  ['./*.ts', '../accounting/**/*.ts', '!../**/*.test.ts'],
  { eager: true },
)
const endpoints = Object.fromEntries(
  Object.values(modules)
    .flatMap((module) => Object.entries(module))
    .filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1])),
)

function isEndpoint(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'service' in value && 'path' in value
}

const configuration = createSandboxConfiguration('http://localhost:4400')
const token = () => Promise.resolve('token')

function answered(endpoint: Endpoint, response: () => Response): Promise<unknown> {
  const environment = createTestEnvironment('http://localhost:4321/', {
    fetch: () => Promise.resolve(response()),
  })
  const call = createApiCaller({
    environment,
    configuration,
    session: { token, tokenInsteadOf: token },
  })
  return call(endpoint, z.parse(endpoint.request, request))
}

const withBody = (endpoint: Endpoint, body: unknown) =>
  answered(endpoint, () => Response.json(body))

const text = fc.string({ minLength: 1 })
const id = fc.oneof(
  text.filter((some) => some !== '.' && some !== '..'),
  fc.nat(),
)
const arbitraries: Readonly<Record<FieldType, fc.Arbitrary<unknown>>> = {
  id,
  requestedId: fc.constantFrom(1, '1'),
  text,
  number: fc.oneof(fc.nat(9), fc.nat(9).map(String)),
  flag: fc.constantFrom(true, false, 'true', 'false'),
  anything: fc.oneof(fc.string(), fc.nat(), fc.boolean(), fc.constant({ months: 12 })),
  texts: fc.oneof(text, fc.array(text)),
  ids: fc.array(id),
  emails: fc.array(fc.record({ email: text })),
}

const recordOf = (fields: Readonly<Record<string, FieldType>> = {}) =>
  fc.record(
    Object.fromEntries(Object.entries(fields).map(([name, kind]) => [name, arbitraries[kind]])),
  )
const namesOf = ({ used, unused = [] }: ResponseFieldUse) => [...Object.keys(used ?? {}), ...unused]
const nullsFor = (use: ResponseFieldUse) =>
  Object.fromEntries(namesOf(use).map((name) => [name, null]))
const bodyOf = ({ answer }: ResponseFieldUse, record: unknown) =>
  answer === 'list' ? [record] : record

/** Expects two values to have the same JSON. */
function expectSame(
  answer: unknown,
  use: ResponseFieldUse,
  record: Readonly<Record<string, unknown>>,
): void {
  if (use.answer === 'nothing') return
  const read = (use.answer === 'list' ? (answer as unknown[])[0] : answer) as object
  for (const name of Object.keys({ ...use.needed, ...use.used })) {
    if (!(name in record) || record[name] === null) continue
    expect(JSON.stringify(Reflect.get(read, name))).toBe(JSON.stringify(record[name]))
  }
}

test('describes the used response fields of every endpoint', () => {
  expect(Object.keys(usedFieldsByCall).sort()).toEqual(Object.keys(endpoints).sort())
})

const described = Object.entries(endpoints).map(([name, endpoint]) => {
  const use = usedFieldsByCall[name]
  if (use === undefined) throw new Error(`No use described for ${name}`)
  return { name, endpoint, use, needs: Object.keys(use.needed ?? {}) }
})

test.each(described)(
  '$name accepts a response with the required and any other fields',
  async ({ endpoint, use }) => {
    const records = fc.oneof(recordOf(use.needed), recordOf({ ...use.needed, ...use.used }))
    const unused = fc.record(
      Object.fromEntries((use.unused ?? []).map((name) => [name, fc.jsonValue()])),
      { requiredKeys: [] },
    )
    const others = fc.oneof(fc.constantFrom({}, nullsFor(use), { extra: [{ deep: null }] }), unused)
    const holds = async (record: Record<string, unknown>, beside: object) => {
      const answer = await withBody(endpoint, bodyOf(use, { ...beside, ...record }))
      expectSame(answer, use, record)
    }
    await fc.assert(fc.asyncProperty(records, others, holds), { numRuns: 80 })
  },
)

const needing = described.flatMap((each) => each.needs.map((field) => ({ ...each, field })))

test.each(needing)(
  '$name rejects a response without $field and names the field',
  async ({ endpoint, use, field }) => {
    const holds = async (record: Record<string, unknown>) => {
      const others = Object.fromEntries(Object.entries(record).filter(([name]) => name !== field))
      for (const lacking of [others, { ...others, [field]: null }]) {
        await expect(withBody(endpoint, bodyOf(use, lacking))).rejects.toMatchObject({
          name: 'CallError',
          failure: {
            kind: 'malformed',
            detail: expect.stringMatching(`(^|\\.)${field}$`) as string,
          },
        })
      }
    }
    const record = recordOf({ ...use.needed, ...use.used })
    await fc.assert(fc.asyncProperty(record, holds), { numRuns: 10 })
  },
)

const sample = ({ needed, used }: ResponseFieldUse) =>
  fc.sample(recordOf({ ...needed, ...used }), 1)[0] ?? {}

test.each(described.filter(({ use }) => use.answer !== 'nothing'))(
  '$name accepts a single record with or without a list around it',
  async ({ endpoint, use }) => {
    const record = sample(use)
    expect(await withBody(endpoint, [record])).toEqual(await withBody(endpoint, record))
  },
)

test.each(described.filter(({ use }) => use.answer === 'one'))(
  '$name rejects a response with several records',
  async ({ endpoint, use, needs }) => {
    // Skips writes whose response the portal does not use.
    if (needs.length === 0 && endpoint.effect === 'write') return
    const record = sample(use)
    await expect(withBody(endpoint, [record, record])).rejects.toMatchObject({
      failure: { kind: 'malformed' },
    })
  },
)

const noContent = () => new Response(null, { status: 204 })

test.each(described.filter(({ use }) => use.answer === 'list'))(
  '$name reads null and no content as an empty list unless 200 is required',
  async ({ endpoint }) => {
    expect(await withBody(endpoint, null)).toEqual([])
    const empty = answered(endpoint, noContent)
    if (endpoint !== (listSubscriptions as unknown)) expect(await empty).toEqual([])
    else await expect(empty).rejects.toMatchObject({ failure: { kind: 'status', status: 204 } })
  },
)

const readsOfOne = described.filter(
  ({ endpoint, use }) =>
    use.answer === 'one' && endpoint.effect === 'read' && endpoint.absent.includes(404),
)

test.each(readsOfOne)('$name reads an empty list and null as absent', async ({ endpoint }) => {
  expect(await withBody(endpoint, [])).toBeNull()
  expect(await withBody(endpoint, null)).toBeNull()
})

const emptyBodies = [
  ['no content', noContent],
  ['no text', () => new Response('')],
  ['null', () => Response.json(null)],
  ['{}', () => Response.json({})],
  ['a text', () => new Response('OK')],
  ['half an answer', () => new Response('{"id": 1, "na', { status: 202 })],
] as const

test.each(emptyBodies)(
  'accepts %s as the response to a write without required fields',
  async (_, response) => {
    for (const { endpoint, use, needs } of described) {
      if (endpoint.effect === 'read' || needs.length > 0) continue
      const answer = await answered(endpoint, response)
      // A null answer would mean that the write was not sent.
      expect(answer, use.answer).not.toBeNull()
    }
  },
)

test('fills omitted fields of a response with values of the request', async () => {
  const answerTo = (endpoint: unknown, body: unknown) => withBody(endpoint as Endpoint, body)
  const location = await answerTo(createLocation, { id: 7, name: null })
  expect(location).toMatchObject({ id: 7, name: 'Nieuw', administration_id: 1 })
  expect(await answerTo(createLedger, { nummer: 2200, grootboek_rubriek: null })).toEqual({
    nummer: 2200,
    omschrijving: 'Contant',
    grootboekfunctie: 'ContanteBetaling',
    rekening_code: 'Balans',
    grootboek_rubriek: 'Tussenrekeningen',
  })
  const named = { id: 'r', naam: 'Anders' }
  const relation = { ...named, relatiecode: '-2', relatiesoort: ['Klant'] }
  expect(await answerTo(createRelation, named)).toEqual(relation)
  const product = { id: 'p', name: 'Nieuw', sku_code: 'A-1' }
  expect(await answerTo(createProduct, { id: 'p' })).toEqual(product)
  expect(await answerTo(createMerchant, null)).toEqual({})
})

test.each([{ id: 7 }, { apiKey: { id: 7 } }, [{ id: null, apiKey: { id: 7 } }]])(
  'reads the id of a key from %j',
  async (body) => {
    expect(await withBody(createUnconnectedKey as unknown as Endpoint, body)).toEqual({ id: 7 })
  },
)

test('ignores locations of another administration', async () => {
  const own = { id: 1, name: 'Noord', administration_id: '1' }
  const unnamed = { id: 2, name: 'Zuid', administration_id: null }
  const others = { id: 3, name: 'Noord', administration_id: 2 }
  const endpoint = listLocations as unknown as Endpoint
  expect(await withBody(endpoint, [others, own, unnamed])).toEqual([own, unnamed])
})

test('keeps unknown company settings as received', async () => {
  const settings = {
    snelstart_administratie_identifier: 7,
    price_decimals: '2',
    write_order: 'false',
    write_cash_count: { how: 'daily' },
    default_cash_register: 2050,
    more: [null],
    api_key: { id: 1, default_no_relation: null, more: true },
  }
  const endpoint = getCompanySettings as unknown as Endpoint
  expect(await withBody(endpoint, settings)).toStrictEqual(settings)
})

const identified = described.flatMap(({ name, endpoint, use }) =>
  Object.entries({ ...use.needed, ...use.used })
    .filter(([field, kind]) => kind === 'id' || kind === 'requestedId' || field.endsWith('_id'))
    .map(([field]) => ({ name, endpoint, use, field })),
)

test.each(identified)(
  '$name rejects a number above the safe integer limit in $field',
  async ({ endpoint, use, field }) => {
    const body = bodyOf(use, { ...sample(use), [field]: 'rounded' })
    const text = JSON.stringify(body).replace('"rounded"', '9007199254740993')
    await expect(answered(endpoint, () => new Response(text))).rejects.toMatchObject({
      failure: { kind: 'malformed', detail: expect.stringMatching(`(^|\\.)${field}$`) as string },
    })
  },
)

test.each([
  ['more', '{ "deep": [1e400] }'],
  ['api_key.id', '9007199254740993'],
  ['api_key.more', '-9007199254740993'],
])(
  'rejects company settings with a number above the safe integer limit: %s',
  async (field, value) => {
    const [first = '', second] = field.split('.')
    const inside = second ? `{ "${second}": ${value} }` : value
    const text = `{ "snelstart_administratie_identifier": 7, "${first}": ${inside} }`
    const endpoint = getCompanySettings as unknown as Endpoint
    const read = answered(endpoint, () => new Response(text))
    await expect(read).rejects.toMatchObject({ failure: { kind: 'malformed', detail: field } })
  },
)

test.each(['.', '..'])('rejects the id %j, which would change a request path', async (id) => {
  const answer = [
    { id: 1, name: 'Noord' },
    { id, name: 'Zuid' },
  ]
  const list = listAdministrations as unknown as Endpoint
  await expect(withBody(list, answer)).rejects.toMatchObject({
    failure: { kind: 'malformed', detail: '1.id' },
  })
})
