import { atom, computed, type ReadableAtom } from 'nanostores'
import { requiredPurposes, type Ledger } from '../../lib/domain/ledgers.ts'
import type { LedgerItem, LedgerState } from './ledger-item.ts'
import type { LedgerItems } from './ledger-items.ts'

/** How the creation of all missing ledgers goes; `refused` are those that could not be created. */
export type BatchState =
  | { status: 'resting' }
  | { status: 'creating'; done: number; total: number }
  | { status: 'done'; created: number; refused: number }

/** What can be done with several of the required ledgers at once (§2); each can be done alone too. */
export interface LedgerBatch {
  /** Numbers that can be created, each once. */
  $missing: ReadableAtom<readonly string[]>
  /** Ledgers that exist and are still to be accepted, each once. */
  $unaccepted: ReadableAtom<readonly Ledger[]>
  $batch: ReadableAtom<BatchState>
  /** Creates every missing ledger, side by side; one that is refused leaves the others created. */
  createMissing: () => Promise<void>
  /** Accepts every ledger that exists. */
  acceptExisting: () => void
}

export function createLedgerBatch(ledgers: LedgerItems): LedgerBatch {
  const items = requiredPurposes.map((purpose) => ledgers[purpose])
  const states = items.map(({ $state }) => $state)
  const $batch = atom<BatchState>({ status: 'resting' })

  /** One item for each number: two purposes may share a ledger. */
  function itemsThat(isMeant: (state: LedgerState) => boolean): LedgerItem[] {
    const meant = items.filter(({ $state }) => isMeant($state.get()))
    return [...new Map(meant.map((item) => [item.$number.get().trim(), item])).values()]
  }
  const missing = () => itemsThat(({ status }) => status === 'missing')

  return {
    $missing: computed(states, () => missing().map(({ $number }) => $number.get().trim())),
    $unaccepted: computed(states, (...current) => {
      const found = current.flatMap((state) =>
        state.status === 'existing' && state.origin === 'unaccepted' ? [state.ledger] : [],
      )
      return [...new Map(found.map((ledger) => [ledger.number, ledger])).values()]
    }),
    $batch,
    createMissing: async () => {
      if ($batch.get().status === 'creating') return
      const due = missing()
      const total = due.length
      let done = 0
      $batch.set({ status: 'creating', done, total })
      await Promise.all(
        due.map(async (item) => {
          await item.create()
          done += 1
          $batch.set({ status: 'creating', done, total })
        }),
      )
      const refused = due.filter(({ $state }) => $state.get().status === 'missing').length
      $batch.set({ status: 'done', created: total - refused, refused })
    },
    acceptExisting: () => {
      for (const { accept } of items) accept()
    },
  }
}
