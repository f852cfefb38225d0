import { pageLocale, translate } from '../../lib/i18n/page.ts'
import type { Message } from '../../lib/i18n/messages.ts'
import { about } from '../../lib/validation/rule.ts'

/** Parameters that are days, which each language writes in its own way. */
const days: ReadonlySet<string> = new Set(['date', 'from', 'to'])

/** What is wrong with the field that is called this. */
export function failureText(label: string, failure: Message): string {
  const { key, parameters = {} } = about(label, failure)
  const shown = Object.entries(parameters).map(([name, value]) => [
    name,
    days.has(name) ? dayText(value) : value,
  ])
  return translate(key, {
    ...(Object.fromEntries(shown) as Record<string, string>),
    inSentence: inSentence(label),
  })
}

function dayText(iso: string): string {
  const format = new Intl.DateTimeFormat(pageLocale(), { dateStyle: 'long', timeZone: 'UTC' })
  return format.format(new Date(iso))
}

/** A label where it stands within a sentence: 'Naam' becomes 'naam'. */
export function inSentence(label: string): string {
  const [first = '', second = ''] = label
  // An abbreviation keeps its capitals.
  return second === second.toLowerCase() ? first.toLowerCase() + label.slice(1) : label
}
