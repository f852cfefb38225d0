import { atom, computed, type ReadableAtom } from 'nanostores'
import {
  type Ledger,
  ledgerDetails,
  ledgerLabels,
  type LedgerPurpose,
  ledgerPurposes,
  perName,
  type RequiredPurpose,
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
export interface LedgerView<Purpose extends LedgerPurpose = LedgerPurpose> {
  purpose: Purpose
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

export type RequiredView = LedgerView<RequiredPurpose>
export type LedgerViews = Readonly<
  Record<RequiredPurpose, RequiredView> & Record<'correction', LedgerView>
>

export const requiredViews = (views: LedgerViews): readonly RequiredView[] =>
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
    return perName(ledgerPurposes, (purpose) => viewOf(purpose, used)) as LedgerViews
  })
}

/** What is to be looked at first comes first; otherwise they stay in their order. */
export function gravestFirst<View extends Pick<LedgerView, 'warning'>>(views: readonly View[]) {
  const rankOf = ({ warning }: View) => (warning ? 1 + gravity[warning.kind] : 0)
  return views.toSorted((one, other) => rankOf(other) - rankOf(one))
}

/**
 * What was done last; `found` are those that somebody else, or another tab, has created meanwhile,
 * `refused` those that have a reason why they were not. A dry run creates none.
 */
export type BatchState =
  | { status: 'resting' }
  | { status: 'creating'; done: number; total: number }
  | { status: 'created'; created: number; found: number; refused: number }
  | { status: 'dryRun'; count: number }
  | { status: 'accepted'; count: number }

export type LedgerBatch = ReturnType<typeof createLedgerBatch>

const resting: BatchState = { status: 'resting' }

const isUnaccepted = ({ state }: LedgerView) =>
  state.status === 'existing' && state.origin === 'unaccepted'

/** What can be done with several of the required ledgers at once (§2); each can be done alone too. */
export function createLedgerBatch(ledgers: LedgerItems, $ledgers: ReadableAtom<LedgerViews>) {
  const $views = computed($ledgers, requiredViews)
  const filtered = (isMeant: (view: LedgerView) => boolean) =>
    computed($views, (views) => views.filter(isMeant))
  const $done = atom<BatchState>(resting)
  /** What the ledgers were when it was done. */
  let then = ''

  const now = () => JSON.stringify($views.get().map(({ number, problem }) => [number, !problem]))

  function tell(done: BatchState): void {
    then = now()
    $done.set(done)
  }

  /** One for each number that is missing: two purposes may share a ledger. */
  const $missing = computed($views, (views) => {
    const meant = views.filter(({ state }) => state.status === 'missing')
    return meant.filter((view) => {
      const sharing = meant.filter(({ number }) => number === view.number)
      if (view.warning?.reasons.length) return false
      return sharing[0] === view && sharing.every((other) => isSameProposal(other, view))
    })
  })
  const $acceptable = filtered((view) => isUnaccepted(view) && view.warning === null)

  function accept(purposes: readonly RequiredPurpose[]): void {
    for (const purpose of purposes) ledgers[purpose].accept()
    tell({ status: 'accepted', count: purposes.length })
  }

  return {
    /** Numbers that can be created; not those that two propose differently, or that do not suit. */
    $missing: computed($missing, (views) => views.map(({ number }) => number)),
    $unaccepted: $acceptable,
    /** Those that carry a warning: they are accepted each alone. */
    $warned: filtered((view) => isUnaccepted(view) && view.warning !== null),
    /** Those that are used although they carry one, the gravest first. */
    $usedAnyway: computed($views, (views) =>
      gravestFirst(views.filter(({ problem, warning }) => !problem && warning !== null)),
    ),
    /** Why several could not be looked up: the reason of the first of them. */
    $failedTogether: computed($views, (views) => {
      const [first, second] = views.flatMap(({ state }) => (state.status === 'failed' ? state : []))
      return first && second ? first.message : null
    }),
    /** What was done last, until anything of the ledgers changes. */
    $batch: computed([$done, $views], (done) =>
      done.status === 'creating' || then === now() ? done : resting,
    ),
    $settled: computed($views, (views) => views.filter(({ problem }) => !problem).length),
    /** Creates what is missing, or meant of it; one that is refused leaves the others created. */
    createMissing: async (isMeant: (view: RequiredView) => boolean = () => true) => {
      if ($done.get().status === 'creating') return
      const due = $missing.get().filter(isMeant)
      let done = 0
      const tellHowFar = () => tell({ status: 'creating', done, total: due.length })
      tellHowFar()
      await Promise.all(
        due.map(async ({ purpose }) => {
          await ledgers[purpose].create()
          done += 1
          tellHowFar()
        }),
      )
      const ended = due.map(({ purpose }) => $ledgers.get()[purpose])
      const existing = ended.flatMap(({ state }) => (state.status === 'existing' ? state : []))
      const countOf = (meant: Origin) => existing.filter(({ origin }) => origin === meant).length
      const [count, created] = [countOf('dryRun'), countOf('created')]
      const found = existing.length - created
      const refused = ended.filter(({ error }) => error).length
      tell(count > 0 ? { status: 'dryRun', count } : { status: 'created', created, found, refused })
    },
    /** Accepts every ledger that exists, but for those that carry a warning. */
    acceptExisting: () => accept($acceptable.get().map(({ purpose }) => purpose)),
    acceptAnyway: (purpose: RequiredPurpose) => accept([purpose]),
  }
}

function isSameProposal({ ledger: one }: LedgerView, { ledger: other }: LedgerView): boolean {
  return ledgerDetails.every((detail) => one?.[detail].trim() === other?.[detail].trim())
}
