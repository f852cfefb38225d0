import { callSamples, type CallSample } from '../../../test/samples.ts'
import type { Endpoint } from '../../../src/lib/api/endpoint.ts'
import { findRelations, getRelation } from '../../../src/lib/accounting/snelstart/calls.ts'

/** Path segment that names the accounting package. */
export const APP = 'SNELSTART'

export const getDocumentPath = ({ path }: Pick<Endpoint, 'path'>): string =>
  path.replace(/\?.*/, '').replace(`/${APP}`, '/{app}')

const withoutNames = (path: string) => path.replace(/\{\w+\}/g, '{}')

export interface RequestParts {
  path: Readonly<Record<string, string>>
  query: Readonly<Record<string, string>>
  headers: Readonly<Record<string, string>>
  body: unknown
}

function partsOf(path: string, samplePath: string): Record<string, string> {
  const source = path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')
  return { ...new RegExp(`^${source}$`).exec(samplePath)?.groups }
}

export function findCallSample(endpoint: Endpoint): CallSample {
  // Relation lookups by id and by code return the same sample.
  const sampled = endpoint.path === getRelation.path ? findRelations : endpoint
  const path = withoutNames(getDocumentPath(sampled))
  const sample = callSamples.find(({ call }) => withoutNames(call) === `${sampled.method} ${path}`)
  if (sample === undefined) throw new Error(`No sample of ${endpoint.method} ${endpoint.path}`)
  return sample
}

export function getSampleRequest(endpoint: Endpoint): RequestParts {
  const { path = '', query = {}, headers = {}, body } = findCallSample(endpoint)
  return { path: partsOf(getDocumentPath(endpoint), path), query, headers, body }
}
