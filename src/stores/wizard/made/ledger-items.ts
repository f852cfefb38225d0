import type { CompanySettings } from '../../../lib/accounting/snelstart/calls/company.ts'
import {
  ledgerPurposes,
  namedLedger,
  type LedgerPurpose,
} from '../../../lib/accounting/snelstart/ledgers.ts'
import type { WizardContext } from './item.ts'
import { createLedgerItem, type LedgerItem } from './ledger-item.ts'

export type LedgerItems = Readonly<Record<LedgerPurpose, LedgerItem>>

/**
 * The seven ledgers and the correction ledger; each is looked up at once (§4).
 *
 * @param cashDifferences the ledger of cash differences that the wizard was completed with
 */
export function createLedgerItems(
  context: WizardContext,
  settings: CompanySettings,
  cashDifferences: string | null,
): LedgerItems {
  /** A number that was in use before counts as accepted. */
  const namedOf = (purpose: LedgerPurpose) => {
    if (purpose === 'correction') return null
    return purpose === 'cash_differences' ? cashDifferences : namedLedger(purpose, settings)
  }
  /** Another purpose may have waited for the very ledger that was just created or found. */
  const refreshOthers = (found: LedgerPurpose) => (number: string) => {
    for (const purpose of ledgerPurposes) {
      const { $number, $state, retry } = items[purpose]
      const isSameNumber = purpose !== found && $number.get().trim() === number
      if (isSameNumber && $state.get().status === 'missing') void retry()
    }
  }

  const items = Object.fromEntries(
    ledgerPurposes.map((purpose) => {
      const named = namedOf(purpose)
      const onFound = refreshOthers(purpose)
      return [purpose, createLedgerItem(context, { purpose, named, onFound })]
    }),
  ) as Record<LedgerPurpose, LedgerItem>
  return items
}
