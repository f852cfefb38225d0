import type * as z from 'zod/mini'
import type { Endpoint } from '../../lib/api/endpoint.ts'
import type { Environment } from '../../lib/environment.ts'
import type { Gateway } from './gateway.ts'

/**
 * Writes how something shall be. It may be sent again at any time, each time as a request of its
 * own: that it was so once is no answer when somebody else has changed it since.
 *
 * @throws {CallError}
 * @throws {SessionError}
 */
export async function put<Request extends z.ZodMiniType>(
  environment: Environment,
  { call }: Gateway,
  endpoint: Endpoint<Request>,
  request: z.input<Request>,
): Promise<void> {
  const release = environment.guardLeaving()
  try {
    await call(endpoint, request, { idempotencyKey: environment.randomId() })
  } finally {
    release()
  }
}
