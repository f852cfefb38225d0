import type { Environment } from '../lib/environment.ts'
import { forEverybody, isFailure, referenceOf } from '../lib/failure.ts'
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

/** Shows messages in an element, each in a paragraph of its own. */
export function showTexts(target: HTMLElement, messages: readonly Message[]): void {
  target.hidden = messages.length === 0
  target.replaceChildren(
    ...messages.map((message) => {
      const paragraph = document.createElement('p')
      showText(paragraph, message)
      return paragraph
    }),
  )
}

/** Shows what a helpdesk finds a failure by; nothing of any other message. How to copy it follows. */
export function showReference(
  environment: Environment,
  target: HTMLElement,
  what: Message | undefined,
  message: Message | undefined,
): void {
  const failure = message && isFailure(message) ? message : null
  target.hidden = failure === null
  if (failure === null) return
  target.textContent = translate('failure:reference', referenceOf(failure))
  void import('../islands/ui/helpdesk.ts').then(({ showHelpdesk }) => {
    showHelpdesk(environment, target, what, failure)
  })
}
