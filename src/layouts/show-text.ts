import { forEverybody, isForOperators } from '../lib/failure.ts'
import { foreignLanguage, type Message } from '../lib/i18n/messages.ts'
import { translate } from '../lib/i18n/page.ts'

/** Shows a message in an element, for everybody, marked where its words are not of the page's language. */
export function showText(target: HTMLElement, message: Message | undefined): void {
  const shown = message && forEverybody(message)
  target.hidden = shown === undefined
  target.textContent = shown ? translate(shown.key, shown.parameters) : ''
  const language = shown && foreignLanguage(shown.key)
  if (language) target.lang = language
  else target.removeAttribute('lang')
}

/** Folds what an operator needs of a message into `Details.astro`; what stands there already stays as it is. */
export function showDetails(target: HTMLElement, message: Message | undefined): void {
  const text =
    message && isForOperators(message.key) ? translate(message.key, message.parameters) : ''
  const place = target.lastElementChild
  if (place?.textContent === text) return
  target.hidden = !text
  target.removeAttribute('open')
  if (place) place.textContent = text
}
