import { createConfig, lintFromString } from '@redocly/openapi-core'
import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { settingRows } from '../../../src/lib/accounting/snelstart/choices.ts'
import type { Endpoint } from '../../../src/lib/api/endpoint.ts'
import { formatContract, readStoredContract } from '../contract.ts'
import { createContractDocument } from './document.ts'

const modules = import.meta.glob<Record<string, unknown>>(
  [
    '../../../src/lib/{api/*,accounting/snelstart/{calls,stored-settings}}.ts',
    '!../../../src/lib/**/*.test.ts',
  ],
  { eager: true },
)
const descriptors = Object.values(modules)
  .flatMap((module) => Object.entries(module))
  .filter(([, value]) => (value as Partial<Endpoint> | null)?.service === 'product')
  .map(([name]) => name)

const document = createContractDocument()
const operations = Object.values(document.paths).flatMap((path) => Object.values(path))

test('has one operation for each endpoint descriptor', () => {
  const names = operations.map(({ operationId }) => operationId)
  expect(names.toSorted()).toEqual(descriptors.toSorted())
  expect(descriptors).toHaveLength(35)
})

test('docs/openapi.json is up to date: npm run contract -w tools/contract', async () => {
  expect(await readStoredContract()).toBe(await formatContract('tolerant'))
})

/** Differences from Redocly's recommended rules. */
const RULES = {
  // The product has no public licence.
  'info-license': 'off',
  // OpenAPI matches `/list` before `/{id}`, so these paths are not ambiguous.
  'no-ambiguous-paths': 'off',
  // Examples may contain fields outside the schema, which the portal ignores.
  'no-invalid-media-type-examples': { severity: 'error', allowAdditionalProperties: true },
} as const

test.each(['tolerant', 'strict'] as const)(
  'OpenAPI’s schema and the linter accept the %s document',
  async (form) => {
    const source = await formatContract(form)
    const validator = new Validator({ strict: false })
    expect(await validator.validate(JSON.parse(source) as Record<string, unknown>)).toEqual({
      valid: true,
    })
    const config = await createConfig({ extends: ['recommended'], rules: RULES })
    const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config })
    expect(problems.map(({ location, message }) => [location[0]?.pointer, message])).toEqual([])
  },
)

test('the strict document lists every company setting in requests and responses', () => {
  const { paths, components } = createContractDocument('strict')
  const sent = paths['/snelstart/company/{identifier}']?.post?.requestBody
  for (const part of [sent, components.schemas?.CompanySettings]) {
    const text = JSON.stringify(part)
    const described = settingRows.filter(({ setting }) => text.includes(`"${setting}":{"`))
    expect(described).toEqual(settingRows)
  }
})

const referredBy = (part: unknown) =>
  [...JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(
    ([, name = '']) => name,
  )

test.each(['tolerant', 'strict'] as const)(
  'contains no circular schema in the %s document',
  (form) => {
    // Type generators cannot handle cyclic schemas: TypeScript rejects their output (TS2502).
    const { schemas = {} } = createContractDocument(form).components
    const cyclesFrom = (name: string, path: readonly string[]): string[] =>
      referredBy(schemas[name]).flatMap((next) =>
        path.includes(next) ? [[...path, next].join(' → ')] : cyclesFrom(next, [...path, next]),
      )
    expect(Object.keys(schemas).flatMap((name) => cyclesFrom(name, [name]))).toEqual([])
  },
)
