import { expect, test } from 'vitest'
import { calls } from './calls.ts'
import { contractDocument } from './document.ts'
import { contractText, storedContract } from './file.ts'
import { documentProblems } from './judge.ts'

const modules = import.meta.glob<Record<string, unknown>>(
  ['../src/lib/api/*.ts', '!../src/lib/api/*.test.ts'],
  { eager: true },
)
/** Of every descriptor of a product call there is: the identity provider's look-up is its own contract. */
const descriptors = Object.values(modules)
  .flatMap((module) => Object.entries(module))
  .flatMap(([name, value]) => (isOfProduct(value) ? [name] : []))

function isOfProduct(value: unknown): boolean {
  return (
    typeof value === 'object' && value !== null && 'service' in value && value.service === 'product'
  )
}

const document = contractDocument()
const operations = Object.values(document.paths).flatMap((path) => Object.values(path))

test('each descriptor is one operation', () => {
  const names = operations.map(({ operationId }) => operationId)
  expect(names.toSorted()).toEqual(descriptors.toSorted())
  expect(descriptors).toHaveLength(35)
})

test('the file is what the descriptors say, which is OpenAPI 3.1 and has no complaint', async () => {
  const text = await contractText()
  expect(await storedContract()).toBe(text)
  expect(await documentProblems(text)).toEqual([])
})

test('what is written into a descriptor’s path is a parameter with one value', () => {
  const fixed = (path: string, method: string) =>
    (document.paths[path]?.[method]?.parameters as { name: string; in: string; schema?: object }[])
      .filter(({ schema }) => 'const' in (schema ?? {}))
      .map(({ name, in: place, schema }) => ({ name, place, schema }))
  expect(fixed('/registrations/subscription/list', 'get')).toEqual([
    { name: 'type', place: 'query', schema: { const: 'SNELSTART' } },
  ])
  expect(fixed('/registrations/registration/merchant/{app}', 'post')).toEqual([
    { name: 'app', place: 'path', schema: { const: 'SNELSTART' } },
  ])
  expect(fixed('/snelstart/product/import', 'get')).toEqual([
    { name: 'productpages', place: 'query', schema: { const: 'true' } },
  ])
})

test('one call is open, and every write takes an idempotency key', () => {
  const open = operations.filter(({ security }) => Array.isArray(security) && security.length === 0)
  expect(open.map(({ operationId }) => operationId)).toEqual(['listSubscriptions'])
  const withKey = operations.filter(({ parameters }) =>
    JSON.stringify(parameters).includes('#/components/parameters/IdempotencyKey'),
  )
  const writes = Object.entries(calls).filter(([, { effect }]) => effect === 'write')
  expect(withKey.map(({ operationId }) => operationId).toSorted()).toEqual(
    writes.map(([name]) => name).toSorted(),
  )
})

const text = JSON.stringify(document)

test.each([
  ['no version', text.replace('"openapi":"3.1.1",', ''), /openapi|version/i],
  ['a misspelt part', text.replace('"responses":', '"respones":'), /respones/],
  ['a parameter nowhere', text.replace('"in":"path"', '"in":"pth"'), /in/],
  ['a reference to nothing', text.replace('schemas/Id"', 'schemas/Ids"'), /Ids/],
  ['two of one name', text.replace('"getLocation"', '"listLocations"'), /operationId/i],
  ['a path without its parameter', text.replace('"name":"number"', '"name":"nummer"'), /number/],
])('the judge refuses %s', async (_, invalid, reason) => {
  expect(invalid).not.toBe(text)
  const problems = await documentProblems(invalid)
  expect(problems.join('\n')).toMatch(reason)
})
