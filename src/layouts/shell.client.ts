import { createBrowserEnvironment } from '../lib/browser.ts'
import { configurationId } from '../lib/configuration/load.ts'
import { resellerIn, withReseller } from '../lib/domain/query.ts'
import { pageLocale } from '../lib/i18n/page.ts'
import { initialsOf } from '../lib/identity/user.ts'
import { startReporting, whenIdle } from '../lib/reporting/start.ts'
import { isSignedIn, providePortal, signedInPortal } from '../stores/shell/portal.ts'
import { createShell } from '../stores/shell/shell.ts'
import { element, showDialogs, showFailure, showNetwork, showSupport } from './show.ts'

/** Empties the page after a sign-out, so that nobody else can read it. */
function clear(content: HTMLElement): void {
  // A screen that is still mounted would render without a user.
  for (const island of content.querySelectorAll('astro-island')) {
    island.dispatchEvent(new Event('astro:unmount'))
  }
  content.replaceChildren()
}

/** Says on Home that the customers cannot be shown. The ways in below them stay. */
function failHome(error: unknown): void {
  reportError(error)
  element('home').dataset.view = 'failed'
  element('home-retry').onclick = () => location.reload()
}

function showCustomers(): void {
  const portal = signedInPortal()
  whenIdle(async () => {
    try {
      const { showHome } = await import('./home-list.ts')
      // A sign-out meanwhile has emptied the page.
      if (isSignedIn()) showHome(portal, failHome)
    } catch (error) {
      failHome(error)
    }
  })
}

/** Starts what every page but the callback has: sign-in, flags, the header and the dialogs (§1). */
export function startShell(): void {
  const environment = createBrowserEnvironment()
  const root = document.documentElement
  const screen = element('content').dataset.screen as Screen | undefined
  showNetwork(environment)
  const reseller = resellerIn(environment.location())
  for (const link of document.querySelectorAll('a[data-reseller]')) {
    link.setAttribute('href', withReseller(link.getAttribute('href') ?? '', reseller))
  }

  const shell = createShell({
    environment,
    locale: pageLocale(),
    configuration: element(configurationId).textContent.trim(),
    onPortal: (portal) => {
      providePortal(portal)
      showSupport(portal.configuration)
      showDialogs(portal)
      portal.flags.$flags.subscribe(() => {
        element('dry-run').hidden = !portal.flags.isEnabled('dry_run')
      })
      startReporting(portal.configuration.errorReporting)
    },
  })

  /** Lets the screen's store ask for the first data before anything else happens. */
  async function begin(): Promise<void> {
    try {
      if (screen) (await screenStores[screen]()).begin()
    } catch (error) {
      shell.failScreen(error)
    }
  }
  let begun: Promise<void> | null = null

  shell.$person.subscribe((person) => {
    element('account').hidden = person === null
    const name = person?.name ?? ''
    element('person').textContent = name
    element('initials').textContent = initialsOf(name)
    element('account-menu').dataset.person = name
    if (person === null) {
      if (begun) clear(element('shell-ready'))
      return
    }
    begun ??= begin()
  })

  shell.$shell.subscribe((state) => {
    element('shell-loading').hidden = state.status !== 'loading'
    element('shell-ready').hidden = state.status !== 'ready'
    showFailure(environment, state)
    if (state.status !== 'ready') return
    void begun?.then(() => {
      root.dataset.shell = 'ready'
      root.dispatchEvent(new Event('shell'))
    })
    if (document.getElementById('home')) showCustomers()
  })

  element('shell-retry').addEventListener('click', () => {
    const state = shell.$shell.get()
    if (state.status === 'failed' && state.reason === 'signed-out') void shell.signOut()
    else location.reload()
  })
  element('sign-out').addEventListener('click', () => void shell.signOut())

  // The other language keeps the query string, which may change while the page is open.
  const language = element('language') as HTMLAnchorElement
  for (const event of ['pointerenter', 'focus', 'click']) {
    language.addEventListener(event, () => {
      language.search = environment.location().search
    })
  }

  // A screen that cannot be fetched, after an update of the portal for instance, leaves no empty page.
  addEventListener('astro:hydration-error', () => {
    shell.failScreen(new Error('The screen could not be fetched'))
  })

  // A page that the browser kept may show another user, an old session or a finished operation.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload()
  })

  void shell.start()
}

/** The stores of the screens, each in a chunk of its own: they ask for the first data while React is still loading. */
const screenStores = {
  connect: async () => (await import('../stores/connect/screen.ts')).connectScreen,
  check: async () => (await import('../stores/check/screen.ts')).checkScreen,
  boarding: async () => (await import('../stores/boarding/screen.ts')).boardingScreen,
  wizard: async () => (await import('../stores/wizard/screen.ts')).wizardScreens.wizard,
  polaris: async () => (await import('../stores/wizard/screen.ts')).wizardScreens.polaris,
}

export type Screen = keyof typeof screenStores
