import { foreignLanguage, type Message } from '../lib/i18n/messages.ts'
import { translate } from '../lib/i18n/page.ts'

/** Shows a message in an element, marked where its words are not of the page's language. */
export function showText(target: HTMLElement, message: Message | undefined): void {
  target.hidden = message === undefined
  target.textContent = message ? translate(message.key, message.parameters) : ''
  const language = message && foreignLanguage(message.key)
  if (language) target.lang = language
  else target.removeAttribute('lang')
}
