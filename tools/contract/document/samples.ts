import type { Sample } from '../../../test/samples/sample.ts'
import { samples } from '../../../test/samples/samples.ts'
import type { Endpoint } from '../../../src/lib/api/endpoint.ts'
import { findRelations, getRelation } from '../../../src/lib/accounting/snelstart/calls.ts'

/** The segment that descriptors write out and a service may have more of. */
export const APP = 'SNELSTART'

/** A call's path in the document: without a query, with a name for what others may fill in. */
export const pathOf = ({ path }: Pick<Endpoint, 'path'>): string =>
  path.replace(/\?.*/, '').replace(`/${APP}`, '/{app}')

const withoutNames = (path: string) => path.replace(/\{\w+\}/g, '{}')

/** The parts of a call's request, as its descriptor takes them. */
export interface RequestParts {
  path: Readonly<Record<string, string>>
  query: Readonly<Record<string, string>>
  headers: Readonly<Record<string, string>>
  body: unknown
}

/** The values that the sample's path has for the names in the call's. */
function partsOf(path: string, samplePath: string): Record<string, string> {
  const source = path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')
  return { ...new RegExp(`^${source}$`).exec(samplePath)?.groups }
}

/** The literal sample of a call: what is sent, and what comes back. */
export function sampleOf(endpoint: Endpoint): Sample {
  // The relation that is read by its id is the one that is found by its code.
  const shown = endpoint.path === getRelation.path ? findRelations : endpoint
  const path = withoutNames(pathOf(shown))
  const sample = samples.find(({ call }) => withoutNames(call) === `${shown.method} ${path}`)
  if (sample === undefined) throw new Error(`No sample of ${endpoint.method} ${endpoint.path}`)
  return sample
}

/** What the sample sends. */
export function requestOf(endpoint: Endpoint): RequestParts {
  const { path = '', query = {}, headers = {}, body } = sampleOf(endpoint)
  return { path: partsOf(pathOf(endpoint), path), query, headers, body }
}
