import { choiceOf, isSet } from '../../api/endpoint.ts'
import type { CompanySettings } from './stored-settings.ts'
import { choices } from './choices.ts'

/** What a day of sales brings: the ledger that it goes to, and nobody's own amount in euros. */
export const dayAmounts = [
  { label: 'wizard:purposeCash', ledger: choices.cash, example: 400 },
  { label: 'wizard:purposeEft', ledger: choices.eft, example: 1200 },
  { label: 'wizard:purposeWebshop', ledger: choices.webshop, example: 300 },
  { label: 'wizard:dayDeposit', ledger: choices.emballage, example: 40 },
  { label: 'wizard:dayPaymentDifference', ledger: choices.payment_differences, example: 1 },
  { label: 'wizard:dayCashDifference', ledger: choices.default_cash_difference_ledger, example: 2 },
] as const

const ofRegister = { label: 'wizard:purposeEcr', ledger: choices.ecr } as const

/**
 * What a day of sales becomes by the settings as they are sent (product §2, "A day in the books"); `amounts` are whole
 * cents. Turnover follows each product, and debit, credit and VAT are for SnelStart.
 */
export function exampleDay(payload: CompanySettings, amounts: readonly number[]) {
  const parts = [ofRegister, ...dayAmounts].map(({ label, ledger }, index) => {
    const { purpose, setting } = ledger
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
  const { register_order_template: register, account_order_template: account } = choices
  return {
    /** The register, then each amount. */
    rows: parts,
    /** Ids of the templates of the orders that sales become; null where they become none. */
    orders:
      choiceOf(payload.write_as_order) === true
        ? { register: payload[register.setting], account: payload[account.setting] }
        : null,
  }
}
