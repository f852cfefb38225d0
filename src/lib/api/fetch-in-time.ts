import type { Environment } from '../environment.ts'
import { callTimeout, retryAfterLimit, retryPause } from '../limits.ts'
import { CallError, isPage, type RefusalReason } from './errors.ts'

/**
 * Fetches a response with its complete body.
 *
 * @throws CallError after a redirect, a timeout or a page instead of data
 */
export async function fetchWithTimeout(
  environment: Pick<Environment, 'fetch' | 'timeout'>,
  call: string,
  address: Request | string,
  { signal, ...request }: RequestInit = {},
  limit = callTimeout,
  onHeaders?: (headers: Headers) => void,
): Promise<Response> {
  const timeout = environment.timeout(limit)
  try {
    const response = await environment.fetch(address, {
      ...request,
      // With `redirect: 'error'`, a redirect would look like a network error.
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    })
    onHeaders?.(response.headers)
    const isRedirect =
      response.type === 'opaqueredirect' || [301, 302, 303, 307, 308].includes(response.status)
    if (isRedirect) throw new CallError(call, { kind: 'diverted', detail: 'redirect' })
    const isBodiless = [204, 205, 304].includes(response.status)
    const text = isBodiless ? null : await response.text()
    if (response.ok && isPage(text ?? ''))
      throw new CallError(call, { kind: 'diverted', detail: 'page' })
    return new Response(text, response)
  } catch (error) {
    signal?.throwIfAborted()
    if (error instanceof CallError) throw error
    throw new CallError(call, { kind: timeout.aborted ? 'timeout' : 'unreachable' }, error)
  }
}

export function createRefusedError(
  call: string,
  response: Response,
  now: number,
  reasons: RefusalReason[] = [],
) {
  const { status, headers } = response
  const retryAfter = readRetryAfter(headers.get('Retry-After'), now)
  return new CallError(call, { kind: 'status', status, reasons, retryAfter })
}

const temporaryStatuses: readonly number[] = [408, 429, 502, 503, 504]

/** Returns the milliseconds before a read is retried. */
export function computeRetryPause(attempt: number, error: unknown, random: number): number | null {
  if (!(error instanceof CallError)) return null
  const { failure } = error
  const randomPause = random * retryPause * 2 ** (attempt - 1)
  if (failure.kind === 'unreachable' || failure.kind === 'timeout') return randomPause
  if (failure.kind !== 'status' || !temporaryStatuses.includes(failure.status)) return null
  const pause = failure.retryAfter ?? randomPause
  return pause <= retryAfterLimit ? pause : null
}

/** Returns the milliseconds until the time in Retry-After. */
export function readRetryAfter(header: string | null, now: number): number | null {
  const value = header?.trim() ?? ''
  if (value === '') return null
  const milliseconds = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now
  return Number.isFinite(milliseconds) ? Math.max(0, milliseconds) : null
}
