import { atom, computed, type ReadableAtom } from 'nanostores'
import { choices, usesStock } from '../../lib/accounting/snelstart/choices.ts'
import { paymentPurposes } from '../../lib/accounting/snelstart/ledgers.ts'
import { isLack, templateName, type Summarized } from '../../lib/accounting/snelstart/summary.ts'
import { localeOfPath } from '../../lib/i18n/messages.ts'
import { amountOf } from '../../lib/validation/amounts.ts'
import type { Wizard } from './wizard.ts'
import type { LedgerViews } from './ledger-views.ts'

/** What a day of sales brings: the ledger that it goes to, and nobody's own amount in euros. */
const dayAmounts = [
  { label: 'wizard:purposeCash', ledger: choices.cash, example: 400 },
  { label: 'wizard:purposeEft', ledger: choices.eft, example: 1200 },
  { label: 'wizard:purposeWebshop', ledger: choices.webshop, example: 300 },
  { label: 'wizard:dayDeposit', ledger: choices.emballage, example: 40 },
  { label: 'wizard:dayPaymentDifference', ledger: choices.payment_differences, example: 1 },
  { label: 'wizard:dayCashDifference', ledger: choices.default_cash_difference_ledger, example: 2 },
] as const

const ofRegister = { label: 'wizard:purposeEcr', ledger: choices.ecr } as const

export type Day = ReturnType<ReturnType<typeof createExampleDay>['$day']['get']>
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
    const { values, ledgers, templates } = summarized
    const rows = [ofRegister, ...dayAmounts].map(({ label, ledger: { purpose } }, index) => {
      // What is still to be made is booked on as it is proposed.
      const { ledger, warning } = views[purpose]
      const { number = '', description = '', code = '' } = ledger ?? {}
      const [found, typed] = [ledgers[purpose], amounts[index - 1]]
      return {
        ...{ label, purpose, number, description, code, typed },
        lack: isLack(found) ? found : null,
        verdict: warning?.kind ?? 'fits',
        /** Null: the whole day, of the register's own ledger. */
        cents: typed?.cents ?? null,
        /** Tells ledgers apart. */
        ledger: typed && number ? number : purpose,
      }
    })
    const orders = {
      register: templateName(values.register_order_template, templates),
      account: templateName(values.account_order_template, templates),
    }
    /** `orders`: of which templates sales become orders; null where they become none. */
    return { rows, orders: usesStock(values) ? orders : null }
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
