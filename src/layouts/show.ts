import { buildElement } from '../islands/ui/dom.ts'
import type { Environment } from '../lib/environment.ts'
import {
  hideOperatorText,
  isFailure,
  getFailureParameters,
  listFailureAdvice,
  addDutchMessage,
} from '../lib/failure.ts'
import { getMessageLanguage, type Message, type MessageKey } from '../lib/i18n/messages.ts'
import { setProviderName, translate, translateMessage } from '../lib/i18n/page.ts'
import type { PublicConfiguration } from '../lib/configuration/variables.ts'
import type { DialogLink } from '../stores/shell/dialogs.ts'
import type { Portal } from '../stores/shell/portal.ts'
import type { FailureReason, PageShellState } from '../stores/shell/shell.ts'

export function getElement(id: string): HTMLElement {
  const found = document.getElementById(id)
  if (found === null) throw new Error(`The page has no element #${id}`)
  return found
}

/** Shows a message without operator details and sets its language. */
function showText(target: HTMLElement, message: Message | undefined): void {
  const shown = message && hideOperatorText(message)
  target.hidden = shown === undefined
  target.textContent = shown ? translateMessage(shown) : ''
  const language = shown && getMessageLanguage(shown.key)
  if (language) target.lang = language
  else target.removeAttribute('lang')
}

export function renderTexts(target: HTMLElement, messages: readonly Message[]): void {
  target.hidden = messages.length === 0
  target.replaceChildren(
    ...messages.flatMap(addDutchMessage).map((message) => {
      const paragraph = buildElement('p', {})
      showText(paragraph, message)
      return paragraph
    }),
  )
}

/** Shows a failure's reference in `target`, or hides `target` without a failure. */
export function showFailureReference(
  environment: Environment,
  target: HTMLElement,
  what: Message | undefined,
  message: Message | undefined,
): void {
  const failure = message && isFailure(message) ? message : null
  target.hidden = failure === null
  if (failure === null) return
  target.textContent = translate('failure:reference', getFailureParameters(failure))
  void import('../islands/ui/helpdesk.ts').then(({ showHelpdesk }) => {
    showHelpdesk(environment, target, what, failure)
  })
}

export function showOfflineNotice({ isOnline, on }: Environment): void {
  const network = getElement('network')
  const show = () => showText(network, isOnline() ? undefined : { key: 'shell:offline' })
  on('network', show)
  // Keeps sticky buttons above the notice about the network.
  new ResizeObserver(() =>
    document.documentElement.style.setProperty('--network', `${network.offsetHeight}px`),
  ).observe(network)
  show()
}

export function showSupport({ provider, support }: PublicConfiguration): void {
  setProviderName(provider.name)
  const footer = getElement('support')
  footer.hidden = support.length === 0
  footer.textContent = translate('shell:support')
  for (const { text, address } of support) {
    footer.append(' ', buildElement('a', { href: address }, text))
  }
}

/** Page title before the failure, or null without a failure. */
let pageTitle: string | null = null

/** Shows why the screen did not start (§1, §8). */
export function showFailure(environment: Environment, state: PageShellState): void {
  const isFailed = state.status === 'failed'
  const notice = getElement('shell-failed')
  // Moves the focus to the content before the notice is hidden.
  if (!isFailed && notice.contains(document.activeElement)) getElement('content').focus()
  notice.hidden = !isFailed
  if (!isFailed) {
    document.title = pageTitle ?? document.title
    pageTitle = null
    return
  }
  const { reason, detail } = state
  // The name of the provider is unknown without a configuration.
  if (reason === 'configuration') setProviderName(translate('shell:unknownProvider'))
  const [text, title = 'shell:failedTitle'] = failureTexts[reason]
  const shown = detail && hideOperatorText(detail)
  const error = shown ? translateMessage(shown) : ''
  const heading = getElement('shell-failed-title')
  heading.textContent = translate(title)
  showText(getElement('shell-error'), { key: text, parameters: { error } })
  renderTexts(getElement('shell-error-help'), detail ? helpFor(reason, detail) : [])
  showFailureReference(environment, getElement('shell-reference'), { key: title }, detail)
  getElement('shell-retry').textContent = translate(
    reason === 'ended' ? 'shell:signInAgain' : 'shell:retry',
  )
  if (pageTitle === null) heading.focus()
  pageTitle ??= document.title
  document.title = `${translate(title)} – Koppelpunt`
}

const failureTexts: Readonly<
  Record<FailureReason, readonly [text: MessageKey, title?: MessageKey]>
> = {
  insecure: ['shell:insecure'],
  storage: ['shell:storage'],
  configuration: ['shell:configurationFailed'],
  session: ['shell:notAuthenticated', 'shell:signInFailedTitle'],
  refresh: ['failure:session', 'shell:dialogSession'],
  'signed-out': ['shell:signedOut', 'shell:signedOutTitle'],
  ended: ['shell:signedOut', 'shell:signedOutTitle'],
  flags: ['shell:flagsFailed'],
  screen: ['shell:screenFailed'],
}

function helpFor(reason: FailureReason, detail: Message): Message[] {
  // The text about a failed screen already says what to do.
  if (reason === 'screen') return []
  // The text about feature flags already contains the error message.
  const details = reason === 'flags' ? [] : [detail]
  if (!isFailure(detail)) return details
  return [...details, { key: 'failure:kept' }, ...listFailureAdvice({ ...detail, safe: undefined })]
}

/** Creates a link for a dialog, and styles downloads as buttons. */
function createLink({ address, label, download }: DialogLink, isQuiet: boolean): HTMLElement {
  const looks = { class: 'button', 'data-kind': isQuiet ? 'quiet' : 'secondary' }
  const attributes = { href: address.href, ...(download && { download, ...looks }) }
  return buildElement('a', attributes, label ? translate(label.key) : address.href)
}

export function showDialogs(portal: Pick<Portal, 'dialogs' | 'environment'>): void {
  const { $dialog } = portal.dialogs
  const dialog = getElement('dialog') as HTMLDialogElement

  $dialog.listen((content) => {
    if (content === null) {
      dialog.close()
      return
    }
    const { kind, message, before = [], about = [], detail, link, decline } = content
    const isQuestion = kind === 'confirm'
    const agree = content.agree ?? { key: isQuestion ? 'shell:confirm' : 'shell:close' }
    const cancel = isQuestion ? (decline ?? { key: 'shell:cancel' }) : undefined
    const [first = message, second] = addDutchMessage(message)
    renderTexts(getElement('dialog-before'), before)
    showText(getElement('dialog-dutch'), second && first)
    showText(getElement('dialog-message'), second ?? first)
    const reason = detail ?? message
    const details = [...about, ...(detail ? [detail] : []), ...listFailureAdvice(reason)]
    renderTexts(getElement('dialog-detail'), details)
    showFailureReference(portal.environment, getElement('dialog-reference'), message, reason)
    showText(getElement('dialog-agree'), agree)
    showText(getElement('dialog-cancel'), cancel)
    const place = getElement('dialog-address')
    place.hidden = link === undefined
    place.replaceChildren(link ? createLink(link, before.length > 0) : '')
    dialog.closedBy = decline ? 'none' : 'closerequest'
    dialog.returnValue = ''
    dialog.showModal()
    if (content.isRisky) getElement('dialog-cancel').focus()
  })

  dialog.addEventListener('close', () => {
    const shown = $dialog.get()
    // Some browsers lack `closedBy` and close any dialog on Escape.
    if (shown?.decline && !dialog.returnValue) dialog.showModal()
    else shown?.answer(dialog.returnValue === 'agree')
  })
}
