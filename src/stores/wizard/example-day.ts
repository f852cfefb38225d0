import { computed, map, readonlyType, type ReadableAtom } from 'nanostores'
import { settingsFrom } from '../../lib/accounting/snelstart/company-settings.ts'
import {
  dayAmountNames,
  exampleDay,
  type DayAmount,
  type DayCents,
} from '../../lib/accounting/snelstart/example-day.ts'
import { paymentPurposes, type RequiredPurpose } from '../../lib/accounting/snelstart/ledgers.ts'
import type { Verdict } from '../../lib/accounting/snelstart/suitability.ts'
import {
  choicesIn,
  isLack,
  templateName,
  type Lack,
  type Summarized,
} from '../../lib/accounting/snelstart/summary.ts'
import type { Message, MessageKey } from '../../lib/i18n/messages.ts'
import { amountOf } from '../../lib/validation/amounts.ts'
import type { WizardDraft } from './draft.ts'
import type { LedgerWarnings } from './made/ledger-warnings.ts'

/** To begin with; nobody's own. */
const examples: Readonly<Record<DayAmount, string>> = {
  cash: '400',
  eft: '1200',
  webshop: '300',
  emballage: '40',
  payment_differences: '1',
  cash_differences: '2',
}

/** Where something of the day is booked, and what is known of that. */
export interface DayRow {
  label: MessageKey
  purpose: RequiredPurpose
  /** Null: the whole day, of the register's own ledger. */
  cents: number | null
  /** As it is sent; null where the ledger is missing. */
  number: string | null
  description: string
  /** The side of the books, as the accounting package spells it. */
  code: string
  verdict: Verdict['kind'] | 'missing'
  /** Why the ledger is missing. */
  lack: Lack | null
}

export type Day = ReturnType<ReturnType<typeof createExampleDay>['$day']['get']>

/** A difference or a deposit may also go back. */
const isPayment = (name: DayAmount) => paymentPurposes.some((each) => each === name)

const perAmount = <Value>(valueOf: (name: DayAmount, index: number) => Value) =>
  Object.fromEntries(dayAmountNames.map((name, index) => [name, valueOf(name, index)])) as Record<
    DayAmount,
    Value
  >

/**
 * What a day of sales becomes with what 'Voltooien' would send now (product §2, "A day in the books"), for
 * example amounts, which the tab keeps as they were typed.
 */
export function createExampleDay(
  draft: WizardDraft,
  $summarized: ReadableAtom<Summarized>,
  $warnings: ReadableAtom<LedgerWarnings>,
) {
  const judge = (name: DayAmount, text: string) => amountOf(text, !isPayment(name))
  const kept = draft.kept().dayTexts ?? []
  const $texts = map(perAmount((name, index) => kept[index] ?? examples[name]))
  /** What could be read last. */
  const $cents = map<DayCents>(
    perAmount((name) => {
      const amount = judge(name, $texts.get()[name])
      return typeof amount === 'number' ? amount : Number(examples[name]) * 100
    }),
  )
  const $problems = computed($texts, (texts) =>
    perAmount((name): Message | null => {
      const amount = judge(name, texts[name])
      return typeof amount === 'number' ? null : amount
    }),
  )

  const $day = computed([$summarized, $cents, $warnings], (summarized, cents, warnings) => {
    const payload = settingsFrom(choicesIn(summarized), summarized.current)
    const { register, entries, lines, orders } = exampleDay(payload, cents)
    const { ledgers, templates } = summarized
    const rowOf = (landing: Pick<DayRow, 'label' | 'purpose' | 'cents' | 'number'>): DayRow => {
      const ledger = ledgers[landing.purpose]
      if (isLack(ledger)) {
        return { ...landing, description: '', code: '', verdict: 'missing', lack: ledger }
      }
      const { description, code } = ledger
      const verdict = warnings[landing.purpose]?.kind ?? 'fits'
      return { ...landing, description, code, verdict, lack: null }
    }
    return {
      /** The register's ledger, then that of each amount. */
      rows: [
        rowOf({ label: 'wizard:purposeEcr', purpose: 'ecr', cents: null, number: register }),
        ...entries.map(rowOf),
      ],
      lines,
      /** Names of the templates of the orders that sales become. */
      orders: orders && {
        register: templateName(orders.register, templates),
        account: templateName(orders.account, templates),
      },
    }
  })

  return {
    /** As they are typed. */
    $texts: readonlyType($texts),
    /** What is wrong with them; the day keeps what could be read last. */
    $problems,
    $day,
    input: (name: DayAmount, text: string) => {
      $texts.setKey(name, text)
      draft.keep({ dayTexts: Object.values($texts.get()) })
      const amount = judge(name, text)
      if (typeof amount === 'number') $cents.setKey(name, amount)
    },
  }
}
