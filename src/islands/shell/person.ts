import type { Person } from '../../lib/identity/person.ts'
import { currentPortal, type Portal } from '../../stores/shell/portal.ts'

/** Whether somebody is signed in: who signs out while a screen is on its way gets none. */
export function isSignedIn(): boolean {
  return 'person' in currentPortal().session.$session.get()
}

/**
 * The portal and whoever is signed in.
 *
 * @throws {Error} before somebody is: a programming error, islands hydrate after that
 */
export function signedInPortal(): { portal: Portal; person: Person } {
  const portal = currentPortal()
  const session = portal.session.$session.get()
  if (!('person' in session)) throw new Error('Nobody is signed in')
  return { portal, person: session.person }
}
