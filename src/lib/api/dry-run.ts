import * as z from 'zod/mini'
import type { Environment } from '../environment.ts'
import { dryRunDelay } from '../limits.ts'
import type { Call } from './caller.ts'
import { CallError } from './errors.ts'
import { understood } from './understood.ts'

/**
 * The caller of a dry run (§4): reads are sent, writes are logged and answered after a second as
 * if they had succeeded.
 */
export function createDryRunCaller(environment: Environment, live: Call): Call {
  return async (endpoint, input, options) => {
    if (endpoint.effect === 'read') return live(endpoint, input, options)
    const call = `${endpoint.method} ${endpoint.path}`
    const result = z.safeParse(endpoint.request, input)
    if (!result.success) throw new CallError(call, { kind: 'unsendable', detail: 'dry run' })
    environment.log(`dry run, not sent: ${call}`, result.data)
    await environment.wait(dryRunDelay, options?.signal)
    return z.parse(endpoint.response, understood(endpoint, input, endpoint.dryRun(input)))
  }
}
