import * as z from 'zod/mini'
import type { Endpoint } from '../../../src/lib/api/endpoint.ts'
import type { Options } from './options.ts'

/** The parts of a call's request by their names, for what is known of them. */
function partsOf({ request }: Endpoint): Readonly<Record<string, z.ZodMiniType>> {
  return request instanceof z.ZodMiniObject
    ? (request.def.shape as Readonly<Record<string, z.ZodMiniType>>)
    : {}
}

const namesIn = (part: z.ZodMiniType | undefined) =>
  part instanceof z.ZodMiniObject ? Object.keys(part.def.shape) : []

/** The headers of a call that a browser has to be allowed, in the form of a preflight. */
export function headersOf(endpoint: Endpoint, idempotencyHeader: string | null): string[] {
  const parts = partsOf(endpoint)
  const headers = [...Object.keys(endpoint.headers), ...namesIn(parts.headers)]
  if (endpoint.authorized) headers.push('Authorization')
  if (parts.body !== undefined) headers.push('Content-Type')
  if (endpoint.effect === 'write' && idempotencyHeader !== null) headers.push(idempotencyHeader)
  return headers.map((name) => name.toLowerCase()).sort()
}

/** A read's request that only has to be refused: with what was given, or anything. */
export function anyRequest(endpoint: Endpoint, { administration, location }: Options): unknown {
  const values = (part: z.ZodMiniType | undefined) =>
    Object.fromEntries(
      namesIn(part).map((name) => {
        if (name.startsWith('administration')) return [name, administration ?? '1']
        return [name, name.startsWith('location') ? (location ?? '1') : '1']
      }),
    )
  const { path, query, headers } = partsOf(endpoint)
  return { path: values(path), query: values(query), headers: values(headers) }
}
