import type * as z from 'zod/mini'
import type { Call } from '../../lib/api/caller.ts'
import type { Endpoint } from '../../lib/api/endpoint.ts'
import type { Environment } from '../../lib/environment.ts'

/**
 * Writes how something shall be. It may be sent again at any time, each time as a request of its
 * own: that it was so once is no answer when somebody else has changed it since.
 *
 * @throws {CallError}
 * @throws {SessionError}
 */
export type Put = <Request extends z.ZodMiniType>(
  endpoint: Endpoint<Request>,
  request: z.input<Request>,
) => Promise<void>

export function createPut(environment: Environment, call: Call): Put {
  return async (endpoint, request) => {
    const release = environment.guardLeaving()
    try {
      await call(endpoint, request, { idempotencyKey: environment.randomId() })
    } finally {
      release()
    }
  }
}
