import { atom, computed, type ReadableAtom } from 'nanostores'
import { settingsFrom } from '../../lib/accounting/snelstart/company-settings.ts'
import { dayAmounts, exampleDay } from '../../lib/accounting/snelstart/example-day.ts'
import { paymentPurposes } from '../../lib/accounting/snelstart/ledgers.ts'
import {
  decidedIn,
  isLack,
  templateName,
  type Summarized,
} from '../../lib/accounting/snelstart/summary.ts'
import { localeOfPath } from '../../lib/i18n/messages.ts'
import { amountOf } from '../../lib/validation/amounts.ts'
import type { Wizard } from './wizard.ts'
import type { LedgerViews } from './ledger-views.ts'

export type Day = ReturnType<ReturnType<typeof createExampleDay>['$day']['get']>
/** Where something of the day is booked, and what is known of that. */
export type DayRow = Day['rows'][number]

/**
 * What a day of sales becomes with what 'Voltooien' would send now (product §2, "A day in the books"), for
 * example amounts, which the tab keeps as they were typed.
 */
export function createExampleDay(
  { draft, environment }: Wizard,
  $summarized: ReadableAtom<Summarized>,
  $ledgers: ReadableAtom<LedgerViews>,
) {
  const locale = localeOfPath(environment.location().pathname)
  const kept = draft.kept().dayTexts ?? []
  const $texts = atom(dayAmounts.map(({ example }, index) => kept[index] ?? String(example)))
  const $amounts = computed($texts, (texts) =>
    texts.map((text, index) => {
      // Payments come first; deposits and differences may also go back.
      const amount = amountOf(text, locale, index >= paymentPurposes.length)
      const isRead = typeof amount === 'number'
      // What was typed halfway is no amount of anybody's.
      return { text, cents: isRead ? amount : 0, problem: isRead ? null : amount }
    }),
  )

  const $day = computed([$summarized, $amounts, $ledgers], (summarized, amounts, views) => {
    const { ledgers, templates, current } = summarized
    const { rows, orders } = exampleDay(
      settingsFrom(decidedIn(summarized), current),
      amounts.map(({ cents }) => cents),
    )
    return {
      /** Each with its ledger or why that is missing, and its amount as it is typed. */
      rows: rows.map((row, index) => {
        const ledger = ledgers[row.purpose]
        const known = isLack(ledger)
          ? { description: '', code: '', lack: ledger }
          : { ...ledger, lack: null }
        const verdict = views[row.purpose].warning?.kind ?? 'fits'
        return { ...known, ...row, verdict, typed: amounts[index - 1] }
      }),
      orders: orders && {
        register: templateName(orders.register, templates),
        account: templateName(orders.account, templates),
      },
    }
  })

  return {
    $day,
    /** Takes what is typed for an amount, by its place among them. */
    input: (index: number, text: string) => {
      $texts.set($texts.get().with(index, text))
      draft.keep({ dayTexts: $texts.get() })
    },
  }
}
