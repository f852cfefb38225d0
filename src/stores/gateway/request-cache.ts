import { createApiCaller, type Call } from '../../lib/api/caller.ts'
import { createAbortSignalFactory, createConcurrencyLimit } from '../form/list.ts'
import type { SignedIn } from '../shell/portal.ts'

/** Creates a cache that runs at most `limit` reads at once. */
export function createRequestCache(portal: SignedIn, limit: number) {
  const call = createApiCaller(portal)
  const nextSignal = createAbortSignalFactory()
  let signal = nextSignal()
  let responses = new Map<string, Promise<unknown>>()
  const inTurn = createConcurrencyLimit(limit)

  const cached = ((endpoint, request, options) => {
    const cache = responses
    const ofCache = { ...options, signal }
    const name = JSON.stringify([endpoint.path, endpoint.absent, request])
    const response = cache.get(name) ?? inTurn(() => call(endpoint, request, ofCache))
    cache.set(name, response)
    response.catch(() => cache.delete(name))
    return response
  }) as Call

  return {
    call: cached,
    /** Signal that aborts at the next `renew` or `stop`. */
    signal: () => signal,
    renew: (): void => {
      signal = nextSignal()
      responses = new Map()
    },
    stop: (): void => void nextSignal(),
  }
}
