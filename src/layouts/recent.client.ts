import { logError } from '../lib/environment.ts'
import { hasWork } from '../stores/recent/has-work.ts'
import { currentPortal } from '../stores/shell/portal.ts'

const root = document.documentElement

/** Fetches Home's list of earlier work, where there is any, once the page can be used. */
async function show(): Promise<void> {
  const portal = currentPortal()
  const { environment, session } = portal
  const state = session.$session.get()
  try {
    if (!('person' in state && (await hasWork(environment, state.person.id)))) return
    const { showRecent } = await import('./recent-list.ts')
    await showRecent(portal, state.person)
  } catch (error) {
    logError(environment, 'the recent work could not be shown', error)
  }
}

function showOnceReady(): void {
  if (root.dataset.shell !== 'ready') return
  root.removeEventListener('shell', showOnceReady)
  void show()
}

root.addEventListener('shell', showOnceReady)
showOnceReady()
