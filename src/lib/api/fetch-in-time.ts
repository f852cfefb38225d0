import type { Environment } from '../environment.ts'
import { callTimeout, retryAfterLimit, retryPause } from '../limits.ts'
import { CallError, isPage, type Reason } from './errors.ts'

/**
 * Fetches an answer and its body: a server may stall after its headers. No redirect is followed: that would make a
 * read of a write, or send it to whoever something in between names.
 *
 * @throws {CallError} when there is no answer in time, or a redirect or a page in its place
 */
export async function fetchInTime(
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
      // Not 'error', which nobody could tell from a network that is gone.
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

/** The failure of a call that was answered with a status that it does not take. */
export function refused(call: string, answer: Response, now: number, reasons: Reason[] = []) {
  const { status, headers } = answer
  const retryAfter = readRetryAfter(headers.get('Retry-After'), now)
  return new CallError(call, { kind: 'status', status, reasons, retryAfter })
}

const passingStatuses: readonly number[] = [408, 429, 502, 503, 504]

/** How long to wait, in milliseconds, before a read is repeated, at random or as asked; null where it cannot help. */
export function pauseBefore(attempt: number, error: unknown, random: number): number | null {
  if (!(error instanceof CallError)) return null
  const { failure } = error
  const pause = random * retryPause * 2 ** (attempt - 1)
  if (failure.kind === 'unreachable' || failure.kind === 'timeout') return pause
  if (failure.kind !== 'status' || !passingStatuses.includes(failure.status)) return null
  const asked = failure.retryAfter ?? pause
  return asked <= retryAfterLimit ? asked : null
}

/** A Retry-After header in milliseconds from now; null when there is none that can be read. */
export function readRetryAfter(header: string | null, now: number): number | null {
  if (header === null || header.trim() === '') return null
  const milliseconds = /^\d+$/.test(header.trim())
    ? Number(header) * 1000
    : Date.parse(header) - now
  return Number.isFinite(milliseconds) ? Math.max(0, milliseconds) : null
}
