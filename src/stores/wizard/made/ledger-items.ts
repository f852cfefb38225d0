import type { CompanySettings } from '../../../lib/accounting/snelstart/company.ts'
import { namedLedger } from '../../../lib/accounting/snelstart/ledgers.ts'
import { ledgerPurposes, type LedgerPurpose } from '../../../lib/accounting/snelstart/ledgers.ts'
import type { Place } from '../../../lib/domain/place.ts'
import type { Environment } from '../../../lib/environment.ts'
import type { Gateway } from '../../gateway/gateway.ts'
import type { WizardDraft } from '../draft.ts'
import { createLedgerItem, type LedgerItem } from './ledger-item.ts'

export type LedgerItems = Readonly<Record<LedgerPurpose, LedgerItem>>

interface Options {
  environment: Environment
  gatewayNow: () => Gateway
  place: Place
  settings: CompanySettings
  draft: WizardDraft
  /** The ledger of cash differences that this user completed the wizard with. */
  lastCashDifferences: string | null
}

/** The seven ledgers and the correction ledger; each is looked up at once (§4). */
export function createLedgerItems(options: Options): LedgerItems {
  const { settings, draft, lastCashDifferences, ...common } = options
  /** A number that was in use before counts as accepted. */
  const namedOf = (purpose: LedgerPurpose) => {
    if (purpose === 'correction') return null
    return purpose === 'cash_differences' ? lastCashDifferences : namedLedger(purpose, settings)
  }

  const items = Object.fromEntries(
    ledgerPurposes.map((purpose) => [
      purpose,
      createLedgerItem({
        ...common,
        purpose,
        named: namedOf(purpose),
        draft: draft.keptLedger(purpose),
        keep: (ledger) => draft.keepLedger(purpose, ledger),
        onFound: (number) => refreshOthers(purpose, number),
      }),
    ]),
  ) as Record<LedgerPurpose, LedgerItem>

  /** Another purpose may have waited for the very ledger that was just created or found. */
  function refreshOthers(found: LedgerPurpose, number: string): void {
    for (const purpose of ledgerPurposes) {
      const { $number, $state, retry } = items[purpose]
      const isSameNumber = purpose !== found && $number.get().trim() === number
      if (isSameNumber && $state.get().status === 'missing') void retry()
    }
  }

  return items
}
