import { expect } from 'vitest'
import type { Sample } from '../../../sandbox/testing/sample.ts'
import { samples } from '../../../sandbox/testing/samples.ts'
import { configurationFor } from '../../../test/configuration.ts'
import { createTestEnvironment } from '../../../test/environment.ts'
import { sandbox, test } from '../../../test/test.ts'
import { createCaller } from './caller.ts'
import type { Endpoint } from './endpoint.ts'
import { findRelations, getRelation } from './relations.ts'

/** Every descriptor there is, under the name of its export. */
const modules = import.meta.glob<Record<string, unknown>>(['./*.ts', '!./*.test.ts'], {
  eager: true,
})
const endpoints = Object.values(modules)
  .flatMap((module) => Object.entries(module))
  .filter((entry): entry is [string, Endpoint] => isProductEndpoint(entry[1]))

function isProductEndpoint(value: unknown): boolean {
  return (
    typeof value === 'object' && value !== null && 'service' in value && value.service === 'product'
  )
}

const withoutNames = (path: string) => path.split('?')[0]?.replace(/\{\w+\}/g, '{}')

/** Whether a sample is of an endpoint: the same path, by whatever name its parts go. */
function isOf({ method, path }: Endpoint, sample: Sample): boolean {
  const [sampleMethod, samplePath = ''] = sample.call.split(' ')
  const isSamePath = withoutNames(path) === withoutNames(samplePath) || path === sample.path
  return method === sampleMethod && isSamePath
}

/** The values that the sample's path has for the names in the endpoint's. */
function pathParts({ path }: Endpoint, { path: samplePath = '' }: Sample): Record<string, string> {
  const source = path.replace('?', '\\?').replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')
  return { ...new RegExp(`^${source}$`).exec(samplePath)?.groups }
}

test.each(samples)('$call is described once', (sample) => {
  expect(endpoints.filter(([, endpoint]) => isOf(endpoint, sample))).toHaveLength(1)
})

/** A relation's id is made with the data: it has a test of its own. */
const sampled = endpoints.filter(([name]) => name !== 'getRelation')

test.each(sampled)('%s sends what the contract wants and reads its answer', async (_, endpoint) => {
  const sample = samples.find((candidate) => isOf(endpoint, candidate))
  if (sample === undefined) throw new Error('No sample')
  const identifier = await identifierOf(1006)
  const isSettings = endpoint.path.includes('{identifier}')
  const path = isSettings ? { identifier } : pathParts(endpoint, sample)

  const call = await caller()
  await sandbox.clearRequests()
  const answer: unknown = await call(endpoint, {
    path,
    query: { location: '2007', exact: 'true', ...sample.query },
    headers: { administration: '1006', ...sample.headers },
    body: isSettings
      ? { snelstart_administratie_identifier: identifier, ...(sample.body as object) }
      : sample.body,
  })

  const [sent] = await sandbox.requests()
  expect(sent?.method).toBe(endpoint.method)
  expect(sent?.body ?? {}).toMatchObject(sample.body ?? {})
  expect(sent?.query).toMatchObject(sample.query ?? {})
  expect(sent?.headers).toMatchObject(sample.headers ?? {})
  expect(answer === null).toBe(endpoint.absent.includes(sample.status ?? 200))
})

test('getRelation reads the relation that findRelations found', async () => {
  const call = await caller()
  const place = { query: { location: 2007 }, headers: { administration: 1006 } }
  const query = { ...place.query, relatiecode: '-2' }
  const [found] = await call(findRelations, { ...place, query })
  const read = await call(getRelation, { ...place, path: { id: found?.id ?? '' } })
  expect(read).toEqual(found)
  expect(read).toMatchObject({ relatiesoort: ['Klant'], naam: 'Klant onbekend' })
})

async function caller() {
  const token = await sandbox.token('admin@koppelpunt.test')
  return createCaller(createTestEnvironment(), configurationFor(sandbox.url), {
    token: () => Promise.resolve(token),
    tokenInsteadOf: () => Promise.resolve(token),
  })
}

/** Under which id the accounting package knows an administration: made with the data. */
async function identifierOf(administration: number): Promise<string> {
  const rows = await sandbox.rows('accounting_administrations')
  return (
    rows.find(({ administration_id }) => administration_id === administration)?.identifier ?? ''
  )
}
