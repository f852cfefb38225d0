import { computed, type ReadableAtom } from 'nanostores'
import { unusualFunction } from '../../../lib/accounting/snelstart/ledger-functions.ts'
import {
  ledgerLabels,
  ledgerPurposes,
  requiredPurposes,
  type LedgerPurpose,
} from '../../../lib/accounting/snelstart/ledgers.ts'
import type { WizardValues } from '../../../lib/accounting/snelstart/values.ts'
import type { MessageKey } from '../../../lib/i18n/messages.ts'
import type { LedgerItems } from './ledger-items.ts'

/** What is unusual about the ledger of a purpose, which the user may well mean. */
export interface LedgerWarning {
  /** A purpose that has the same ledger; its label. */
  sharedWith: MessageKey | null
  /** The function that is usual, where the ledger has another one. */
  usualFunction: string | null
}

export type LedgerWarnings = Readonly<Partial<Record<LedgerPurpose, LedgerWarning>>>

/** Warnings about ledgers; they never block. The correction ledger counts where it is used. */
export function ledgerWarnings(
  ledgers: LedgerItems,
  $values: ReadableAtom<WizardValues>,
): ReadableAtom<LedgerWarnings> {
  const all = ledgerPurposes.map((purpose) => ledgers[purpose])
  const sources = all.flatMap(({ $state, $number }) => [$state, $number] as const)
  return computed([$values, ...sources], (values): LedgerWarnings => {
    const { open_invoice_product: hasCorrection } = values.import_and_sync.open_invoices
    const purposes = hasCorrection ? ledgerPurposes : requiredPurposes
    const items = purposes.map((purpose) => ledgers[purpose])
    const numbers = items.map(({ $number }) => $number.get().trim())
    const found = items.flatMap(({ purpose, $state }, index) => {
      const state = $state.get()
      const shared = numbers.findIndex(
        (number, other) => other !== index && number !== '' && number === numbers[index],
      )
      const other = items[shared]?.purpose
      const warning: LedgerWarning = {
        sharedWith: other ? ledgerLabels[other] : null,
        usualFunction:
          state.status === 'existing' ? unusualFunction(purpose, state.ledger.function) : null,
      }
      const isWarned = warning.sharedWith !== null || warning.usualFunction !== null
      return isWarned ? [[purpose, warning] as const] : []
    })
    return Object.fromEntries(found)
  })
}
