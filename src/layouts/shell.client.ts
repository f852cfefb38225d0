import { createBrowserEnvironment } from '../lib/browser.ts'
import { configurationElementId } from '../lib/configuration/load.ts'
import { findReseller, addReseller } from '../lib/domain/query.ts'
import { getPageLocale } from '../lib/i18n/page.ts'
import { getInitials } from '../lib/identity/user.ts'
import { startReporting, runWhenIdle } from '../lib/reporting/start.ts'
import { isSignedIn, setCurrentPortal, getSignedInPortal } from '../stores/shell/portal.ts'
import { createPageShell } from '../stores/shell/shell.ts'
import { getElement, showDialogs, showFailure, showOfflineNotice, showSupport } from './show.ts'

function removeUserData(content: HTMLElement): void {
  // Screens cannot render without a signed-in user.
  for (const island of content.querySelectorAll('astro-island')) {
    island.dispatchEvent(new Event('astro:unmount'))
  }
  content.replaceChildren()
}

function showHomeFailure(error: unknown): void {
  reportError(error)
  getElement('home').dataset.view = 'failed'
  getElement('home-retry').onclick = () => location.reload()
}

function showCustomers(): void {
  const portal = getSignedInPortal()
  runWhenIdle(async () => {
    try {
      const { showHome } = await import('./home-list.ts')
      if (isSignedIn()) showHome(portal, showHomeFailure)
    } catch (error) {
      showHomeFailure(error)
    }
  })
}

/** Starts every page except the callback page (§1). */
export function startPortalPage(): void {
  const environment = createBrowserEnvironment()
  const root = document.documentElement
  const screen = getElement('content').dataset.screen as Screen | undefined
  showOfflineNotice(environment)
  const reseller = findReseller(environment.location())
  for (const link of document.querySelectorAll('a[data-reseller]')) {
    link.setAttribute('href', addReseller(link.getAttribute('href') ?? '', reseller))
  }

  const shell = createPageShell({
    environment,
    locale: getPageLocale(),
    configuration: getElement(configurationElementId).textContent.trim(),
    onPortal: (portal) => {
      setCurrentPortal(portal)
      showSupport(portal.configuration)
      showDialogs(portal)
      portal.flags.$flags.subscribe(() => {
        getElement('dry-run').hidden = !portal.flags.isEnabled('dry_run')
      })
      startReporting(portal.configuration.errorReporting)
    },
  })

  /** Requests the screen's first data before the island hydrates. */
  async function beginScreen(): Promise<void> {
    try {
      if (screen) (await screenStores[screen]()).begin()
    } catch (error) {
      shell.failScreen(error)
    }
  }
  let screenStart: Promise<void> | null = null

  shell.$person.subscribe((person) => {
    getElement('account').hidden = person === null
    const name = person?.name ?? ''
    getElement('person').textContent = name
    getElement('initials').textContent = getInitials(name)
    getElement('account-menu').dataset.person = name
    if (person === null) {
      if (screenStart) removeUserData(getElement('shell-ready'))
      return
    }
    screenStart ??= beginScreen()
  })

  shell.$shell.subscribe((state) => {
    getElement('shell-loading').hidden = state.status !== 'loading'
    getElement('shell-ready').hidden = state.status !== 'ready'
    showFailure(environment, state)
    if (state.status !== 'ready') return
    void screenStart?.then(() => {
      root.dataset.shell = 'ready'
      root.dispatchEvent(new Event('shell'))
    })
    if (document.getElementById('home')) showCustomers()
  })

  getElement('shell-retry').addEventListener('click', () => {
    const state = shell.$shell.get()
    if (state.status === 'failed' && state.reason === 'signed-out') void shell.signOut()
    else location.reload()
  })
  getElement('sign-out').addEventListener('click', () => void shell.signOut())

  // The link to the other language keeps the current query string.
  const language = getElement('language') as HTMLAnchorElement
  for (const event of ['pointerenter', 'focus', 'click']) {
    language.addEventListener(event, () => {
      language.search = environment.location().search
    })
  }

  // A portal update may have removed the screen's script.
  addEventListener('astro:hydration-error', () => {
    shell.failScreen(new Error('The screen could not be fetched'))
  })

  // The back/forward cache may restore a page of a different user.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload()
  })

  void shell.start()
}

/** Store of each screen, which requests data while React is loading. */
const screenStores = {
  connect: async () => (await import('../stores/connect/screen.ts')).connectScreen,
  check: async () => (await import('../stores/check/screen.ts')).checkScreen,
  boarding: async () => (await import('../stores/boarding/screen.ts')).boardingScreen,
  wizard: async () => (await import('../stores/wizard/screen.ts')).wizardScreens.wizard,
  polaris: async () => (await import('../stores/wizard/screen.ts')).wizardScreens.polaris,
}

export type Screen = keyof typeof screenStores
