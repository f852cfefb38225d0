import { callTimeout } from '../../../src/lib/limits.ts'
import { getCallName, type Endpoint } from '../../../src/lib/api/endpoint.ts'
import { disallowedHeaders, isMethodAllowed } from '../../operate/verify/as-browser.ts'
import { callEndpoints } from '../calls.ts'
import { listSchemaFields } from '../document/schemas.ts'
import { CheckFailedError, throwCheckSkipped, describeReason } from './outcome.ts'
import { getRequestSchemas, type Service } from './service.ts'

const CHROMIUM_MAX_AGE_SECONDS = 7200

/** Returns the request headers that need CORS permission. */
export function listPreflightHeaders(
  endpoint: Endpoint,
  idempotencyHeader: string | null,
): string[] {
  const parts = getRequestSchemas(endpoint)
  const headers = [...Object.keys(endpoint.headers), ...listSchemaFields(parts.headers)]
  if (endpoint.authorized) headers.push('Authorization')
  if (parts.body !== undefined) headers.push('Content-Type')
  if (endpoint.effect === 'write' && idempotencyHeader !== null) headers.push(idempotencyHeader)
  return headers.map((name) => name.toLowerCase()).sort()
}

async function preflight(
  service: Service,
  origin: string,
  endpoint: Endpoint,
): Promise<{ maxAge: number }> {
  const { url, idempotencyHeader } = service.options
  const headers = listPreflightHeaders(endpoint, idempotencyHeader)
  const path = endpoint.path.replace(/\{\w+\}/g, '1')
  const response = await fetch(url + path, {
    method: 'OPTIONS',
    redirect: 'manual',
    signal: AbortSignal.timeout(callTimeout),
    headers: {
      Origin: origin,
      'Access-Control-Request-Method': endpoint.method,
      'Access-Control-Request-Headers': headers.join(','),
    },
  })
  if (!response.ok)
    throw new CheckFailedError(`status ${response.status}, where a preflight takes no token`)
  service.expectReadable(response)
  const methods = response.headers.get('Access-Control-Allow-Methods') ?? ''
  if (!isMethodAllowed(endpoint.method, methods))
    throw new CheckFailedError(`${endpoint.method} is not in Access-Control-Allow-Methods`)
  const allowed = response.headers.get('Access-Control-Allow-Headers') ?? ''
  const missing = disallowedHeaders(headers, allowed)
  if (missing.length > 0) {
    throw new CheckFailedError(`not in Access-Control-Allow-Headers: ${missing.join(', ')}`)
  }
  return { maxAge: Number(response.headers.get('Access-Control-Max-Age') ?? 0) }
}

export async function checkPreflights(service: Service): Promise<void> {
  const endpoints = Object.values(callEndpoints)
  await service.check(`${endpoints.length} preflights`, async () => {
    const origin =
      service.options.origin ??
      throwCheckSkipped('no --origin: browsers send no preflight if portal and API share an origin')
    const refused = new Map<string, string[]>()
    let shortest = Infinity
    for (const endpoint of endpoints) {
      try {
        const { maxAge } = await preflight(service, origin, endpoint)
        shortest = Math.min(shortest, maxAge)
      } catch (error) {
        const reason = describeReason(error, null)
        refused.set(reason, [...(refused.get(reason) ?? []), getCallName(endpoint)])
      }
    }
    if (refused.size > 0) throw new CheckFailedError(describeRefusals(refused, endpoints.length))
    return shortest >= CHROMIUM_MAX_AGE_SECONDS
      ? 'allowed'
      : `allowed; Access-Control-Max-Age: ${CHROMIUM_MAX_AGE_SECONDS} would save asking again`
  })
}

/** Joins refusal reasons, and names the calls unless the reason concerns all. */
function describeRefusals(refused: ReadonlyMap<string, readonly string[]>, count: number): string {
  return [...refused]
    .map(([reason, names]) => (names.length === count ? reason : `${reason} (${names.join(', ')})`))
    .join('; ')
}
