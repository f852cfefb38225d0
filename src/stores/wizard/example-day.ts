import { atom, computed, type ReadableAtom } from 'nanostores'
import { settingsFrom } from '../../lib/accounting/snelstart/company-settings.ts'
import { dayAmounts, exampleDay } from '../../lib/accounting/snelstart/example-day.ts'
import { paymentPurposes, type RequiredPurpose } from '../../lib/accounting/snelstart/ledgers.ts'
import type { Verdict } from '../../lib/accounting/snelstart/suitability.ts'
import {
  choicesIn,
  isLack,
  templateName,
  type Lack,
  type Summarized,
} from '../../lib/accounting/snelstart/summary.ts'
import type { MessageKey } from '../../lib/i18n/messages.ts'
import { amountOf } from '../../lib/validation/amounts.ts'
import type { WizardDraft } from './draft.ts'
import type { LedgerViews } from './made/ledger-views.ts'

/** Where something of the day is booked, and what is known of that. */
export interface DayRow {
  label: MessageKey
  purpose: RequiredPurpose
  /** Null: the whole day, of the register's own ledger. */
  cents: number | null
  /** What the ledger gets in all. */
  total: number | null
  /** As it is sent; null where the ledger is missing. */
  number: string | null
  description: string
  /** The side of the books, as the accounting package spells it. */
  code: string
  verdict: Verdict['kind']
  /** Why the ledger is missing. */
  lack: Lack | null
}

export type Day = ReturnType<ReturnType<typeof createExampleDay>['$day']['get']>

/** Payments come first; deposits and differences may also go back. */
const read = (text: string, index: number) => amountOf(text, index >= paymentPurposes.length)

/**
 * What a day of sales becomes with what 'Voltooien' would send now (product §2, "A day in the books"), for
 * example amounts, which the tab keeps as they were typed.
 */
export function createExampleDay(
  draft: WizardDraft,
  $summarized: ReadableAtom<Summarized>,
  $ledgers: ReadableAtom<LedgerViews>,
) {
  const kept = draft.kept().dayTexts ?? []
  const $texts = atom(dayAmounts.map(({ example }, index) => kept[index] ?? String(example)))
  const $amounts = computed($texts, (texts) =>
    texts.map((text, index) => {
      const amount = read(text, index)
      const isRead = typeof amount === 'number'
      // What was typed halfway is no amount of anybody's.
      return { text, cents: isRead ? amount : 0, problem: isRead ? null : amount }
    }),
  )

  const $day = computed([$summarized, $amounts, $ledgers], (summarized, amounts, views) => {
    const { ledgers, templates, current } = summarized
    const { register, entries, orders } = exampleDay(
      settingsFrom(choicesIn(summarized), current),
      amounts.map(({ cents }) => cents),
    )
    const ofRegister = {
      label: 'wizard:purposeEcr',
      purpose: 'ecr',
      cents: null,
      total: null,
      number: register,
    } as const
    return {
      /** The register's ledger, then that of each amount. */
      rows: [ofRegister, ...entries].map((row): DayRow => {
        const ledger = ledgers[row.purpose]
        if (isLack(ledger))
          return { ...row, description: '', code: '', verdict: 'fits', lack: ledger }
        const { description, code } = ledger
        const verdict = views[row.purpose].warning?.kind ?? 'fits'
        return { ...row, description, code, verdict, lack: null }
      }),
      /** Names of the templates of the orders that sales become. */
      orders: orders && {
        register: templateName(orders.register, templates),
        account: templateName(orders.account, templates),
      },
    }
  })

  return {
    /** The amounts as they are typed, in their order, each with what is wrong with it. */
    $amounts,
    /** Of the amounts that can be read; the others count as nothing. */
    $day,
    input: (index: number, text: string) => {
      $texts.set($texts.get().with(index, text))
      draft.keep({ dayTexts: $texts.get() })
    },
  }
}
