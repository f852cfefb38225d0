import type { Message, MessageKey } from '../../lib/i18n/messages.ts'
import { translate } from '../../lib/i18n/page.ts'

/** A text about one thing, or about several; both languages have one plural. */
export function countText(
  count: number,
  one: MessageKey,
  several: MessageKey,
  parameters?: Message['parameters'],
): string {
  return translate(count === 1 ? one : several, { ...parameters, count: String(count) })
}
