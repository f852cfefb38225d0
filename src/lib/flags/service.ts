import { CallError, statusOf } from '../api/errors.ts'
import { fetchInTime } from '../api/fetch-in-time.ts'
import { readRetryAfter } from '../api/retry.ts'
import type { PublicConfiguration } from '../configuration/variables.ts'
import type { Environment } from '../environment.ts'
import { failureMessage } from '../failure.ts'
import type { Message, MessageKey } from '../i18n/messages.ts'
import { coldFlagTries, retryPause } from '../limits.ts'
import { enabledIn, keep, sessionIdOf, type EnabledFlags } from './known.ts'

const call = 'GET flags'

/**
 * What is sent to the flag service at `base` (§7), as the client sends it.
 *
 * @param sessionId of the browser (§3); none: for nobody in particular
 */
export function flagRequestOf(
  { clientKey, appName, environment, method }: PublicConfiguration['flags'],
  base: string,
  sessionId?: string,
): { address: string; method: string; headers: Record<string, string>; body?: string } {
  const context = { ...(sessionId && { sessionId }), appName, environment }
  const headers = { authorization: clientKey, accept: 'application/json' }
  if (method === 'GET') {
    return { address: `${base}?${String(new URLSearchParams(context))}`, method, headers }
  }
  return {
    address: base,
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ context }),
  }
}

export type FlagService = ReturnType<typeof createFlagService>

/**
 * The flag service (§7).
 *
 * @param failed is told each time that there are no flags: why, and what to check
 */
export function createFlagService(
  environment: Environment,
  flags: PublicConfiguration['flags'],
  failed: (error: CallError, reason: Message) => void,
) {
  const location = environment.location()
  // The client needs an address: a path lies on the portal's own origin.
  const url = flags.url.startsWith('/') ? new URL(flags.url, location).href : flags.url
  let isRefused = false

  /**
   * Asks so many times at most before it tells that there are none.
   *
   * @throws {CallError} when there is no answer, a refusal (its cause), or a success without a set of
   *   flags
   */
  async function ask(address: string, request: RequestInit, tries = 1): Promise<Response> {
    for (let left = tries - 1; ; left -= 1) {
      try {
        return await fetchFlags(environment, address, request)
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        isRefused = [401, 403].includes(statusOf(error) ?? 0)
        if (left <= 0 || isRefused) {
          failed(error, flagFailure(error, { url, origin: location.origin }))
          throw error
        }
        await environment.wait(environment.random() * retryPause, request.signal ?? undefined)
      }
    }
  }

  return {
    url,
    ask,
    /** Whether the key was refused: it would be again. The next load of the page asks anew. */
    isRefused: () => isRefused,
    /**
     * Asks once for a browser that knows no flags yet, and keeps them where the flag client looks for
     * them. A first failure is not told: it asks once more. Null where there are none.
     */
    first: async (): Promise<EnabledFlags | null> => {
      const { address, ...request } = flagRequestOf(flags, url, sessionIdOf(environment))
      try {
        const response = await ask(address, request, coldFlagTries)
        const { toggles } = (await response.json()) as { toggles: Parameters<typeof enabledIn>[0] }
        keep(environment, 'repo', toggles)
        return enabledIn(toggles)
      } catch (error) {
        if (error instanceof CallError) return null
        throw error
      }
    },
  }
}

/**
 * Asks the service with a time limit, which the client lacks, and refuses answers without flags, which
 * the client would store.
 */
async function fetchFlags(environment: Environment, address: string, request: RequestInit) {
  const response = await fetchInTime(environment, call, address, request)
  const { ok, status } = response
  if (!ok && status !== 304) {
    const retryAfter = readRetryAfter(response.headers.get('Retry-After'), environment.now())
    throw new CallError(call, { kind: 'status', status, retryAfter }, response)
  }
  const answer = (await response
    .clone()
    .json()
    .catch(() => null)) as { toggles?: unknown } | null
  if (ok && !Array.isArray(answer?.toggles)) {
    throw new CallError(call, { kind: 'malformed', detail: 'toggles' })
  }
  return response
}

const failures: Partial<Record<string, MessageKey>> = {
  unreachable: 'failure:flagsUnreachable',
  401: 'failure:flagsKey',
  403: 'failure:flagsKeyKind',
  404: 'failure:flagsAddress',
  malformed: 'failure:flagsAddress',
}

/**
 * Why there are no flags, in words that tell an operator what to check.
 *
 * @param parameters addresses of the flag service, and of the portal, which that service has to allow
 */
function flagFailure(error: CallError, parameters: Record<'url' | 'origin', string>): Message {
  const key = failures[statusOf(error) ?? error.failure.kind]
  return key ? { key, parameters } : failureMessage(error)
}
