import type { CompanySettings } from '../../lib/api/company.ts'
import { namedLedger } from '../../lib/domain/named.ts'
import { ledgerPurposes, type LedgerPurpose } from '../../lib/domain/ledgers.ts'
import type { Place } from '../../lib/domain/place.ts'
import type { Environment } from '../../lib/environment.ts'
import type { LiveGateway } from '../operations/gateway.ts'
import type { WizardDraft } from './draft.ts'
import { createLedgerItem, type LedgerItem } from './ledger-item.ts'

export type LedgerItems = Readonly<Record<LedgerPurpose, LedgerItem>>

interface Options {
  environment: Environment
  liveGateway: LiveGateway
  place: Place
  settings: CompanySettings
  draft: WizardDraft
}

/** The seven ledgers and the correction ledger; each is looked up at once (§4). */
export function createLedgerItems({ settings, draft, ...common }: Options): LedgerItems {
  const items = Object.fromEntries(
    ledgerPurposes.map((purpose) => [
      purpose,
      createLedgerItem({
        ...common,
        purpose,
        named: purpose === 'correction' ? null : namedLedger(purpose, settings),
        draft: draft.keptLedger(purpose),
        keep: (ledger) => draft.keepLedger(purpose, ledger),
        onFound: (number) => refreshTwins(purpose, number),
      }),
    ]),
  ) as Record<LedgerPurpose, LedgerItem>

  /** Another purpose may have waited for the very ledger that was just created or found. */
  function refreshTwins(found: LedgerPurpose, number: string): void {
    for (const purpose of ledgerPurposes) {
      const { $number, $state, retry } = items[purpose]
      const isTwin = purpose !== found && $number.get().trim() === number
      if (isTwin && $state.get().status === 'missing') void retry()
    }
  }

  return items
}
