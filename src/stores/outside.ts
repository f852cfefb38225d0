import { createCaller, type Call } from '../lib/api/caller.ts'
import { createDryRunCaller } from '../lib/api/dry-run.ts'
import { leavePatience } from '../lib/limits.ts'
import { createRunOnce, type RunOnce } from './operations.ts'
import type { Portal } from './portal.ts'

/** What a screen may do to the world outside. */
export interface Outside {
  call: Call
  runOnce: RunOnce
  /** Leaves the portal. Resolves when the browser stayed after all. */
  leave: (address: URL) => Promise<void>
  /** Whether what is done has happened, and is to be remembered; not so in a dry run. */
  isReal: boolean
}

/** The world as the flag has it now; one submit sees one world from its beginning to its end. */
export interface OutsideNow extends Outside {
  now: () => Outside
}

/**
 * The world outside, real or as a dry run (§4): the one place where the flag decides, each time
 * anew, because it may change while a form is open.
 *
 * @param user id of the signed-in user, to whom what is remembered belongs
 */
export function createOutside(portal: Portal, user: string): OutsideNow {
  const { environment, configuration, session, flags, dialogs } = portal
  const hasIdempotencyHeader = configuration.idempotencyHeader !== null

  const live = createCaller(environment, configuration, session)
  const real: Outside = {
    isReal: true,
    call: live,
    runOnce: createRunOnce(environment, user, live, hasIdempotencyHeader),
    leave: (address) => {
      environment.navigate(address)
      // The page is on its way out; still here after that, it did not go.
      return environment.wait(leavePatience)
    },
  }

  const dry = createDryRunCaller(environment, live)
  const dryRun: Outside = {
    isReal: false,
    call: dry,
    runOnce: ({ endpoint, request }) => dry(endpoint, request),
    leave: (address) => dialogs.alert({ message: { key: 'shell:dryRunLeave' }, link: { address } }),
  }

  const now = () => (flags.isEnabled('dry_run') ? dryRun : real)
  return {
    now,
    call: (...call) => now().call(...call),
    runOnce: (operation) => now().runOnce(operation),
    leave: (address) => now().leave(address),
    get isReal() {
      return now().isReal
    },
  }
}
