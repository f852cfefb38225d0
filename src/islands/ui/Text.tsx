import { forEverybody } from '../../lib/failure.ts'
import { foreignLanguage, type Message } from '../../lib/i18n/messages.ts'
import { translate } from '../../lib/i18n/page.ts'

/** A message for everybody, in the page's language, marked where its words are of another one. */
export function Text({ message }: { message: Message }) {
  const { key, parameters } = forEverybody(message)
  return <span lang={foreignLanguage(key)}>{translate(key, parameters)}</span>
}
