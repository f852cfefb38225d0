import { atom, computed, readonlyType, type ReadableAtom } from 'nanostores'
import { isCustomer } from '../../lib/accounting/snelstart/relations.ts'
import {
  requiredPurposes,
  type Ledger,
  type RequiredPurpose,
} from '../../lib/accounting/snelstart/ledgers.ts'
import type { WizardChoices } from './choices.ts'
import type { CreateError } from './made/creation.ts'
import type { LedgerBatch } from './made/ledger-batch.ts'
import type { LedgerState } from './made/ledger-item.ts'
import type { LedgerWarnings } from './made/ledger-warnings.ts'
import type { RelationState } from './made/relation-item.ts'
import { ledgerProblem, relationProblem } from './problems.ts'

interface PlannedLedger {
  purpose: RequiredPurpose
  ledger: Ledger
  /** Why it could not be created a moment ago; it is tried again. */
  error: CreateError | null
}

/** What only the user can settle: it carries a warning, was refused, or could not be looked up. */
export type OwnTask =
  | { step: 'journals'; purpose: RequiredPurpose; state: LedgerState }
  | { step: 'unknown_relation'; state: RelationState }

/** What is done about ledgers and relation in one press (§2), and what is left to the user. */
export interface Plan {
  create: readonly PlannedLedger[]
  /** They exist, and whoever presses accepts them. */
  accept: readonly PlannedLedger[]
  /** Null where it is left to the user, or still looked up. */
  relation: Extract<RelationState, { status: 'existing' | 'missing' | 'creating' }> | null
  own: readonly OwnTask[]
}

type PlanRun =
  | { status: 'resting' }
  /** What was planned stays on the screen while it is done. */
  | { status: 'working'; plan: Plan }
  /** Some of it was not done; the plan has what is left, and why. */
  | { status: 'left' }

const isRefused = (state: LedgerState | RelationState) =>
  state.status === 'missing' && state.error?.isRefusal === true

/** The plan of the recommended settings and of the choices of last time. */
export function createPlan(
  { ledgers, relation }: WizardChoices,
  batch: LedgerBatch,
  $warnings: ReadableAtom<LedgerWarnings>,
) {
  const items = requiredPurposes.map((purpose) => ledgers[purpose])
  const states = items.map(({ $state }) => $state)
  const proposals = items.map(({ $proposal }) => $proposal)
  const $run = atom<PlanRun>({ status: 'resting' })

  const isPlain = (purpose: RequiredPurpose) =>
    $warnings.get()[purpose] === undefined && !isRefused(ledgers[purpose].$state.get())
  const isSettled = (purpose: RequiredPurpose) =>
    ledgerProblem(purpose, ledgers[purpose].$state.get()) === null

  function plan(): Plan {
    const create: PlannedLedger[] = []
    const accept: PlannedLedger[] = []
    const own: OwnTask[] = []
    for (const purpose of requiredPurposes) {
      const { $state, $number, $proposal } = ledgers[purpose]
      const state = $state.get()
      if (isSettled(purpose) || state.status === 'checking') continue
      const isMissing = state.status === 'missing' || state.status === 'creating'
      if (isMissing && isPlain(purpose)) {
        const ledger = { number: $number.get().trim(), ...$proposal.get() }
        create.push({ purpose, ledger, error: state.status === 'missing' ? state.error : null })
      } else if (state.status === 'existing' && isPlain(purpose)) {
        accept.push({ purpose, ledger: state.ledger, error: null })
      } else own.push({ step: 'journals', purpose, state })
    }
    const walkIn = relation.$state.get()
    const isUsable = walkIn.status === 'existing' && isCustomer(walkIn.relation)
    const isMissing = walkIn.status === 'missing' && !isRefused(walkIn)
    const isPlanned = isUsable || isMissing || walkIn.status === 'creating'
    if (!isPlanned && walkIn.status !== 'checking') {
      own.push({ step: 'unknown_relation', state: walkIn })
    }
    return { create, accept, relation: isPlanned ? walkIn : null, own }
  }

  const $plan = computed([$warnings, relation.$state, ...states, ...proposals], plan)

  return {
    $plan,
    $run: readonlyType($run),
    /** Does what is planned, all of it side by side; resolves with whether all of it was done. */
    run: async () => {
      if ($run.get().status === 'working') return false
      const planned = $plan.get()
      $run.set({ status: 'working', plan: planned })
      // At once: what turns out to exist while others are created was not shown to be accepted.
      batch.acceptExisting()
      await Promise.all([
        planned.create.length > 0 && batch.createMissing(isPlain),
        planned.relation?.status === 'missing' && relation.create(),
      ])
      const due = [...planned.create, ...planned.accept].map(({ purpose }) => purpose)
      const isRelationDone = !planned.relation || relationProblem(relation.$state.get()) === null
      const isDone = due.every(isSettled) && isRelationDone
      $run.set({ status: isDone ? 'resting' : 'left' })
      return isDone
    },
    /** Looks up once more what could not be. */
    lookUpAgain: () => {
      for (const { $state, retry } of [...items, relation]) {
        if ($state.get().status === 'failed') void retry()
      }
    },
  }
}
