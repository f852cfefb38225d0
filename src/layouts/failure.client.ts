import type { Environment } from '../lib/environment.ts'
import { forEverybody, isFailure } from '../lib/failure.ts'
import type { Message, MessageKey } from '../lib/i18n/messages.ts'
import { translate } from '../lib/i18n/page.ts'
import type { ShellState } from '../stores/shell/shell.ts'
import { element } from './element.ts'
import { showReference, showText, showTexts } from './show-text.ts'

type Failed = Extract<ShellState, { status: 'failed' }>

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
  const { title, text, help } = wordsFor(state)
  const heading = element('shell-failed-title')
  heading.textContent = translate(title)
  showText(element('shell-error'), text)
  showTexts(element('shell-error-help'), [...(help ? [help] : []), ...below(state)])
  showReference(environment, element('shell-reference'), { key: title }, state.detail)
  const retry = state.reason === 'ended' ? 'shell:signInAgain' : 'shell:retry'
  element('shell-retry').textContent = translate(retry)
  if (pageTitle === null) heading.focus()
  pageTitle ??= document.title
  document.title = `${translate(title)} – Koppelpunt`
}

interface Words {
  title: MessageKey
  text: Message
  help?: Message | undefined
}

function wordsFor({ reason, detail }: Failed): Words {
  const title = 'shell:failedTitle'
  switch (reason) {
    case 'flags': {
      const shown = detail && forEverybody(detail)
      const error = shown ? translate(shown.key, shown.parameters) : ''
      return { title, text: { key: 'shell:flagsFailed', parameters: { error } } }
    }
    case 'session':
      return {
        title: 'shell:signInFailedTitle',
        text: { key: 'shell:notAuthenticated' },
        help: detail ?? { key: 'shell:notAuthenticatedHelp' },
      }
    case 'refresh':
      return { title, text: { key: 'failure:session' }, help: detail }
    case 'insecure':
      return { title, text: { key: 'shell:insecure' } }
    case 'storage':
      return { title, text: { key: 'shell:storage' } }
    case 'signed-out':
    case 'ended':
      return { title: 'shell:signedOutTitle', text: { key: 'shell:signedOut' }, help: detail }
    case 'screen':
      return { title, text: { key: 'shell:screenFailed' } }
    case 'configuration':
      return { title, text: { key: 'shell:configurationFailed' }, help: detail && nameless(detail) }
  }
}

/** What is safe, and what to do; the words of a screen that could not be fetched say both. */
function below({ reason, detail }: Failed): Message[] {
  if (!detail || !isFailure(detail) || reason === 'screen') return []
  const said: Message[] = [{ key: 'failure:kept' }, ...(detail.help ? [{ key: detail.help }] : [])]
  return reason === 'configuration' ? said.map(nameless) : said
}

/** Without a configuration the provider's name is not known. */
function nameless({ key, parameters }: Message): Message {
  return { key, parameters: { provider: translate('shell:unknownProvider'), ...parameters } }
}
