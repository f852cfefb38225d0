import * as z from 'zod/mini'
import type { PublicConfiguration } from '../configuration/variables.ts'
import { isSet, type Endpoint, type Id } from './endpoint.ts'
import { CallError, type CallTrace } from './errors.ts'

export interface Addressing extends Pick<PublicConfiguration, 'apiUrl' | 'idempotencyHeader'> {
  readonly identity: Pick<PublicConfiguration['identity'], 'adminUrl'>
}

interface Parts {
  path?: Record<string, Id>
  query?: Record<string, Id | undefined>
  headers?: Record<string, Id | undefined>
  body?: Record<string, unknown>
}

/** The ids of the place that a call names, in whatever part of it. */
export function placeIn(input: unknown): Pick<CallTrace, 'administration' | 'location'> {
  const { headers, query, body } = input as Parts
  const named: Record<string, unknown> = { ...body, ...query, ...headers }
  const of = (name: string) => [named[name], named[`${name}_id`]].filter(isSet).map(String)
  const [[administration], [location]] = [of('administration'), of('location')]
  return { ...(administration && { administration }), ...(location && { location }) }
}

/** The request of a call, without the bearer token. Throws a `CallError` where its parts do not fit its schema. */
export function buildRequest<Request extends z.ZodMiniType>(
  configuration: Addressing,
  location: URL,
  endpoint: Endpoint<Request>,
  input: z.input<Request>,
  idempotencyKey?: string,
): globalThis.Request {
  const call = `${endpoint.method} ${endpoint.path}`
  const unsendable = (detail: string, cause?: unknown) =>
    new CallError(call, { kind: 'unsendable', detail }, cause)
  const result = z.safeParse(endpoint.request, input)
  if (!result.success) throw unsendable(result.error.issues[0]?.path.join('.') ?? '')
  const parts = result.data as Parts

  const { apiUrl, identity } = configuration
  const base = endpoint.service === 'product' ? apiUrl : identity.adminUrl
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const part = String(parts.path?.[name])
    // Addresses resolve these even where they are encoded.
    if (part === '.' || part === '..') throw unsendable(`path.${name}`)
    return encodeURIComponent(part)
  })
  const address = new URL(base + path, location)
  for (const [name, value] of Object.entries(parts.query ?? {})) {
    if (value !== undefined) address.searchParams.set(name, String(value))
  }

  const headers = new Headers({ Accept: 'application/json', ...endpoint.headers })
  for (const [name, value] of Object.entries(parts.headers ?? {})) {
    if (value === undefined) continue
    try {
      headers.set(name, String(value))
    } catch (error) {
      // Headers carry Latin characters only.
      throw unsendable(`headers.${name}`, error)
    }
  }
  if (endpoint.effect === 'write' && idempotencyKey && configuration.idempotencyHeader) {
    headers.set(configuration.idempotencyHeader, idempotencyKey)
  }
  if (parts.body === undefined) return new Request(address, { method: endpoint.method, headers })
  headers.set('Content-Type', 'application/json')
  const body = JSON.stringify(parts.body)
  return new Request(address, { method: endpoint.method, headers, body })
}
