import { createCaller, type Call } from '../../lib/api/caller.ts'
import type { Portal } from '../shell/portal.ts'
import { createWritten, type Written } from './written.ts'

/** What a screen takes that writes nothing, such as Home: its page ships no more. */
export interface Reads {
  /** Reads. A dry run reads as well, so that the forms can be filled in. */
  call: Call
  /** What the tab remembers of what was written for real. */
  written: Written
}

const made = new WeakMap<Portal, Reads>()

/**
 * The reads of whoever is signed in, the same for all screens.
 *
 * @param user id of the signed-in user, to whom what is remembered belongs
 */
export function readsOf(portal: Portal, user: string): Reads {
  const { environment, configuration, session } = portal
  const reads = made.get(portal) ?? {
    call: createCaller(environment, configuration, session),
    written: createWritten(environment, user),
  }
  made.set(portal, reads)
  return reads
}
