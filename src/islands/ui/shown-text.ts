import type { ShownValue } from '../../lib/accounting/snelstart/summary.ts'
import { isolated } from '../../lib/i18n/isolate.ts'
import { translate } from '../../lib/i18n/page.ts'

/** The words for a value of the summary. */
export function shownText(value: ShownValue): string {
  if (value === null) return translate('wizard:none')
  if (typeof value === 'string') return isolated(value)
  if (typeof value === 'boolean') return translate(value ? 'wizard:yes' : 'wizard:no')
  return translate(value.key)
}
