import { atom, computed, type ReadableAtom } from 'nanostores'
import {
  type Ledger,
  ledgerLabels,
  type LedgerPurpose,
  ledgerPurposes,
  perName,
  requiredPurposes,
} from '../../lib/accounting/snelstart/ledgers.ts'
import { gravity, verdictOf, type Verdict } from '../../lib/accounting/snelstart/suitability.ts'
import type { WizardValues } from '../../lib/accounting/snelstart/values.ts'
import type { LedgerWarning, Origin } from '../../lib/accounting/snelstart/summary.ts'
import type { FurtherProblem } from '../form/steps.ts'
import { ledgerProblem } from './wizard.ts'
import type { CreateError } from './item.ts'
import type { LedgerItems, LedgerState } from './ledger-item.ts'
import { paysInvoices } from '../../lib/accounting/snelstart/choices.ts'

/** All that is told of the ledger of a purpose, wherever that is. */
export interface LedgerView {
  purpose: LedgerPurpose
  number: string
  state: LedgerState
  /** What it is, or is proposed as; null as long as nobody knows. */
  ledger: Ledger | null
  /** Of that; null where there is none, and of corrections, which may go anywhere. */
  verdict: Verdict | null
  /** Null where nothing speaks against it. It never blocks. */
  warning: LedgerWarning | null
  problem: FurtherProblem | null
  error: CreateError | null
}

export type LedgerViews = Readonly<Record<LedgerPurpose, LedgerView>>

export const requiredViews = (views: LedgerViews) =>
  requiredPurposes.map((purpose) => views[purpose])

/** What there is to know of each ledger. The correction ledger shares a number where it is used. */
export function ledgerViews(
  ledgers: LedgerItems,
  $values: ReadableAtom<WizardValues>,
): ReadableAtom<LedgerViews> {
  const sources = ledgerPurposes.flatMap((purpose) => {
    const { $state, $number, $proposal } = ledgers[purpose]
    return [$state, $number, $proposal] as const
  })
  const numberOf = (purpose: LedgerPurpose) => ledgers[purpose].$number.get().trim()

  function viewOf(purpose: LedgerPurpose, used: readonly LedgerPurpose[]): LedgerView {
    const [state, number] = [ledgers[purpose].$state.get(), numberOf(purpose)]
    const isProposed = state.status === 'missing' || state.status === 'creating'
    const proposal = isProposed ? { number, ...ledgers[purpose].$proposal.get() } : null
    const ledger = state.status === 'existing' ? state.ledger : proposal
    const verdict = ledger && purpose !== 'correction' ? verdictOf(purpose, ledger) : null
    const { kind, reasons } = verdict ?? { kind: 'fits', reasons: [] }
    const other =
      number !== '' &&
      used.includes(purpose) &&
      used.find((each) => each !== purpose && numberOf(each) === number)
    const sharedWith = other ? ledgerLabels[other] : null
    const isUnused = purpose === 'correction' && state.status === 'empty'
    return {
      ...{ purpose, number, state, ledger, verdict },
      warning: sharedWith || reasons.length > 0 ? { sharedWith, kind, reasons } : null,
      problem: isUnused ? null : ledgerProblem(purpose, state),
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
  const rankOf = ({ warning }: View) => (warning ? 1 + gravity[warning.kind] : 0)
  return views.toSorted((one, other) => rankOf(other) - rankOf(one))
}

/**
 * What was done last, and to how many; `found` are those that somebody else, or another tab, has created meanwhile,
 * `refused` those that have a reason why they were not. A dry run creates none: it pretends to.
 */
export type BatchState =
  | { status: 'resting' }
  | { status: 'creating'; done: number; total: number }
  | ({ status: 'done' } & Record<
      'created' | 'pretended' | 'found' | 'refused' | 'accepted',
      number
    >)

export type LedgerBatch = ReturnType<typeof createLedgerBatch>

const resting: BatchState = { status: 'resting' }

const none: readonly LedgerView[] = []

const isUnderWay = ({ state }: LedgerView) =>
  state.status === 'checking' || state.status === 'creating'

/** What can be done with several of the required ledgers at once (§2); each can be done alone too. */
export function createLedgerBatch(ledgers: LedgerItems, $ledgers: ReadableAtom<LedgerViews>) {
  const $views = computed($ledgers, requiredViews)
  const $done = atom<BatchState>(resting)
  /** What the ledgers were when it was done. */
  let then = ''
  /** What there was to agree to before a number was typed: nothing moves under who types. */
  let before = { missing: none, existing: none, total: 0, isHeld: false }

  const now = () => JSON.stringify($views.get().map(({ number, problem }) => [number, !problem]))

  function tell(done: BatchState): void {
    then = now()
    $done.set(done)
  }

  /** Why several could not be looked up: the reason of the first of them. */
  const $failedTogether = computed($views, (views) => {
    const [first, second] = views.flatMap(({ state }) => (state.status === 'failed' ? state : []))
    return first && second ? first.message : null
  })

  const $agreement = computed($views, (views) => {
    if (views.some(isUnderWay)) return { ...before, isHeld: true }
    const plain = views.filter(({ warning }) => warning === null)
    const missing = plain.filter(
      // Of what SnelStart refused, trying the same once more is no use.
      ({ state, error }) => state.status === 'missing' && !error?.isRefusal,
    )
    const existing = plain.filter(
      ({ state }) => state.status === 'existing' && state.origin === 'unaccepted',
    )
    const total = missing.length + existing.length
    before = { missing, existing, total, isHeld: false }
    return before
  })

  return {
    /** Those that exist and carry a warning, used or not, the gravest first: each is accepted alone. */
    $warned: computed($views, (views) =>
      gravestFirst(views.filter(({ state, warning }) => state.status === 'existing' && warning)),
    ),
    $failedTogether,
    $agreement,
    /** There is something to agree to; it is not asked while it is told that several could not be looked up. */
    $isAsked: computed(
      [$agreement, $failedTogether],
      ({ total }, failure) => total > 0 && failure === null,
    ),
    /** What was done last, until anything of the ledgers changes. */
    $batch: computed([$done, $views], (done, views) =>
      done.status === 'creating' || views.some(isUnderWay) || then === now() ? done : resting,
    ),
    /**
     * Accepts what exists and creates what is missing, but for what carries a warning; one that is refused
     * leaves the others created. What turns out to exist meanwhile was not shown to be accepted.
     */
    agree: async () => {
      const { missing, existing, total, isHeld } = $agreement.get()
      if (isHeld || total === 0) return
      for (const { purpose } of existing) ledgers[purpose].accept()
      let done = 0
      const tellHowFar = () => tell({ status: 'creating', done, total: missing.length })
      tellHowFar()
      await Promise.all(
        missing.map(async ({ purpose }) => {
          await ledgers[purpose].create()
          done += 1
          tellHowFar()
        }),
      )
      const ended = missing.map(({ purpose }) => $ledgers.get()[purpose])
      const there = ended.flatMap(({ state }) => (state.status === 'existing' ? state : []))
      const countOf = (meant: Origin) => there.filter(({ origin }) => origin === meant).length
      const [created, pretended] = [countOf('created'), countOf('dryRun')]
      tell({
        ...{ status: 'done', created, pretended, accepted: existing.length },
        found: there.length - created - pretended,
        refused: ended.filter(({ error }) => error).length,
      })
    },
  }
}
