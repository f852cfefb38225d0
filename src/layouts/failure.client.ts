import type { Environment } from '../lib/environment.ts'
import { forEverybody, isFailure, saidBelow } from '../lib/failure.ts'
import type { Message, MessageKey } from '../lib/i18n/messages.ts'
import { nameProvider, translate } from '../lib/i18n/page.ts'
import type { FailureReason, ShellState } from '../stores/shell/shell.ts'
import { element } from './element.ts'
import { showReference, showText, showTexts } from './show-text.ts'

/** The page's own title while a failure is shown; else null. */
let pageTitle: string | null = null

/**
 * Shows in the content area why there is no screen (§1, §8), and moves the focus there. A failure that is
 * repeated, such as that of the flags every 15 seconds, does not move the focus again.
 */
export function showFailure(environment: Environment, state: ShellState): void {
  const isFailed = state.status === 'failed'
  const notice = element('shell-failed')
  // The focus would be lost with the failure.
  if (!isFailed && notice.contains(document.activeElement)) element('content').focus()
  notice.hidden = !isFailed
  if (!isFailed) {
    document.title = pageTitle ?? document.title
    pageTitle = null
    return
  }
  const { reason, detail } = state
  // Its name is in the configuration.
  if (reason === 'configuration') nameProvider(translate('shell:unknownProvider'))
  const title = titles[reason] ?? 'shell:failedTitle'
  const shown = detail && forEverybody(detail)
  const error = shown ? translate(shown.key, shown.parameters) : ''
  const heading = element('shell-failed-title')
  heading.textContent = translate(title)
  showText(element('shell-error'), { key: texts[reason], parameters: { error } })
  showTexts(element('shell-error-help'), detail ? below(reason, detail) : [])
  showReference(environment, element('shell-reference'), { key: title }, detail)
  element('shell-retry').textContent = translate(
    reason === 'ended' ? 'shell:signInAgain' : 'shell:retry',
  )
  if (pageTitle === null) heading.focus()
  pageTitle ??= document.title
  document.title = `${translate(title)} – Koppelpunt`
}

const titles: Partial<Record<FailureReason, MessageKey>> = {
  session: 'shell:signInFailedTitle',
  'signed-out': 'shell:signedOutTitle',
  ended: 'shell:signedOutTitle',
}

const texts: Readonly<Record<FailureReason, MessageKey>> = {
  insecure: 'shell:insecure',
  storage: 'shell:storage',
  configuration: 'shell:configurationFailed',
  session: 'shell:notAuthenticated',
  refresh: 'failure:session',
  'signed-out': 'shell:signedOut',
  ended: 'shell:signedOut',
  flags: 'shell:flagsFailed',
  screen: 'shell:screenFailed',
}

/** Why, what is safe, and what to do. */
function below(reason: FailureReason, detail: Message): Message[] {
  // The words of a screen that could not be fetched say it all.
  if (reason === 'screen') return []
  // Those of the flags say why.
  const why = reason === 'flags' ? [] : [detail]
  if (!isFailure(detail)) return why
  return [...why, { key: 'failure:kept' }, ...saidBelow({ ...detail, safe: undefined })]
}
