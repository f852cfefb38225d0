import type { Environment } from '../environment.ts'
import type { MessageKey } from '../i18n/messages.ts'

/**
 * Storage key of the signed-in user's mark (decision 016). A tab has ended if its own mark differs
 * from the mark that all tabs share:
 *
 * - `a1b2/9f`: the user with digest `a1b2` is signed in, since the sign-out `9f`;
 * - `/7c`: a user signed out, with the random id `7c`;
 * - `a1b2/7c`: the same user has signed in again, so a tab with `a1b2/9f` has ended too.
 */
export const signedInUserKey = 'koppelpunt:signed-in'

/** Storage key of the tab's name, to detect duplicated tabs. */
export const tabKey = 'koppelpunt:tab'

/** Ends all other tabs after a sign-out in this tab. */
export function signOutOtherTabs({ tabStorage, sharedStorage, randomId }: Environment): void {
  tabStorage.removeItem(signedInUserKey)
  sharedStorage.setItem(signedInUserKey, `/${randomId()}`)
}

/** Returns the reason why another tab ended the session of this tab. */
export function getTabEndReason({ tabStorage, sharedStorage }: Environment): MessageKey | null {
  const own = tabStorage.getItem(signedInUserKey)
  const shared = sharedStorage.getItem(signedInUserKey)
  if (own === null || shared === null || own === shared) return null
  const [user] = shared.split('/')
  return user && !own.startsWith(user) ? 'shell:anotherUser' : 'shell:signedOutElsewhere'
}
