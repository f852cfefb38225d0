import { translate } from '../../lib/i18n/page.ts'
import type { Message } from '../../lib/i18n/messages.ts'
import type { Problem } from '../../stores/form/steps.ts'

export function failureText(label: string, failure: Message): string {
  const named = { field: label, inSentence: inSentence(label) }
  return translate(failure.key, { ...named, ...failure.parameters })
}

export const problemText = ({ label, message }: Problem) => failureText(translate(label), message)

/** A label where it stands within a sentence: 'Naam' becomes 'naam'. */
export function inSentence(label: string): string {
  const [first = '', second = ''] = label
  // An abbreviation keeps its capitals.
  return second === second.toLowerCase() ? first.toLowerCase() + label.slice(1) : label
}
