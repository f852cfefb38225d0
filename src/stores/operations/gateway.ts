import { createCaller, type Call } from '../../lib/api/caller.ts'
import { createDryRunCaller } from '../../lib/api/dry-run.ts'
import { logError } from '../../lib/environment.ts'
import { leavePatience } from '../../lib/limits.ts'
import { isForgotten } from '../shell/memory-prefix.ts'
import type { Portal } from '../shell/portal.ts'
import { createOperations, createRunOnce, type Operations, type RunOnce } from './operations.ts'
import { createPut, type Put } from './put.ts'
import type { Twins } from './twins.ts'

/** What a screen may do to the services outside the portal. */
export interface Gateway {
  call: Call
  put: Put
  runOnce: RunOnce
  operations: Operations
  /**
   * Tells of what was made twice although nobody asked for it: a browser sends a call again by
   * itself where a connection broke. Looks for it only where the server cannot tell a repetition,
   * and never fails.
   */
  tellTwins: (twins: Twins) => Promise<void>
  /** Leaves the portal, unless nobody is signed in any more. Resolves when the browser stayed after all. */
  leave: (address: URL) => Promise<void>
  /** Whether nothing really happens, so that nothing may be remembered. */
  isDryRun: boolean
}

/** What needs no snapshot: a call is as the flag has it, and what is remembered is the same for both. */
export interface LiveGateway {
  call: Call
  operations: Operations
  /** The gateway as the flag has it now; a submit takes one for all that it does. */
  snapshot: () => Gateway
}

/**
 * The way to the services, for real or as a dry run (§4): the one place where the flag decides, each
 * time anew, because it may change while a form is open.
 *
 * @param user id of the signed-in user, to whom what is remembered belongs
 */
export function createGateway(portal: Portal, user: string): LiveGateway {
  const { environment, configuration, session, flags, dialogs } = portal
  const hasIdempotencyHeader = configuration.idempotencyHeader !== null

  const operations = createOperations({ environment, user })
  const call = createCaller(environment, configuration, session)
  const real: Gateway = {
    isDryRun: false,
    call,
    put: createPut(environment, call),
    runOnce: createRunOnce({ environment, user, call, hasIdempotencyHeader }),
    operations,
    tellTwins: async (twins) => {
      if (hasIdempotencyHeader) return
      try {
        const { tellTwins } = await import('./twins.ts')
        await tellTwins(portal, twins)
      } catch (error) {
        logError(environment, 'twins could not be looked for', error)
      }
    },
    leave: (address) => {
      if (!isForgotten(environment)) environment.navigate(address)
      // The page is on its way out; still here after that, it did not go.
      return environment.wait(leavePatience)
    },
  }

  const dryCall = createDryRunCaller(environment, call)
  const dryRun: Gateway = {
    isDryRun: true,
    call: dryCall,
    put: createPut(environment, dryCall),
    runOnce: ({ endpoint, request }) => dryCall(endpoint, request),
    operations,
    tellTwins: () => Promise.resolve(),
    leave: (address) => dialogs.alert({ message: { key: 'shell:dryRunLeave' }, link: { address } }),
  }

  const snapshot = () => (flags.isEnabled('dry_run') ? dryRun : real)
  return { snapshot, operations, call: (...given) => snapshot().call(...given) }
}
