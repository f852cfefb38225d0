import type { Environment } from '../environment.ts'
import { callTimeout } from '../limits.ts'
import { CallError } from './errors.ts'

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
    const isPage = response.ok && /^\s*</.test(text ?? '')
    if (isPage) throw new CallError(call, { kind: 'diverted', detail: 'page' })
    return new Response(text, response)
  } catch (error) {
    signal?.throwIfAborted()
    if (error instanceof CallError) throw error
    throw new CallError(call, { kind: timeout.aborted ? 'timeout' : 'unreachable' }, error)
  }
}
