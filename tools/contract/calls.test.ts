import { expect } from 'vitest'
import { callEndpoints } from './calls.ts'
import { getSampleRequest, findCallSample } from './document/samples.ts'
import { callSamples } from '../../test/samples.ts'
import { createSandboxConfiguration } from '../../test/configuration.ts'
import { createTestEnvironment } from '../../test/environment.ts'
import { sandbox, test } from '../../test/test.ts'
import { createApiCaller } from '../../src/lib/api/caller.ts'
import type { Endpoint } from '../../src/lib/api/endpoint.ts'
import { findRelations, getRelation } from '../../src/lib/accounting/snelstart/calls.ts'

test.each(callSamples)('has exactly one endpoint descriptor for $call', (sample) => {
  const described = Object.values(callEndpoints).filter(
    (endpoint) => findCallSample(endpoint) === sample,
  )
  expect(described.filter((endpoint) => endpoint !== getRelation)).toHaveLength(1)
})

const sampled = Object.entries<Endpoint>(callEndpoints).filter(([name]) => name !== 'getRelation')

test.each(sampled)(
  '%s sends the request of the contract and reads the response',
  async (_, endpoint) => {
    const sample = findCallSample(endpoint)
    const request = getSampleRequest(endpoint)
    const identifier = await identifierOf(1006)
    const isSettings = endpoint.path.includes('{identifier}')
    const path = isSettings ? { identifier } : request.path

    const call = await caller()
    await sandbox.clearRequests()
    const answer: unknown = await call(endpoint, {
      path,
      query: { location: '2007', ...request.query },
      headers: { administration: '1006', ...request.headers },
      body: request.body,
    })

    const [sent] = await sandbox.requests()
    expect(sent?.method).toBe(endpoint.method)
    expect(sent?.body ?? {}).toMatchObject(sample.body ?? {})
    expect(sent?.query).toMatchObject(sample.query ?? {})
    expect(sent?.headers).toMatchObject(sample.headers ?? {})
    expect(answer === null).toBe(endpoint.absent.includes(sample.status ?? 200))
  },
)

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
  return createApiCaller({
    environment: createTestEnvironment(),
    configuration: createSandboxConfiguration(sandbox.url),
    session: { token: () => Promise.resolve(token), tokenInsteadOf: () => Promise.resolve(token) },
  })
}

async function identifierOf(administration: number): Promise<string> {
  const rows = await sandbox.rows('accounting_administrations')
  return (
    rows.find(({ administration_id }) => administration_id === administration)?.identifier ?? ''
  )
}
