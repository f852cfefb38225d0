import { foreignLanguage, type Message } from '../../lib/i18n/messages.ts'
import { translate } from '../../lib/i18n/page.ts'

/** A message in the page's language, marked where its words are of another one. */
export function Text({ message }: { message: Message }) {
  return (
    <span lang={foreignLanguage(message.key)}>{translate(message.key, message.parameters)}</span>
  )
}
