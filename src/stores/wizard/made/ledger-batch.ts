import { atom, computed, type ReadableAtom } from 'nanostores'
import { ledgerDetails, type RequiredPurpose } from '../../../lib/accounting/snelstart/ledgers.ts'
import type { LedgerItems, Origin } from './ledger-item.ts'
import {
  gravestFirst,
  requiredViews,
  type LedgerView,
  type LedgerViews,
  type RequiredView,
} from './ledger-views.ts'

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

  /** What of the ledgers a user changes. */
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
    /**
     * Numbers that can be created, each once; not those that two purposes propose differently, or whose
     * proposal has something against it.
     */
    $missing: computed($missing, (views) => views.map(({ number }) => number)),
    /** Ledgers that exist and are still to be accepted. */
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
    /** Looks up again each that failed. */
    retryFailed: () => {
      for (const { state, purpose } of $views.get()) {
        if (state.status === 'failed') void ledgers[purpose].retry()
      }
    },
    /** It goes with the next change. */
    $batch: computed([$done, $views], (done) =>
      done.status === 'creating' || then === now() ? done : resting,
    ),
    /** How many need nothing more. */
    $settled: computed($views, (views) => views.filter(({ problem }) => !problem).length),
    /** Creates every missing ledger, or those meant, side by side; one that is refused leaves the others created. */
    createMissing: async (isMeant: (view: RequiredView) => boolean = () => true) => {
      if ($done.get().status === 'creating') return
      const due = $missing
        .get()
        .filter(isMeant)
        .map(({ purpose }) => ledgers[purpose])
      const total = due.length
      let done = 0
      tell({ status: 'creating', done, total })
      await Promise.allSettled(
        due.map(async ({ purpose }) => {
          await ledgers[purpose].create()
          done += 1
          tell({ status: 'creating', done, total })
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
    acceptExisting: () => {
      accept($acceptable.get().map(({ purpose }) => purpose))
    },
    /** Accepts one of those that carry a warning. */
    acceptAnyway: (purpose: RequiredPurpose) => accept([purpose]),
  }
}

function isSameProposal({ ledger: one }: LedgerView, { ledger: other }: LedgerView): boolean {
  return ledgerDetails.every((detail) => one?.[detail].trim() === other?.[detail].trim())
}
