import type { Environment } from '../environment.ts'
import type { MessageKey } from '../i18n/messages.ts'

/**
 * Under this key the tabs of a browser share who is signed in (decision 016), and each tab keeps the mark
 * with which it signed in. A tab is over when the shared mark differs from its own:
 *
 * - `a1b2/9f`: the user with digest `a1b2` is signed in, since the sign-out `9f`;
 * - `/7c`: somebody signed out, which made the random id `7c`;
 * - `a1b2/7c`: the same user has signed in again. A tab that still has `a1b2/9f` slept meanwhile, and is
 *   over as well.
 *
 * Without a shared mark no tab is over.
 */
export const markKey = 'koppelpunt:signed-in'

/** Where a tab has its own name, by which a copy of it is known; there since the shell first started in it. */
export const tabKey = 'koppelpunt:tab'

/** Ends all other tabs, since somebody signed out in this one. Throws where the browser stores nothing. */
export function endTabs({ tabStorage, sharedStorage, randomId }: Environment): void {
  tabStorage.removeItem(markKey)
  sharedStorage.setItem(markKey, `/${randomId()}`)
}

/** Why this tab is over; null while it is not. */
export function endingOf({
  tabStorage,
  sharedStorage,
}: Pick<Environment, 'tabStorage' | 'sharedStorage'>): MessageKey | null {
  const own = tabStorage.getItem(markKey)
  const shared = sharedStorage.getItem(markKey)
  if (own === null || shared === null || own === shared) return null
  const [who] = shared.split('/')
  return who && !own.startsWith(who) ? 'shell:anotherUser' : 'shell:signedOutElsewhere'
}
