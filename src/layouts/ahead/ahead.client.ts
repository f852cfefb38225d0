import { configurationId, type PageConfiguration } from '../../lib/configuration/load.ts'
import { readReturnAddress, returnKey } from '../../lib/identity/sign-in.ts'
import { userKeyPrefix } from '../../lib/identity/user.ts'
import { isLeaving, leave } from './leave.ts'

/*
 * Stands in the head of each page with a screen, and of the callback page, before the styles, which it
 * would wait for; see `tools/build/preload`. What it does ahead of a page's script, that script does
 * without it as well, and nothing has to be fetched ahead.
 */

const root = document.documentElement
const textOf = (id: string) => document.getElementById(id)?.textContent.trim() ?? ''

/** Fetches the scripts of the page that a sign-in leads to, while the callback page asks for the tokens. */
function fetchReturn(pages: readonly HTMLTemplateElement[]): void {
  const { origin } = location
  const address = readReturnAddress(sessionStorage.getItem(returnKey), origin)
  const { pathname } = new URL(address, origin)
  const scripts = pages.find(({ dataset }) => dataset.page === pathname)
  if (scripts) document.head.append(scripts.content)
}

function beginScreen(scripts: HTMLTemplateElement): void {
  const isSignedIn = Object.keys(sessionStorage).some((key) => key.startsWith(userKeyPrefix))
  if (isSignedIn) {
    // The space of the user's name in the header is kept free.
    root.dataset.session = ''
    document.head.append(scripts.content)
    return
  }
  // Another server than the portal's own leaves it empty.
  const configuration = textOf(configurationId)
  if (configuration === '') return
  const read = JSON.parse(configuration) as PageConfiguration
  if (!isLeaving(read)) return
  root.dataset.leaving = ''
  void leave(read)
}

try {
  const pages = [...document.querySelectorAll<HTMLTemplateElement>('template[data-page]')]
  if (pages.length > 0) fetchReturn(pages)
  else beginScreen(document.getElementById('signed-in-scripts') as HTMLTemplateElement)
} catch {
  // The browser blocks the storage, or the page has no configuration: the page's script tells.
}
