import * as z from 'zod/mini'
import { pageLeaveTimeout, dryRunDelay } from '../../lib/limits.ts'
import { createMemoryStorage } from '../../lib/environment.ts'
import { isTabStorageLocked, type Owner } from '../../lib/remembered.ts'
import type { DialogFunctions } from '../shell/dialogs.ts'
import type { SignedIn } from '../shell/portal.ts'
import { createWriteSender, type WriteSender } from './write.ts'
import { openWriteLog } from './write-log.ts'
import { CallError } from '../../lib/api/errors.ts'
import { createApiCaller, normalizeAnswer } from '../../lib/api/caller.ts'
import { getCallName } from '../../lib/api/endpoint.ts'

function createGateway(portal: SignedIn, dialogs: DialogFunctions) {
  const { environment } = portal
  const call = createApiCaller(portal)
  const written = openWriteLog(portal)
  return {
    /** Sends a request that changes nothing, even in a dry run. */
    call,
    written,
    owner: portal as Owner,
    write: createWriteSender({ ...portal, dialogs }, call, written),
    /** Navigates outside the portal, unless the user has signed out. */
    leave: async (address: URL): Promise<void> => {
      if (!isTabStorageLocked(environment)) environment.navigate(address)
      // The form must stay disabled until the browser leaves.
      await environment.wait(pageLeaveTimeout)
    },
    isDryRun: false,
  }
}
/** Access to the product API (§4). */
export type ApiGateway = ReturnType<typeof createGateway>

/** Returns the dry-run gateway if the flag `dry_run` is on. */
export function getGateway(
  portal: SignedIn,
  dialogs: DialogFunctions = portal.dialogs,
): ApiGateway {
  const real = createGateway(portal, dialogs)
  return portal.flags.isEnabled('dry_run') ? { ...real, ...dryRun(portal) } : real
}

/** Overrides that log writes and prevent navigation (§4). */
function dryRun({ environment, person, dialogs }: SignedIn) {
  const storages = { tabStorage: createMemoryStorage(), sharedStorage: createMemoryStorage() }
  const owner: Owner = { person, environment: { ...environment, ...storages } }
  const write: WriteSender = async ({ endpoint, request }) => {
    const call = getCallName(endpoint)
    const result = z.safeParse(endpoint.request, request)
    if (!result.success) throw new CallError(call, { kind: 'unsendable', detail: 'dry run' })
    environment.log(`dry run, not sent: ${call}`, result.data)
    await environment.wait(dryRunDelay)
    return z.parse(endpoint.response, normalizeAnswer(endpoint, request, endpoint.dryRun(request)))
  }
  return {
    write,
    owner,
    written: openWriteLog(owner),
    leave: (address: URL) =>
      dialogs.alert({ message: { key: 'shell:dryRunLeave' }, link: { address } }),
    isDryRun: true,
  }
}
