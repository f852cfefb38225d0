import type { Message } from '../lib/i18n/messages.ts'
import { translate } from '../lib/i18n/page.ts'
import type { ShellState } from '../stores/shell/shell.ts'
import { element } from './element.ts'
import { showText } from './show-text.ts'

type Failed = Extract<ShellState, { status: 'failed' }>

/** Shows in the content area why there is no screen (§1, §8). */
export function showFailure(state: Failed): void {
  const { text, help } = wordsFor(state)
  showText(element('shell-error'), text)
  showText(element('shell-error-help'), help)
}

function wordsFor({ reason, detail }: Failed): { text: Message; help?: Message | undefined } {
  switch (reason) {
    case 'flags': {
      const error = detail ? translate(detail.key, detail.parameters) : ''
      return { text: { key: 'shell:flagsFailed', parameters: { error } } }
    }
    case 'session':
      return {
        text: { key: 'shell:notAuthenticated' },
        help: detail ?? { key: 'shell:notAuthenticatedHelp' },
      }
    case 'insecure':
      return { text: { key: 'shell:insecure' } }
    case 'signed-out':
      return { text: { key: 'shell:signedOut' }, help: detail }
    case 'screen':
      return { text: { key: 'shell:screenFailed' } }
    case 'configuration':
      return { text: { key: 'shell:configurationFailed' }, help: detail }
  }
}
