import type { MessageKey } from '../../i18n/messages.ts'
import { ledgerDefaults, type LedgerPurpose } from './ledgers.ts'

/** The accounting package's functions of ledgers that a shop meets, as it spells them, and their names. */
export const functionNames: Readonly<Record<string, MessageKey>> = {
  ContanteBetaling: 'wizard:functionCash',
  ElectronischeBetaling: 'wizard:functionElectronic',
  DagboekMemoriaal: 'wizard:functionMemorial',
  DagboekKas: 'wizard:functionCashBook',
  DagboekBank: 'wizard:functionBankBook',
  Betalingskorting: 'wizard:functionPaymentDiscount',
  VerkopenOmzetOnbelastVerlegd: 'wizard:functionUntaxedSales',
  VerkopenOmzetLaag: 'wizard:functionLowRateSales',
  VerkopenOmzetHoog: 'wizard:functionHighRateSales',
  TussenrekeningBetalingen: 'wizard:functionPaymentsInTransit',
  Kruisposten: 'wizard:functionTransfers',
  Diversen: 'wizard:functionMiscellaneous',
}

/** The two sides of the books that a ledger can be on (`rekening_code`), and their names. */
export const codeNames: Readonly<Record<string, MessageKey>> = {
  Balans: 'wizard:codeBalance',
  WinstEnVerlies: 'wizard:codeProfitAndLoss',
}

/**
 * The function that is usual for a purpose (§9), where a ledger has another one: bookings may then
 * end up where nobody looks for them. Null when there is nothing to warn about.
 */
export function unusualFunction(purpose: LedgerPurpose, given: string): string | null {
  const { function: usual } = ledgerDefaults[purpose].proposal
  return given === '' || given === usual || purpose === 'correction' ? null : usual
}
