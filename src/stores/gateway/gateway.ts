import * as z from 'zod/mini'
import { leaveTimeout, dryRunDelay } from '../../lib/limits.ts'
import { createMemoryStorage } from '../../lib/environment.ts'
import { isMemoryClosed, type Owner } from '../../lib/remembered.ts'
import type { Conversation } from '../shell/dialogs.ts'
import type { SignedIn } from '../shell/portal.ts'
import { createWritten, readsOf } from './reads.ts'
import { createWriter, type SendWrite } from './write.ts'
import { CallError } from '../../lib/api/errors.ts'
import { normalizeAnswer } from '../../lib/api/caller.ts'
import { callName } from '../../lib/api/endpoint.ts'

function createGateway(portal: SignedIn, dialogs: Conversation) {
  const { environment } = portal
  const reads = readsOf(portal)
  return {
    ...reads,
    owner: portal as Owner,
    write: createWriter({ ...portal, dialogs }, reads),
    /**
     * Leaves the portal, unless nobody is signed in any more. A dry run shows where it would have gone.
     * Resolves when the browser stayed after all.
     */
    leave: async (address: URL): Promise<void> => {
      if (!isMemoryClosed(environment)) environment.navigate(address)
      // The page is on its way out; still here after that, it did not go.
      await environment.wait(leaveTimeout)
    },
    isDryRun: false,
  }
}
/** Access to the product API. The real gateway sends writes, the dry-run gateway logs them (§4). */
export type Gateway = ReturnType<typeof createGateway>

/**
 * Returns the real gateway, or the dry-run gateway while `dry_run` is on. The flag may change while a form is
 * open, so a submit uses one gateway for everything. Writes ask and tell the user by `dialogs`.
 */
export function gatewayOf(portal: SignedIn, dialogs: Conversation = portal.dialogs): Gateway {
  const real = createGateway(portal, dialogs)
  return portal.flags.isEnabled('dry_run') ? { ...real, ...dryRun(portal) } : real
}

/** Overrides of a dry run (§4): it logs what it would send, answers after a second, and never leaves. */
function dryRun({ environment, person, dialogs }: SignedIn) {
  const storages = { tabStorage: createMemoryStorage(), sharedStorage: createMemoryStorage() }
  const owner: Owner = { person, environment: { ...environment, ...storages } }
  const write: SendWrite = async ({ endpoint, request }) => {
    const call = callName(endpoint)
    const result = z.safeParse(endpoint.request, request)
    if (!result.success) throw new CallError(call, { kind: 'unsendable', detail: 'dry run' })
    environment.log(`dry run, not sent: ${call}`, result.data)
    await environment.wait(dryRunDelay)
    return z.parse(endpoint.response, normalizeAnswer(endpoint, request, endpoint.dryRun(request)))
  }
  return {
    write,
    owner,
    written: createWritten(owner),
    leave: (address: URL) =>
      dialogs.alert({ message: { key: 'shell:dryRunLeave' }, link: { address } }),
    isDryRun: true,
  }
}
