import { atom, computed, type ReadableAtom } from 'nanostores'
import { wizardChoices, isStockUsed } from '../../lib/accounting/snelstart/choices.ts'
import { paymentPurposes } from '../../lib/accounting/snelstart/ledgers.ts'
import {
  isMissingValue,
  findTemplateName,
  type SummaryInput,
} from '../../lib/accounting/snelstart/summary.ts'
import { getPathLocale } from '../../lib/i18n/messages.ts'
import { parseAmount } from '../../lib/validation/amounts.ts'
import type { Wizard } from './wizard.ts'
import type { LedgerViews } from './ledger-views.ts'

/** Bookings of an example day, with default amounts in euros. */
const dayAmounts = [
  { label: 'wizard:purposeCash', ledger: wizardChoices.cash, example: 400 },
  { label: 'wizard:purposeEft', ledger: wizardChoices.eft, example: 1200 },
  { label: 'wizard:purposeWebshop', ledger: wizardChoices.webshop, example: 300 },
  { label: 'wizard:dayDeposit', ledger: wizardChoices.emballage, example: 40 },
  { label: 'wizard:dayPaymentDifference', ledger: wizardChoices.payment_differences, example: 1 },
  {
    label: 'wizard:dayCashDifference',
    ledger: wizardChoices.default_cash_difference_ledger,
    example: 2,
  },
] as const

const ofRegister = { label: 'wizard:purposeEcr', ledger: wizardChoices.ecr } as const

export type ExampleBookings = ReturnType<ReturnType<typeof createExampleBookings>['$day']['get']>
export type ExampleBooking = ExampleBookings['rows'][number]

/** Computes the bookings of an example day (product §2). */
export function createExampleBookings(
  { draft, environment }: Wizard,
  $summarized: ReadableAtom<SummaryInput>,
  $ledgers: ReadableAtom<LedgerViews>,
) {
  const locale = getPathLocale(environment.location().pathname)
  const { dayTexts = [] } = draft.read()
  const $texts = atom(dayAmounts.map(({ example }, index) => dayTexts[index] ?? String(example)))
  const $amounts = computed($texts, (texts) =>
    texts.map((text, index) => {
      // Payments cannot be negative, but deposits and differences can.
      const amount = parseAmount(text, locale, index >= paymentPurposes.length)
      const isAmount = typeof amount === 'number'
      return { text, cents: isAmount ? amount : null, problem: isAmount ? null : amount }
    }),
  )

  const $day = computed([$summarized, $amounts, $ledgers], (summarized, amounts, views) => {
    const { values, ledgers, templates } = summarized
    const rows = [ofRegister, ...dayAmounts].map(({ label, ledger: { purpose } }, index) => {
      const { ledger, warning } = views[purpose]
      const { number = '', description = '', code = '' } = ledger ?? {}
      const summarizedLedger = ledgers[purpose]
      const typed = amounts[index - 1]
      return {
        label,
        purpose,
        number,
        description,
        code,
        typed,
        lack: isMissingValue(summarizedLedger) ? summarizedLedger : null,
        verdict: warning?.kind ?? 'fits',
        cents: typed ? (typed.cents ?? ('invalid' as const)) : null,
        ledger: typed && number ? number : purpose,
      }
    })
    const orders = {
      register: findTemplateName(values.register_order_template, templates),
      account: findTemplateName(values.account_order_template, templates),
    }
    const payments = amounts.slice(0, paymentPurposes.length)
    return {
      rows,
      /** True if the user has changed no amount. */
      isExample: dayAmounts.every(({ example }, index) => amounts[index]?.cents === example * 100),
      /** Sum of the valid payments in cents. */
      total: payments.reduce((sum, { cents }) => sum + (cents ?? 0), 0),
      /** Labels of invalid payments that the total leaves out. */
      leftOut: dayAmounts.flatMap(({ label }, index) => (payments[index]?.problem ? label : [])),
      /** Names of the order templates, null if no orders are created. */
      orders: isStockUsed(values) ? orders : null,
    }
  })

  return {
    $day,
    input: (index: number, text: string) => {
      $texts.set($texts.get().with(index, text))
      draft.keep({ dayTexts: $texts.get() })
    },
  }
}
