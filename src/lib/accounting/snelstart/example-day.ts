import { choiceOf, isSet } from '../../api/endpoint.ts'
import type { CompanySettings } from './calls.ts'
import { ledgerSettings } from './ledgers.ts'
import { rows } from './settings.ts'
import { templateFields } from './values.ts'

/** What a day of sales brings: the setting that says where it goes, and nobody's own amount in euros. */
export const dayAmounts = [
  { label: 'wizard:purposeCash', setting: ledgerSettings.cash, example: 400 },
  { label: 'wizard:purposeEft', setting: ledgerSettings.eft, example: 1200 },
  { label: 'wizard:purposeWebshop', setting: ledgerSettings.webshop, example: 300 },
  { label: 'wizard:dayDeposit', setting: ledgerSettings.emballage, example: 40 },
  { label: 'wizard:dayPaymentDifference', setting: 'cash_gap_ledger', example: 1 },
  { label: 'wizard:dayCashDifference', setting: 'default_cash_difference_ledger', example: 2 },
] as const

const ofRegister = { label: 'wizard:purposeEcr', setting: ledgerSettings.ecr } as const

/**
 * What a day of sales becomes (product §2, "A day in the books"). No more than the settings say: turnover
 * follows each product, and debit, credit and VAT are for SnelStart.
 *
 * @param payload the settings as they are sent
 * @param amounts whole cents of each, in their order
 */
export function exampleDay(payload: CompanySettings, amounts: readonly number[]) {
  const parts = [ofRegister, ...dayAmounts].map(({ label, setting }, index) => {
    const { purpose } = rows[setting]
    const number = isSet(payload[setting]) ? String(payload[setting]) : null
    return {
      label,
      /** Null: the whole day, of the register's own ledger. */
      cents: index === 0 ? null : (amounts[index - 1] ?? 0),
      /** The purpose that the wizard asks for its ledger under. */
      purpose,
      /** Number of its ledger; null where there is none yet. */
      number,
      /** Tells ledgers apart: those that are missing are not the same one. */
      ledger: index === 0 ? purpose : (number ?? purpose),
    }
  })
  const { register, account } = templateFields
  return {
    /** The register, then each amount. */
    rows: parts.map((part) => ({
      ...part,
      /** What its ledger gets in all. */
      total: parts
        .filter(({ ledger }) => part.cents === null || ledger === part.ledger)
        .reduce((sum, { cents }) => sum + (cents ?? 0), 0),
    })),
    /** Ids of the templates of the orders that sales become; null where they become none. */
    orders:
      choiceOf(payload.write_as_order) === true
        ? { register: payload[register.setting], account: payload[account.setting] }
        : null,
  }
}
