import { atom, computed, readonlyType, type ReadableAtom } from 'nanostores'
import { isCustomer } from '../../lib/accounting/snelstart/relations.ts'
import { relationProblem, type Wizard } from './wizard.ts'
import {
  type LedgerBatch,
  type LedgerView,
  type LedgerViews,
  requiredViews,
} from './ledger-views.ts'
import type { RelationState } from './relation-item.ts'

/** What only the user can settle: it carries a warning, was refused, or could not be looked up. */
export type OwnTask =
  ({ step: 'journals' } & LedgerView) | { step: 'unknown_relation'; state: RelationState }

/** What one press does (§2), and what is left to the user. */
export interface Plan {
  /** Why one could not be created a moment ago is told; it is tried again. */
  create: readonly LedgerView[]
  /** They exist, and whoever presses accepts them. */
  accept: readonly LedgerView[]
  /** Null where it is left to the user, or still looked up. */
  relation: Extract<RelationState, { status: 'existing' | 'missing' | 'creating' }> | null
  own: readonly OwnTask[]
}

export function createPlan(
  { ledgers, relation }: Wizard,
  batch: LedgerBatch,
  $ledgers: ReadableAtom<LedgerViews>,
) {
  /** `left`: some of it was not done; the plan has what is left, and why. */
  const $run = atom<'resting' | 'working' | 'left'>('resting')

  function plan(): Plan {
    const { missing: create, existing: accept } = batch.$agreement.get()
    const agreed = [...create, ...accept].map(({ purpose }) => purpose)
    const own: OwnTask[] = requiredViews($ledgers.get())
      .filter(({ problem, purpose }) => problem && !problem.isPending && !agreed.includes(purpose))
      .map((view) => ({ step: 'journals', ...view }))
    const walkIn = relation.$state.get()
    const isUsable = walkIn.status === 'existing' && isCustomer(walkIn.relation)
    const isMissing = walkIn.status === 'missing' && walkIn.error?.isRefusal !== true
    const isPlanned = isUsable || isMissing || walkIn.status === 'creating'
    if (!isPlanned && walkIn.status !== 'checking') {
      own.push({ step: 'unknown_relation', state: walkIn })
    }
    return { create, accept, relation: isPlanned ? walkIn : null, own }
  }

  const $plan = computed([$ledgers, batch.$agreement, relation.$state], plan)

  return {
    $plan,
    $run: readonlyType($run),
    /** Does what is planned, all of it side by side; resolves with whether all of it was done. */
    run: async () => {
      if ($run.get() === 'working') return false
      const planned = $plan.get()
      $run.set('working')
      await Promise.all([
        batch.agree(),
        planned.relation?.status === 'missing' && relation.create(),
      ])
      const due = [...planned.create, ...planned.accept].map(({ purpose }) => purpose)
      const isRelationDone = !planned.relation || relationProblem(relation.$state.get()) === null
      const isDone = due.every((purpose) => !$ledgers.get()[purpose].problem) && isRelationDone
      $run.set(isDone ? 'resting' : 'left')
      return isDone
    },
    lookUpAgain: () => {
      for (const { $state, retry } of [...Object.values(ledgers), relation]) {
        if ($state.get().status === 'failed') void retry()
      }
    },
  }
}
