import { createConfig, lintFromString } from '@redocly/openapi-core'
import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { settings } from '../../../src/lib/accounting/snelstart/choices.ts'
import type { Endpoint } from '../../../src/lib/api/endpoint.ts'
import { contractText, storedContract } from '../contract.ts'
import { contractDocument } from './document.ts'

const modules = import.meta.glob<Record<string, unknown>>(
  [
    '../../../src/lib/{api/*,accounting/snelstart/{calls,stored-settings}}.ts',
    '!../../../src/lib/**/*.test.ts',
  ],
  { eager: true },
)
/** Of every descriptor of a product call there is: the identity provider's look-up is its own contract. */
const descriptors = Object.values(modules)
  .flatMap((module) => Object.entries(module))
  .filter(([, value]) => (value as Partial<Endpoint> | null)?.service === 'product')
  .map(([name]) => name)

const document = contractDocument()
const operations = Object.values(document.paths).flatMap((path) => Object.values(path))

test('each descriptor is one operation', () => {
  const names = operations.map(({ operationId }) => operationId)
  expect(names.toSorted()).toEqual(descriptors.toSorted())
  expect(descriptors).toHaveLength(35)
})

test('the file is what the descriptors say: npm run contract -w tools/contract', async () => {
  expect(await storedContract()).toBe(await contractText('tolerant'))
})

/** What is otherwise here than in Redocly's recommended set. */
const RULES = {
  // Nobody else is licensed to use the product.
  'info-license': 'off',
  // OpenAPI takes the written path before the one with a name: `/list` before `/{id}`.
  'no-ambiguous-paths': 'off',
  // What is not described is ignored, so that examples may have more.
  'no-invalid-media-type-examples': { severity: 'error', allowAdditionalProperties: true },
} as const

test.each(['tolerant', 'strict'] as const)(
  'neither OpenAPI’s own schema nor the linter complains of the %s document',
  async (form) => {
    const source = await contractText(form)
    const validator = new Validator({ strict: false })
    expect(await validator.validate(JSON.parse(source) as Record<string, unknown>)).toEqual({
      valid: true,
    })
    const config = await createConfig({ extends: ['recommended'], rules: RULES })
    const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config })
    expect(problems.map(({ location, message }) => [location[0]?.pointer, message])).toEqual([])
  },
)

test('what is sent, and every strict answer, says of each setting what it is', () => {
  const { paths, components } = contractDocument('strict')
  const sent = paths['/snelstart/company/{identifier}']?.post?.requestBody
  for (const part of [sent, components.schemas?.CompanySettings]) {
    const text = JSON.stringify(part)
    const described = settings.filter(({ setting }) => text.includes(`"${setting}":{"`))
    expect(described).toEqual(settings)
  }
})

/** The names of the schemas that a part of the document refers to. */
const referredBy = (part: unknown) =>
  [...JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(
    ([, name = '']) => name,
  )

test.each(['tolerant', 'strict'] as const)(
  'no schema of the %s document refers to itself',
  (form) => {
    // Generators of types stumble over it, by whatever way: TypeScript refuses theirs (TS2502).
    const { schemas = {} } = contractDocument(form).components
    const reached = (name: string, on: readonly string[]): string[] =>
      referredBy(schemas[name]).flatMap((next) =>
        on.includes(next) ? [[...on, next].join(' → ')] : reached(next, [...on, next]),
      )
    expect(Object.keys(schemas).flatMap((name) => reached(name, [name]))).toEqual([])
  },
)
