import { atom, computed, type ReadableAtom } from 'nanostores'
import { choices } from '../../lib/accounting/snelstart/choices.ts'
import { settingsFrom } from '../../lib/accounting/snelstart/company-settings.ts'
import { paymentPurposes } from '../../lib/accounting/snelstart/ledgers.ts'
import {
  decidedIn,
  isLack,
  templateName,
  type Summarized,
} from '../../lib/accounting/snelstart/summary.ts'
import { choiceOf, isSet } from '../../lib/api/endpoint.ts'
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
    const { ledgers, templates, current } = summarized
    const payload = settingsFrom(decidedIn(summarized), current)
    const nameOf = ({ setting }: { setting: string }) => templateName(payload[setting], templates)
    const rows = [ofRegister, ...dayAmounts].map(
      ({ label, ledger: { purpose, setting } }, index) => {
        const number = isSet(payload[setting]) ? String(payload[setting]) : null
        const found = ledgers[purpose]
        const typed = amounts[index - 1]
        return {
          ...(isLack(found)
            ? { description: '', code: '', lack: found }
            : { description: found.description, code: found.code, lack: null }),
          ...{ label, purpose, number, typed },
          verdict: views[purpose].warning?.kind ?? 'fits',
          /** Null: the whole day, of the register's own ledger. */
          cents: typed?.cents ?? null,
          /** Tells ledgers apart: those that are missing are not the same one. */
          ledger: typed ? (number ?? purpose) : purpose,
        }
      },
    )
    const { register_order_template: register, account_order_template: account } = choices
    const isOrdered = choiceOf(payload.write_as_order) === true
    return {
      rows,
      /** Of which templates sales become orders; null where they become none. */
      orders: isOrdered ? { register: nameOf(register), account: nameOf(account) } : null,
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
