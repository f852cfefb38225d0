import { configurationId, type PageConfiguration } from '../lib/configuration/load.ts'
import { canRemember } from '../lib/environment.ts'
import { stillKnown } from '../lib/identity/provider.ts'
import {
  askingOf,
  readReturnAddress,
  returnKey,
  roundsKey,
  signInAddress,
} from '../lib/identity/sign-in.ts'
import { tabKey } from '../lib/identity/tabs.ts'
import { userKeyPrefix } from '../lib/identity/user.ts'

/*
 * Stands in the head of each page with a screen, and of the callback page, before the styles, which it
 * would wait for; see `tools/build/preload`. What it does ahead of a page's script, that script does
 * without it as well, and nothing has to be fetched ahead.
 */

const root = document.documentElement

/** Fetches the scripts of the page that a sign-in leads to, while the callback page asks for the tokens. */
function fetchReturn(pages: readonly HTMLTemplateElement[]): void {
  const { origin } = location
  const address = readReturnAddress(sessionStorage.getItem(returnKey), origin)
  const { pathname } = new URL(address, origin)
  const scripts = pages.find(({ dataset }) => dataset.page === pathname)
  if (scripts) document.head.append(scripts.content)
}

/** Sends a visitor to sign in without the shell, where nobody has been signed in in this tab. */
async function leave(configuration: PageConfiguration): Promise<void> {
  if (!isSecureContext || !canRemember({ tabStorage: sessionStorage })) return
  const isNew = [tabKey, roundsKey].every((key) => sessionStorage.getItem(key) === null)
  const isThanked = new URLSearchParams(location.search).has('approved')
  const { authority } = configuration.identity
  const provider = stillKnown(configuration.discovered, authority, Date.now())
  if (!isNew || isThanked || !provider) return
  root.dataset.leaving = ''
  const asking = askingOf(configuration, location.origin, root.dataset.locale ?? '')
  // The port's, without what a page that is being left has no use for.
  const effects = {
    tabStorage: sessionStorage,
    now: () => Date.now(),
    randomId: () => crypto.randomUUID(),
  }
  sessionStorage.setItem(returnKey, location.pathname + location.search)
  location.replace(await signInAddress(effects, asking, provider))
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
  const configuration = document.getElementById(configurationId)?.textContent.trim()
  if (configuration) void leave(JSON.parse(configuration) as PageConfiguration)
}

try {
  const pages = [...document.querySelectorAll<HTMLTemplateElement>('template[data-page]')]
  if (pages.length > 0) fetchReturn(pages)
  else beginScreen(document.getElementById('signed-in-scripts') as HTMLTemplateElement)
} catch {
  // The browser blocks the storage, or the page has no configuration: the page's script tells.
}
