import type { Environment } from '../environment.ts'
import type { MessageKey } from '../i18n/messages.ts'

/*
 * What the tabs of a browser tell each other of who is signed in: a mark of two parts in the storage
 * that they share, and in each tab the mark that it joined. Before the slash stands a digest of the
 * user, or nothing once somebody signed out; behind it what each sign-out makes anew, for a tab that
 * slept through a sign-out and the next sign-in. Without a shared mark no tab is over (decision 016).
 */
export const markKey = 'koppelpunt:signed-in'

/** Somebody signed out in this tab: all others are over. Throws where the browser stores nothing. */
export function endTabs({ tabStorage, sharedStorage, randomId }: Environment): void {
  tabStorage.removeItem(markKey)
  sharedStorage.setItem(markKey, `/${randomId()}`)
}

/** Why another tab has ended this one; null where none has. */
export function endingOf({ tabStorage, sharedStorage }: Environment): MessageKey | null {
  const own = tabStorage.getItem(markKey)
  const shared = sharedStorage.getItem(markKey)
  if (own === null || shared === null || own === shared) return null
  const [who] = shared.split('/')
  return who && !own.startsWith(who) ? 'shell:anotherUser' : 'shell:signedOutElsewhere'
}
