import { callTimeout } from '../../../src/lib/limits.ts'
import type { Endpoint } from '../../../src/lib/api/endpoint.ts'
import { calls } from '../calls.ts'
import { namesIn, nameOf, partsOf } from './asking.ts'
import { Failed, notRun, reasonOf, type Service } from './service.ts'

/** Methods that browsers send without being allowed to. */
const SAFELISTED = ['GET', 'POST']

/** Chromium's longest, in seconds. */
const LONGEST_AGE = 7200

const listed = (answer: Response, header: string) =>
  (answer.headers.get(header) ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())

/** The headers of a call that a browser has to be allowed, in the form of a preflight. */
function headersOf(endpoint: Endpoint, idempotencyHeader: string | null): string[] {
  const parts = partsOf(endpoint)
  const headers = [...Object.keys(endpoint.headers), ...namesIn(parts.headers)]
  if (endpoint.authorized) headers.push('Authorization')
  if (parts.body !== undefined) headers.push('Content-Type')
  if (endpoint.effect === 'write' && idempotencyHeader !== null) headers.push(idempotencyHeader)
  return headers.map((name) => name.toLowerCase()).sort()
}

/** Asks as a browser does before this call. */
async function preflight(
  service: Service,
  origin: string,
  endpoint: Endpoint,
): Promise<{ maxAge: number }> {
  const { url, idempotencyHeader } = service.options
  const headers = headersOf(endpoint, idempotencyHeader)
  const path = endpoint.path.replace(/\{\w+\}/g, '1')
  const answer = await fetch(url + path, {
    method: 'OPTIONS',
    redirect: 'manual',
    signal: AbortSignal.timeout(callTimeout),
    headers: {
      Origin: origin,
      'Access-Control-Request-Method': endpoint.method,
      'Access-Control-Request-Headers': headers.join(','),
    },
  })
  if (!answer.ok) throw new Failed(`status ${answer.status}, where a preflight takes no token`)
  service.expectReadable(answer)
  const methods = listed(answer, 'Access-Control-Allow-Methods')
  const isAllowed = [endpoint.method.toLowerCase(), '*'].some((name) => methods.includes(name))
  if (!isAllowed && !SAFELISTED.includes(endpoint.method)) {
    throw new Failed(`${endpoint.method} is not in Access-Control-Allow-Methods`)
  }
  const allowed = listed(answer, 'Access-Control-Allow-Headers')
  // A star is every header but this one.
  const missing = headers.filter(
    (name) => !allowed.includes(name) && (name === 'authorization' || !allowed.includes('*')),
  )
  if (missing.length > 0) {
    throw new Failed(`not in Access-Control-Allow-Headers: ${missing.join(', ')}`)
  }
  return { maxAge: Number(answer.headers.get('Access-Control-Max-Age') ?? 0) }
}

/** Whether a browser on the portal's origin may make each call, in one line for all. */
export async function checkPreflights(service: Service): Promise<void> {
  const endpoints = Object.values(calls)
  await service.check(`${endpoints.length} preflights`, async () => {
    const origin =
      service.options.origin ??
      notRun('no --origin: nothing is asked beforehand where portal and API share one')
    const refused = new Map<string, string[]>()
    let shortest = Infinity
    for (const endpoint of endpoints) {
      try {
        const { maxAge } = await preflight(service, origin, endpoint)
        shortest = Math.min(shortest, maxAge)
      } catch (error) {
        const reason = reasonOf(error, null)
        refused.set(reason, [...(refused.get(reason) ?? []), nameOf(endpoint)])
      }
    }
    if (refused.size > 0) throw new Failed(inWords(refused, endpoints.length))
    return shortest >= LONGEST_AGE
      ? 'allowed'
      : `allowed; Access-Control-Max-Age: ${LONGEST_AGE} would save asking again`
  })
}

/** Each reason with the calls that have it; all of them are not named. */
function inWords(refused: ReadonlyMap<string, readonly string[]>, count: number): string {
  return [...refused]
    .map(([reason, names]) => (names.length === count ? reason : `${reason} (${names.join(', ')})`))
    .join('; ')
}
