import { atom, computed, readonlyType, type ReadableAtom } from 'nanostores'
import {
  ledgerDetails,
  requiredPurposes,
  type RequiredPurpose,
} from '../../../lib/accounting/snelstart/ledgers.ts'
import { ledgerProblem } from '../problems.ts'
import type { LedgerItem, LedgerItems, LedgerState, Origin } from './ledger-item.ts'
import type { LedgerWarnings } from './ledger-warnings.ts'

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
      return sharing[0] === item && sharing.every((other) => isSameProposal(other, item))
    })
  }
  const acceptable = (isWarned: boolean) =>
    computed([$warnings, ...states], (warnings) =>
      requiredPurposes.flatMap((purpose) => {
        const state = ledgers[purpose].$state.get()
        const isMeant = state.status === 'existing' && state.origin === 'unaccepted'
        return isMeant && (warnings[purpose] !== undefined) === isWarned
          ? [{ purpose, ledger: state.ledger }]
          : []
      }),
    )
  const $acceptable = acceptable(false)

  return {
    /** Numbers that can be created, each once; not those that two purposes propose differently. */
    $missing: computed([...states, ...proposals], () => missing().map(numberOf)),
    /** Ledgers that exist and are still to be accepted. */
    $unaccepted: computed($acceptable, (found) => found.map(({ ledger }) => ledger)),
    /** Those that carry a warning: they are left to be accepted in their rows, each alone. */
    $warned: acceptable(true),
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
      const found = $acceptable.get()
      for (const { purpose } of found) ledgers[purpose].accept()
      $batch.set({ status: 'accepted', count: found.length })
    },
  }
}

const numberOf = ({ $number }: LedgerItem) => $number.get().trim()

function isSameProposal(one: LedgerItem, other: LedgerItem): boolean {
  const [first, second] = [one.$proposal.get(), other.$proposal.get()]
  return ledgerDetails.every((detail) => first[detail].trim() === second[detail].trim())
}
