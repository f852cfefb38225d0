import { forEverybody, isForOperators } from '../lib/failure.ts'
import { foreignLanguage, type Message } from '../lib/i18n/messages.ts'
import { translate } from '../lib/i18n/page.ts'

/** Shows a message in an element, in the words for everybody, with `lang` where it is in another language. */
export function showText(target: HTMLElement, message: Message | undefined): void {
  const shown = message && forEverybody(message)
  target.hidden = shown === undefined
  target.textContent = shown ? translate(shown.key, shown.parameters) : ''
  const language = shown && foreignLanguage(shown.key)
  if (language) target.lang = language
  else target.removeAttribute('lang')
}

/** Shows a message for operators in `Details.astro`, folded. The same text again does not fold it again. */
export function showDetails(target: HTMLElement, message: Message | undefined): void {
  const text =
    message && isForOperators(message.key) ? translate(message.key, message.parameters) : ''
  const paragraph = target.lastElementChild
  if (paragraph?.textContent === text) return
  target.hidden = !text
  target.removeAttribute('open')
  if (paragraph) paragraph.textContent = text
}
