import { logError } from '../lib/environment.ts'
import { hasWork } from '../stores/recent/has-work.ts'
import type { SignedIn } from '../stores/shell/portal.ts'

/** Fetches Home's list of earlier work, where there is any. */
export async function showRecentWork({ portal, person }: SignedIn): Promise<void> {
  const { environment } = portal
  try {
    if (!(await hasWork(environment, person.id))) return
    const { showRecent } = await import('./recent-list.ts')
    await showRecent(portal, person)
  } catch (error) {
    logError(environment, 'the recent work could not be shown', error)
  }
}
