import type { ShownValue } from '../../../lib/accounting/snelstart/summary.ts'
import { isolated } from '../../../lib/i18n/isolate.ts'
import { pageLocale, translate } from '../../../lib/i18n/page.ts'
import type { DayRow } from '../../../stores/wizard/example-day.ts'
import { verdictNames } from '../ledgers/ledger-texts.ts'

/** The words for a value of the summary. */
export function shownText(value: ShownValue): string {
  if (value === null) return translate('wizard:none')
  if (typeof value === 'string') return isolated(value)
  if (typeof value === 'boolean') return translate(value ? 'wizard:yes' : 'wizard:no')
  return translate(value.key)
}

/** An amount of the example day, in euros as the page's language writes them. */
export function amountText(cents: number): string {
  const format = new Intl.NumberFormat(pageLocale(), { style: 'currency', currency: 'EUR' })
  return format.format(cents / 100)
}

/** That sales become orders instead, and of which templates; none where they do not. */
export function ordersText(orders: Record<'register' | 'account', ShownValue> | null): string {
  if (orders === null) return ''
  const [register, account] = [shownText(orders.register), shownText(orders.account)]
  return translate('wizard:dayOrders', { register, account })
}

/** Number and name of the ledger that a part of the day lands on; nothing where that is missing. */
export function landingText({ number, description }: DayRow): string {
  return number === null ? '' : `${number} ${isolated(description)}`.trim()
}

/** What speaks against that ledger, in a word or two; nothing where it fits. */
export function doubtText({ lack, verdict }: DayRow): string {
  if (lack) return translate(lack.key)
  return verdict === 'fits' ? '' : translate(verdictNames[verdict])
}

/** What a ledger gets in all, where that is more than one amount. */
export function totalText({ cents, total }: DayRow): string {
  if (total === null || total === cents) return ''
  return translate('wizard:dayTogether', { amount: amountText(total) })
}
