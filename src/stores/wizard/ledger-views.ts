import { computed, type ReadableAtom } from 'nanostores'
import {
  type Ledger,
  ledgerLabels,
  type LedgerPurpose,
  ledgerPurposes,
  formatLedger,
  createRecord,
  requiredPurposes,
} from '../../lib/accounting/snelstart/ledgers.ts'
import {
  getVerdictSeverity,
  type LedgerWarning,
  judgeLedger,
  type LedgerVerdict,
  createWarning,
} from '../../lib/accounting/snelstart/suitability.ts'
import type { WizardValues } from '../../lib/accounting/snelstart/values.ts'
import type { StepProblem } from '../form/steps.ts'
import { findLedgerProblem, type Wizard } from './wizard.ts'
import type { CreationError } from './item.ts'
import type { LedgerState } from './ledger-item.ts'
import { isInvoiceProductUsed } from '../../lib/accounting/snelstart/choices.ts'

export interface LedgerView {
  purpose: LedgerPurpose
  number: string
  state: LedgerState
  ledger: Ledger | null
  /** Verdict on the ledger, null if it is missing or unused. */
  verdict: LedgerVerdict | null
  warning: LedgerWarning | null
  problem: StepProblem | null
  error: CreationError | null
}

export type LedgerViews = Readonly<Record<LedgerPurpose, LedgerView>>

export const listRequiredLedgerViews = (views: LedgerViews) =>
  requiredPurposes.map((purpose) => views[purpose])

export function listRefusedLedgers(views: LedgerViews): string[] {
  const refused = listRequiredLedgerViews(views).filter(
    ({ verdict }) => verdict?.kind === 'refused',
  )
  return [...new Set(refused.flatMap(({ ledger }) => (ledger ? [formatLedger(ledger)] : [])))]
}

/** Computes the view of all ledgers, including number conflicts. */
export function createLedgerViews(
  ledgers: Wizard['ledgers'],
  $values: ReadableAtom<WizardValues>,
): ReadableAtom<LedgerViews> {
  const sources = Object.values(ledgers).flatMap(({ $state, $number, $proposal }) => [
    $state,
    $number,
    $proposal,
  ])
  const numberOf = (purpose: LedgerPurpose) => ledgers[purpose].$number.get().trim()

  /** Warns if the number does not have the usual length. */
  function lengthWarning(number: string): LedgerWarning | null {
    const existing = ledgerPurposes.filter(
      (each) => ledgers[each].$state.get().status === 'existing',
    )
    const [usual = number.length, ...others] = new Set(
      existing.map((each) => numberOf(each).length),
    )
    if (others.length > 0 || number.length === usual) return null
    const parameters = { number, length: String(number.length), usual: String(usual) }
    return {
      sharedWith: null,
      kind: 'doubtful',
      reasons: [{ key: 'wizard:ledgerLength', parameters }],
    }
  }

  function viewOf(purpose: LedgerPurpose, used: readonly LedgerPurpose[]): LedgerView {
    const state = ledgers[purpose].$state.get()
    const number = numberOf(purpose)
    const isProposed = state.status === 'missing' || state.status === 'creating'
    const proposal = isProposed ? { number, ...ledgers[purpose].$proposal.get() } : null
    const ledger = state.status === 'existing' ? state.ledger : proposal
    const verdict = ledger && judgeLedger(purpose, ledger)
    const other =
      number !== '' &&
      used.includes(purpose) &&
      used.find((each) => each !== purpose && numberOf(each) === number)
    const isUnused = purpose === 'correction' && state.status === 'empty'
    return {
      purpose,
      number,
      state,
      ledger,
      verdict,
      warning:
        createWarning(verdict, other ? ledgerLabels[other] : null) ??
        (isProposed && number !== ledgers[purpose].proposed ? lengthWarning(number) : null),
      problem: isUnused ? null : findLedgerProblem(ledgers[purpose]),
      error: state.status === 'missing' ? state.error : null,
    }
  }

  return computed([$values, ...sources], (values) => {
    const used = isInvoiceProductUsed(values) ? ledgerPurposes : requiredPurposes
    return createRecord(ledgerPurposes, (purpose) => viewOf(purpose, used))
  })
}

export function sortBySeverity<View extends Pick<LedgerView, 'warning'>>(views: readonly View[]) {
  const severityOf = ({ warning }: View) => (warning ? 1 + getVerdictSeverity(warning) : 0)
  return views.toSorted((one, other) => severityOf(other) - severityOf(one))
}
