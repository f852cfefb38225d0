import type { ShownValue } from '../../../lib/accounting/snelstart/summary.ts'
import { isolated } from '../../../lib/i18n/isolate.ts'
import { pageLocale, translate } from '../../../lib/i18n/page.ts'
import type { DayRow } from '../../../stores/wizard/example-day.ts'
import { shownText } from '../../ui/shown-text.ts'
import { shortVerdicts, sideText, verdictKinds } from '../ledgers/ledger-texts.ts'

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

/** What is said of a part of the day: in the picture, in the table, and once its field is left. */
export function dayWords({ label, number, description, code, lack, verdict, ...sums }: DayRow) {
  const { cents, total } = sums
  const amount = amountText(total)
  const doubt = verdict === 'fits' ? '' : translate(shortVerdicts[verdict])
  const together = cents === total ? 'wizard:dayTogether' : 'wizard:dayShared'
  return {
    name: translate(label),
    /** Number and name of its ledger; nothing where that is missing. */
    landing: number === null ? '' : `${number} ${isolated(description)}`.trim(),
    /** What speaks against that ledger, in a word or two; nothing where it fits. */
    doubt: lack ? translate(lack.key) : doubt,
    kind: lack ? 'warning' : verdictKinds[verdict],
    amount,
    /** The ledger's side of the books, and what it gets in all. */
    about:
      // The register's daybook has both sides of the books.
      cents === null
        ? translate('wizard:dayRegister', { amount })
        : joined(', ', sideText(code), translate(together, { amount })),
  } as const
}

/** The texts that there are. */
export const joined = (separator: string, ...texts: readonly string[]) =>
  texts.filter((text) => text !== '').join(separator)
