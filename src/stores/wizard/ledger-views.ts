import { computed, type ReadableAtom } from 'nanostores'
import {
  type Ledger,
  ledgerLabels,
  type LedgerPurpose,
  ledgerPurposes,
  ledgerText,
  perName,
  requiredPurposes,
} from '../../lib/accounting/snelstart/ledgers.ts'
import {
  gravityOf,
  type LedgerWarning,
  verdictOf,
  type Verdict,
  warningOf,
} from '../../lib/accounting/snelstart/suitability.ts'
import type { WizardValues } from '../../lib/accounting/snelstart/values.ts'
import type { StepProblem } from '../form/steps.ts'
import { ledgerProblem, type Wizard } from './wizard.ts'
import type { CreationError } from './item.ts'
import type { LedgerState } from './ledger-item.ts'
import { paysInvoices } from '../../lib/accounting/snelstart/choices.ts'

/** All that is told of the ledger of a purpose, wherever that is. */
export interface LedgerView {
  purpose: LedgerPurpose
  number: string
  state: LedgerState
  /** What it is, or is proposed as; null as long as nobody knows. */
  ledger: Ledger | null
  /** Of that; null where there is none, and for a purpose that the register does not book on. */
  verdict: Verdict | null
  /** Null where nothing speaks against it. It never blocks. */
  warning: LedgerWarning | null
  problem: StepProblem | null
  error: CreationError | null
}

export type LedgerViews = Readonly<Record<LedgerPurpose, LedgerView>>

export const requiredViews = (views: LedgerViews) =>
  requiredPurposes.map((purpose) => views[purpose])

/** Names the ledgers on which SnelStart refuses bookings. */
export function refusedLedgerTexts(views: LedgerViews): string[] {
  const refused = requiredViews(views).filter(({ verdict }) => verdict?.kind === 'refused')
  return [...new Set(refused.flatMap(({ ledger }) => (ledger ? [ledgerText(ledger)] : [])))]
}

/** What there is to know of each ledger. The correction ledger shares a number where it is used. */
export function ledgerViews(
  ledgers: Wizard['ledgers'],
  $values: ReadableAtom<WizardValues>,
): ReadableAtom<LedgerViews> {
  const sources = Object.values(ledgers).flatMap(({ $state, $number, $proposal }) => [
    $state,
    $number,
    $proposal,
  ])
  const numberOf = (purpose: LedgerPurpose) => ledgers[purpose].$number.get().trim()

  function viewOf(purpose: LedgerPurpose, used: readonly LedgerPurpose[]): LedgerView {
    const [state, number] = [ledgers[purpose].$state.get(), numberOf(purpose)]
    const isProposed = state.status === 'missing' || state.status === 'creating'
    const proposal = isProposed ? { number, ...ledgers[purpose].$proposal.get() } : null
    const ledger = state.status === 'existing' ? state.ledger : proposal
    const verdict = ledger && verdictOf(purpose, ledger)
    const other =
      number !== '' &&
      used.includes(purpose) &&
      used.find((each) => each !== purpose && numberOf(each) === number)
    const isUnused = purpose === 'correction' && state.status === 'empty'
    return {
      ...{ purpose, number, state, ledger, verdict },
      warning: warningOf(verdict, other ? ledgerLabels[other] : null),
      problem: isUnused ? null : ledgerProblem(ledgers[purpose]),
      error: state.status === 'missing' ? state.error : null,
    }
  }

  return computed([$values, ...sources], (values) => {
    const used = paysInvoices(values) ? ledgerPurposes : requiredPurposes
    return perName(ledgerPurposes, (purpose) => viewOf(purpose, used))
  })
}

/** What is to be looked at first comes first; otherwise they stay in their order. */
export function gravestFirst<View extends Pick<LedgerView, 'warning'>>(views: readonly View[]) {
  const rankOf = ({ warning }: View) => (warning ? 1 + gravityOf(warning) : 0)
  return views.toSorted((one, other) => rankOf(other) - rankOf(one))
}
