import { choiceOf, isSet } from '../../api/endpoint.ts'
import type { CompanySettings } from './calls/company.ts'
import { ledgerSettings, namedLedger } from './ledgers.ts'
import { rows } from './settings.ts'
import { templateFields } from './values.ts'

/** What a day of sales brings: the setting that says where it goes, and nobody's own amount in euros. */
export const dayAmounts = [
  { label: 'wizard:purposeCash', setting: ledgerSettings.cash, example: 400 },
  { label: 'wizard:purposeEft', setting: ledgerSettings.eft, example: 1200 },
  { label: 'wizard:purposeWebshop', setting: ledgerSettings.webshop, example: 300 },
  { label: 'wizard:dayDeposit', setting: ledgerSettings.emballage, example: 40 },
  {
    label: 'wizard:dayPaymentDifference',
    setting: ledgerSettings.payment_differences,
    example: 1,
  },
  { label: 'wizard:dayCashDifference', setting: 'default_cash_difference_ledger', example: 2 },
] as const

/**
 * What a day of sales becomes (product §2, "A day in the books"). No more than the settings say: turnover
 * follows each product, and debit, credit and VAT are for SnelStart.
 *
 * @param payload the settings as they are sent
 * @param amounts whole cents of each, in their order
 */
export function exampleDay(payload: CompanySettings, amounts: readonly number[]) {
  const entries = dayAmounts.map(({ setting, label }, index) => {
    const number = payload[setting]
    return {
      label,
      cents: amounts[index] ?? 0,
      /** The purpose that the wizard asks for its ledger under. */
      purpose: rows[setting].purpose,
      /** Number of its ledger; null where there is none yet. */
      number: isSet(number) ? String(number) : null,
    }
  })
  // Ledgers that are missing are not the same one.
  const ledgerOf = ({ number, purpose }: (typeof entries)[number]) => number ?? purpose
  const { register, account } = templateFields
  return {
    register: namedLedger('ecr', payload),
    entries: entries.map((entry) => ({
      ...entry,
      /** What its ledger gets in all. */
      total: entries
        .filter((other) => ledgerOf(other) === ledgerOf(entry))
        .reduce((sum, { cents }) => sum + cents, 0),
    })),
    /** Ids of the templates of the orders that sales become; null where they become none. */
    orders:
      choiceOf(payload.write_as_order) === true
        ? { register: payload[register.setting], account: payload[account.setting] }
        : null,
  }
}
