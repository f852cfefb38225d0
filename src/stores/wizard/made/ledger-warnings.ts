import { computed, type ReadableAtom } from 'nanostores'
import {
  ledgerLabels,
  ledgerPurposes,
  requiredPurposes,
  type LedgerPurpose,
} from '../../../lib/accounting/snelstart/ledgers.ts'
import { verdictOf, type Verdict } from '../../../lib/accounting/snelstart/suitability.ts'
import type { WizardValues } from '../../../lib/accounting/snelstart/values.ts'
import type { MessageKey } from '../../../lib/i18n/messages.ts'
import type { LedgerItems } from './ledger-item.ts'

/** What speaks against the ledger of a purpose, existing or proposed, which the user may well mean. */
export interface LedgerWarning extends Pick<Verdict, 'kind' | 'reasons'> {
  /** A purpose that has the same ledger; its label. */
  sharedWith: MessageKey | null
}

/** Corrections may go anywhere. */
const unjudged = { kind: 'fits', reasons: [] } as const

export type LedgerWarnings = Readonly<Partial<Record<LedgerPurpose, LedgerWarning>>>

/** Warnings about ledgers; they never block. The correction ledger counts where it is used. */
export function ledgerWarnings(
  ledgers: LedgerItems,
  $values: ReadableAtom<WizardValues>,
): ReadableAtom<LedgerWarnings> {
  const all = ledgerPurposes.map((purpose) => ledgers[purpose])
  const sources = all.flatMap(
    ({ $state, $number, $proposal }) => [$state, $number, $proposal] as const,
  )
  return computed([$values, ...sources], (values): LedgerWarnings => {
    const { open_invoice_product: hasCorrection } = values.import_and_sync.open_invoices
    const purposes = hasCorrection ? ledgerPurposes : requiredPurposes
    const items = purposes.map((purpose) => ledgers[purpose])
    const found = items.flatMap(({ purpose, $state, $number, $proposal }) => {
      const number = $number.get().trim()
      const other = items.find(
        (each) => each.purpose !== purpose && number !== '' && each.$number.get().trim() === number,
      )
      const state = $state.get()
      const sharedWith = other ? ledgerLabels[other.purpose] : null
      const isProposed = state.status === 'missing' || state.status === 'creating'
      const judged =
        state.status === 'existing' ? state.ledger : isProposed ? $proposal.get() : null
      const { kind, reasons } =
        judged && purpose !== 'correction' ? verdictOf(purpose, judged) : unjudged
      const isWarned = sharedWith !== null || reasons.length > 0
      return isWarned ? [[purpose, { sharedWith, kind, reasons }] as const] : []
    })
    return Object.fromEntries(found)
  })
}
