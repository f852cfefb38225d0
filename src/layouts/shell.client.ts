import { createBrowserEnvironment } from '../lib/browser.ts'
import { pageLocale } from '../lib/i18n/page.ts'
import { startReporting } from '../lib/reporting/start.ts'
import { providePortal, signedInPortal } from '../stores/shell/portal.ts'
import { createShell } from '../stores/shell/shell.ts'
import { configurationInPage } from './configuration-in-page.ts'
import { showDialogs } from './dialogs.client.ts'
import { element } from './element.ts'
import { showFailure } from './failure.client.ts'
import { showRecentWork } from './recent-work.ts'
import { beginScreen, type Screen } from './screens.client.ts'
import { showSupport } from './support.client.ts'

/** Starts what every page but the callback has: sign-in, flags, the header and the dialogs (§1). */
export function startShell(): void {
  const environment = createBrowserEnvironment()
  const root = document.documentElement
  const screen = element('content').dataset.screen as Screen | undefined

  const shell = createShell({
    environment,
    locale: pageLocale(),
    configuration: configurationInPage(),
    onPortal: (portal) => {
      providePortal(portal)
      showSupport(portal.configuration)
      showDialogs(portal.dialogs)
      portal.flags.$flags.subscribe(() => {
        element('dry-run').hidden = !portal.flags.isEnabled('dry_run')
      })
      startReporting(portal.configuration.errorReporting)
    },
  })

  /** Tells the islands how far the shell is; see `shell-directive/directive.ts`. */
  function announce(phase: 'signed-in' | 'ready'): void {
    root.dataset.shell = phase
    root.dispatchEvent(new Event('shell'))
  }

  /** The first data is asked for before anything else has the browser's attention. */
  let begun: Promise<void> | null = null

  shell.$person.subscribe((person) => {
    element('account').hidden = person === null
    if (person === null) return
    element('person').textContent = person.name
    if (begun) return
    begun = screen ? beginScreen(screen).catch(shell.failScreen) : Promise.resolve()
    void begun.then(() => announce('signed-in'))
  })

  shell.$shell.subscribe((state) => {
    element('shell-loading').hidden = state.status !== 'loading'
    element('shell-ready').hidden = state.status !== 'ready'
    showFailure(state)
    if (state.status !== 'ready') return
    void begun?.then(() => announce('ready'))
    if (document.getElementById('recent')) void showRecentWork(signedInPortal())
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
  addEventListener('astro:hydration-error', shell.failScreen)

  // A page that the browser kept may show another user, an old session or a finished operation.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload()
  })

  void shell.start()
}
