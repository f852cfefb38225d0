import { atom, computed, readonlyType, type ReadableAtom } from 'nanostores'
import {
  ledgerDetails,
  requiredPurposes,
  type Ledger,
  type RequiredPurpose,
} from '../../../lib/accounting/snelstart/ledgers.ts'
import { ledgerProblem } from '../problems.ts'
import type { LedgerItem, LedgerItems, LedgerState, Origin } from './ledger-item.ts'
import type { LedgerWarning, LedgerWarnings } from './ledger-warnings.ts'

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

/** What can be done with several of the required ledgers at once (§2); each can be done alone too. */
export function createLedgerBatch(ledgers: LedgerItems, $warnings: ReadableAtom<LedgerWarnings>) {
  const items = requiredPurposes.map((purpose) => ({ ...ledgers[purpose], purpose }))
  const states = items.map(({ $state }) => $state)
  const proposals = items.map(({ $proposal }) => $proposal)
  const $batch = atom<BatchState>({ status: 'resting' })

  /** One item for each number that is missing: two purposes may share a ledger. */
  function missing() {
    const meant = items.filter(({ $state }) => $state.get().status === 'missing')
    return meant.filter((item) => {
      const sharing = meant.filter((other) => numberOf(other) === numberOf(item))
      if ($warnings.get()[item.purpose]?.reasons.length) return false
      return sharing[0] === item && sharing.every((other) => isSameProposal(other, item))
    })
  }
  const existing = (isSettled: boolean) =>
    computed([$warnings, ...states], (warnings) =>
      requiredPurposes.flatMap((purpose) => {
        const state = ledgers[purpose].$state.get()
        const isMeant = state.status === 'existing' && (state.origin !== 'unaccepted') === isSettled
        return isMeant ? [{ purpose, ledger: state.ledger, warning: warnings[purpose] }] : []
      }),
    )
  const $unsettled = existing(false)
  const $acceptable = computed($unsettled, (found) => found.filter(({ warning }) => !warning))

  function accept(purposes: readonly RequiredPurpose[]): void {
    for (const purpose of purposes) ledgers[purpose].accept()
    $batch.set({ status: 'accepted', count: purposes.length })
  }

  return {
    /**
     * Numbers that can be created, each once; not those that two purposes propose differently, or whose
     * proposal has something against it.
     */
    $missing: computed([$warnings, ...states, ...proposals], () => missing().map(numberOf)),
    /** Ledgers that exist and are still to be accepted. */
    $unaccepted: computed($acceptable, (found) => found.map(({ ledger }) => ledger)),
    /** Those that carry a warning: they are accepted each alone. */
    $warned: computed($unsettled, onlyWarned),
    /** Those that are used although they carry one. */
    $usedAnyway: computed(existing(true), onlyWarned),
    /** Why several could not be looked up: the reason of the first of them. */
    $failedTogether: computed(states, (...now) => {
      const [first, second] = now.filter((state) => state.status === 'failed')
      return first && second ? first.message : null
    }),
    /** Looks up again each that failed. */
    retryFailed: () => {
      for (const { $state, retry } of items) if ($state.get().status === 'failed') void retry()
    },
    $batch: readonlyType($batch),
    /** How many need nothing more. */
    $settled: computed(
      states,
      () =>
        requiredPurposes.filter(
          (purpose) => ledgerProblem(purpose, ledgers[purpose].$state.get()) === null,
        ).length,
    ),
    /** Creates every missing ledger, or those meant, side by side; one that is refused leaves the others created. */
    createMissing: async (isMeant: (purpose: RequiredPurpose) => boolean = () => true) => {
      if ($batch.get().status === 'creating') return
      const due = missing().filter(({ purpose }) => isMeant(purpose))
      const total = due.length
      let done = 0
      $batch.set({ status: 'creating', done, total })
      await Promise.allSettled(
        due.map(async (item) => {
          await item.create()
          done += 1
          $batch.set({ status: 'creating', done, total })
        }),
      )
      const ended = due.map(({ $state }) => $state.get())
      const countOf = (isMeant: (state: LedgerState) => boolean) => ended.filter(isMeant).length
      const isOf = (origin: Origin) => (state: LedgerState) =>
        state.status === 'existing' && state.origin === origin
      const count = countOf(isOf('dryRun'))
      const created = countOf(isOf('created'))
      const found = countOf(({ status }) => status === 'existing') - created
      const refused = countOf((state) => state.status === 'missing' && state.error !== null)
      $batch.set(
        count > 0 ? { status: 'dryRun', count } : { status: 'created', created, found, refused },
      )
    },
    /** Accepts every ledger that exists, but for those that carry a warning. */
    acceptExisting: () => {
      accept($acceptable.get().map(({ purpose }) => purpose))
    },
    /** Accepts one of those that carry a warning. */
    acceptAnyway: (purpose: RequiredPurpose) => accept([purpose]),
  }
}

/** A ledger that exists and carries a warning. */
export interface WarnedLedger {
  purpose: RequiredPurpose
  ledger: Ledger
  warning: LedgerWarning
}

const onlyWarned = (
  found: readonly (Pick<WarnedLedger, 'purpose' | 'ledger'> & {
    warning: LedgerWarning | undefined
  })[],
): WarnedLedger[] =>
  found.flatMap(({ warning, ...each }) => (warning ? [{ ...each, warning }] : []))

const numberOf = ({ $number }: LedgerItem) => $number.get().trim()

function isSameProposal(one: LedgerItem, other: LedgerItem): boolean {
  const [first, second] = [one.$proposal.get(), other.$proposal.get()]
  return ledgerDetails.every((detail) => first[detail].trim() === second[detail].trim())
}
