import { createBrowserEnvironment } from '../lib/browser.ts'
import { configurationElementId, loadConfiguration } from '../lib/configuration/load.ts'
import { canUseTabStorage } from '../lib/environment.ts'
import { logFailure, type Failure } from '../lib/failure.ts'
import { getPathLocale } from '../lib/i18n/messages.ts'
import { getPageLocale } from '../lib/i18n/page.ts'
import { createIdentityClient } from '../lib/identity/identity.ts'
import { readReturnAddress, returnPathKey } from '../lib/identity/sign-in.ts'
import { startReporting } from '../lib/reporting/start.ts'
import { finishSignIn } from '../stores/shell/callback.ts'
import { createFlags } from '../stores/shell/flags.ts'
import type { FailureReason } from '../stores/shell/shell.ts'
import { getElement, showFailure, showOfflineNotice, showSupport } from './show.ts'

/** Finishes a sign-in and returns to the original page (§9). */
export async function startCallbackPage(): Promise<void> {
  const environment = createBrowserEnvironment()
  const hasMemory = canUseTabStorage(environment)

  // Uses the language of the page where sign-in began.
  const remembered = hasMemory ? environment.tabStorage.getItem(returnPathKey) : null
  const returnAddress = readReturnAddress(remembered, location.origin)
  const root = document.documentElement
  root.lang = root.dataset.locale = getPathLocale(returnAddress)
  showOfflineNotice(environment)
  getElement('shell-retry').addEventListener('click', () => {
    environment.replaceWith(new URL(returnAddress, environment.location()))
  })

  function fail(reason: FailureReason, detail?: Failure): void {
    getElement('shell-loading').hidden = true
    showFailure(environment, { status: 'failed', reason, detail })
  }

  if (!hasMemory) {
    fail('storage')
    return
  }
  try {
    const configuration = await loadConfiguration(
      environment,
      getElement(configurationElementId).textContent.trim(),
    )
    showSupport(configuration)
    const identity = createIdentityClient(environment, configuration, getPageLocale())
    const flags = createFlags(environment, configuration)
    startReporting(configuration.errorReporting)
    const detail = await finishSignIn({ environment, identity, flags })
    if (detail) fail('session', detail)
  } catch (error) {
    fail('configuration', logFailure(environment, 'the sign-in could not be finished', error))
  }
}
