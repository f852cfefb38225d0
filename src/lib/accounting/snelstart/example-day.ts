import { choiceOf, isSet } from '../../api/endpoint.ts'
import type { MessageKey } from '../../i18n/messages.ts'
import type { CompanySettings } from './calls/company.ts'
import { ledgerSettings, namedLedger, type RequiredPurpose } from './ledgers.ts'
import { rows, type SettingName } from './settings.ts'
import { templateFields } from './values.ts'

/** What a day of sales brings, in the order in which it is shown. */
export const dayAmounts = {
  cash: { setting: ledgerSettings.cash, label: 'wizard:purposeCash' },
  eft: { setting: ledgerSettings.eft, label: 'wizard:purposeEft' },
  webshop: { setting: ledgerSettings.webshop, label: 'wizard:purposeWebshop' },
  emballage: { setting: ledgerSettings.emballage, label: 'wizard:dayDeposit' },
  payment_differences: {
    setting: ledgerSettings.payment_differences,
    label: 'wizard:dayPaymentDifference',
  },
  cash_differences: {
    setting: 'default_cash_difference_ledger',
    label: 'wizard:dayCashDifference',
  },
} as const satisfies Record<string, { setting: SettingName; label: MessageKey }>
export type DayAmount = keyof typeof dayAmounts
export const dayAmountNames = Object.keys(dayAmounts) as DayAmount[]

/** Whole cents of each; what may go back to a customer may be below zero. */
export type DayCents = Readonly<Record<DayAmount, number>>

/** Where an amount lands. */
export interface DayEntry {
  label: MessageKey
  cents: number
  /** The purpose that the wizard asks for this ledger under. */
  purpose: RequiredPurpose
  /** Null: there is none yet. */
  number: string | null
}

/** All that lands on one ledger. */
export interface DayLine extends Omit<DayEntry, 'label'> {
  entries: readonly DayEntry[]
}

/**
 * What a day of sales becomes (product §2, "A day in the books"). No more than the settings say: turnover
 * follows each product, and debit, credit and VAT are for SnelStart.
 *
 * @param payload the settings as they are sent
 */
export function exampleDay(payload: CompanySettings, amounts: DayCents) {
  const entries = dayAmountNames.map((name): DayEntry => {
    const { setting, label } = dayAmounts[name]
    const number = payload[setting]
    return {
      label,
      cents: amounts[name],
      purpose: rows[setting].purpose,
      number: isSet(number) ? String(number) : null,
    }
  })
  const { register, account } = templateFields
  return {
    /** Number of the register's ledger. */
    register: namedLedger('ecr', payload),
    entries,
    lines: linesOf(entries),
    /** Templates of the orders that sales become, by their ids; null where they become none. */
    orders:
      choiceOf(payload.write_as_order) === true
        ? { register: payload[register.setting], account: payload[account.setting] }
        : null,
  }
}

/** What is booked on the same ledger adds up; ledgers that are missing are not the same. */
function linesOf(entries: readonly DayEntry[]): DayLine[] {
  const keyOf = ({ number, purpose }: DayEntry) => number ?? purpose
  return [...new Set(entries.map(keyOf))].flatMap((key) => {
    const same = entries.filter((entry) => keyOf(entry) === key)
    const [first] = same
    if (!first) return []
    const { purpose, number } = first
    return [
      { purpose, number, cents: same.reduce((sum, { cents }) => sum + cents, 0), entries: same },
    ]
  })
}
