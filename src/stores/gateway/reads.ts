import { createCaller } from '../../lib/api/caller.ts'
import type { Portal } from '../shell/portal.ts'
import { createWritten } from './written.ts'

function createReads({ environment, configuration, session }: Portal, user: string) {
  return {
    /** Reads. A dry run reads as well, so that the forms can be filled in. */
    call: createCaller(environment, configuration, session),
    /** What the tab remembers of what was written for real. */
    written: createWritten(environment, user),
  }
}
/** What a screen takes that writes nothing, such as Home: its page ships no more. */
export type Reads = ReturnType<typeof createReads>

const made = new WeakMap<Portal, Reads>()

/**
 * The reads of whoever is signed in, the same for all screens.
 *
 * @param user id of the signed-in user, to whom what is remembered belongs
 */
export function readsOf(portal: Portal, user: string): Reads {
  const reads = made.get(portal) ?? createReads(portal, user)
  made.set(portal, reads)
  return reads
}
