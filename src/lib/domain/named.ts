import type { CompanySettings } from '../api/company.ts'
import type { Id } from '../api/endpoint.ts'
import type { RequiredPurpose } from './ledgers.ts'
import { isSet } from './wizard.ts'

/** The relation that unknown customers are booked on today, where there is one. */
export function defaultRelation({ api_key: key }: CompanySettings): Id | null {
  const relation = key?.default_no_relation
  return isSet(relation) ? relation : null
}

/** The setting that names the ledger of a purpose; cash differences have none. */
const ledgerSettings = {
  cash: 'default_cash_payment_ledger',
  eft: 'default_eft_payment_ledger',
  webshop: 'default_webshop_payment_ledger',
  ecr: 'default_cash_register',
  payment_differences: 'cash_gap_ledger',
  cash_differences: null,
  emballage: 'default_emballage_ledger',
} as const satisfies Record<RequiredPurpose, keyof CompanySettings | null>

/** The number that the settings name for this purpose, or null. */
export function namedLedger(purpose: RequiredPurpose, settings: CompanySettings): string | null {
  const setting = ledgerSettings[purpose]
  const number = setting === null ? null : settings[setting]
  return isSet(number) ? String(number) : null
}
