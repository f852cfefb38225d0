import { atom, computed, readonlyType, type ReadableAtom } from 'nanostores'
import { requiredPurposes } from '../../lib/accounting/snelstart/ledgers.ts'
import { isCustomer } from '../../lib/accounting/snelstart/relations.ts'
import type { Origin } from '../../lib/accounting/snelstart/summary.ts'
import {
  recommendedValues,
  withApplication,
  withLastChoices,
  type WizardValues,
} from '../../lib/accounting/snelstart/values.ts'
import { itemsOf } from '../form/list.ts'
import { gravestFirst, requiredViews, type LedgerView, type LedgerViews } from './ledger-views.ts'
import type { RelationState } from './relation-item.ts'
import { relationProblem, type Wizard } from './wizard.ts'

/** What most shops have, what this user chose last time, or what stands there. */
export type PresetName = 'recommended' | 'last' | 'own'

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

/** What only the user can settle: it carries a warning, was refused, or could not be looked up. */
export type OwnTask =
  ({ step: 'journals' } & LedgerView) | { step: 'unknown_relation'; state: RelationState }

/** What one press does (§2), and what is left to the user. */
export interface Plan extends Agreement {
  /** Null where it is left to the user, or still looked up. */
  relation: Extract<RelationState, { status: 'existing' | 'missing' | 'creating' }> | null
  own: readonly OwnTask[]
}

/** What can be done with several of the required ledgers at once; each can be done alone too. */
interface Agreement {
  /** To be created. Why one could not be a moment ago is told; it is tried again. */
  missing: readonly LedgerView[]
  /** They exist, and whoever presses accepts them. */
  existing: readonly LedgerView[]
  total: number
  isHeld: boolean
}

export type Planning = ReturnType<typeof createPlan>

const resting: BatchState = { status: 'resting' }

const isUnderWay = ({ state }: LedgerView) =>
  state.status === 'checking' || state.status === 'creating'

export function createPlan(wizard: Wizard, $ledgers: ReadableAtom<LedgerViews>) {
  const { ledgers, relation, templates, variant } = wizard
  const last = wizard.lastTime.read()
  const $views = computed($ledgers, requiredViews)
  const $done = atom<BatchState>(resting)
  /** What the ledgers were when it was done. */
  let then = ''
  /** What there was to agree to before a number was typed: nothing moves under who types. */
  let before: Agreement = { missing: [], existing: [], total: 0, isHeld: false }
  /** `left`: some of it was not done; the plan has what is left, and why. */
  const $run = atom<'resting' | 'working' | 'left'>('resting')

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

  function agreementTo(views: readonly LedgerView[]): Agreement {
    if (views.some(isUnderWay)) return { ...before, isHeld: true }
    const plain = views.filter(({ warning }) => warning === null)
    const missing = plain.filter(
      // Of what SnelStart refused, trying the same once more is no use.
      ({ state, error }) => state.status === 'missing' && !error?.isRefusal,
    )
    const existing = plain.filter(
      ({ state }) => state.status === 'existing' && state.origin === 'unaccepted',
    )
    before = { missing, existing, total: missing.length + existing.length, isHeld: false }
    return before
  }

  const $plan = computed([$views, relation.$state], (views, walkIn): Plan => {
    const agreement = agreementTo(views)
    const agreed = [...agreement.missing, ...agreement.existing].map(({ purpose }) => purpose)
    const own: OwnTask[] = views
      .filter(({ problem, purpose }) => problem && !problem.isPending && !agreed.includes(purpose))
      .map((view) => ({ step: 'journals', ...view }))
    const isUsable = walkIn.status === 'existing' && isCustomer(walkIn.relation)
    const isMissing = walkIn.status === 'missing' && walkIn.error?.isRefusal !== true
    const isPlanned = isUsable || isMissing || walkIn.status === 'creating'
    if (!isPlanned && walkIn.status !== 'checking') {
      own.push({ step: 'unknown_relation', state: walkIn })
    }
    return { ...agreement, relation: isPlanned ? walkIn : null, own }
  })

  /**
   * Accepts what exists and creates what is missing, but for what carries a warning; one that is refused
   * leaves the others created. What turns out to exist meanwhile was not shown to be accepted.
   */
  async function agree(): Promise<void> {
    const { missing, existing, total, isHeld } = $plan.get()
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
  }

  return {
    hasLast: last !== null,
    /** The values of a preset, of those that the form has. */
    valuesOf: (name: PresetName, values: WizardValues): WizardValues => {
      if (name === 'own') return values
      const list = itemsOf(templates.$list.get())
      const isLast = name === 'last' && last
      const preset = isLast ? withLastChoices(values, last, list) : recommendedValues(values, list)
      return variant === 'polaris' ? withApplication(preset, 'web') : preset
    },
    /** Looks up the numbers of last time where none was typed. */
    takeNumbers: () => {
      for (const purpose of requiredPurposes) {
        const number = last?.ledgers[purpose]
        const { $number, proposed, choose } = ledgers[purpose]
        const now = $number.get().trim()
        // What the user typed or searched for here counts more than what was chosen elsewhere.
        const isOpen = now === proposed || now === ''
        if (isOpen && number !== undefined && number !== now) void choose(number)
      }
    },
    $plan,
    $run: readonlyType($run),
    /** Those that exist and carry a warning, used or not, the gravest first: each is accepted alone. */
    $warned: computed($views, (views) =>
      gravestFirst(views.filter(({ state, warning }) => state.status === 'existing' && warning)),
    ),
    $failedTogether,
    /** There is something to agree to; it is not asked while it is told that several could not be looked up. */
    $isAsked: computed(
      [$plan, $failedTogether],
      ({ total }, failure) => total > 0 && failure === null,
    ),
    /** What was done last, until anything of the ledgers changes. */
    $batch: computed([$done, $views], (done, views) =>
      done.status === 'creating' || views.some(isUnderWay) || then === now() ? done : resting,
    ),
    agree,
    /** Does what is planned, all of it side by side; resolves with whether all of it was done. */
    run: async () => {
      if ($run.get() === 'working') return false
      const planned = $plan.get()
      $run.set('working')
      await Promise.all([agree(), planned.relation?.status === 'missing' && relation.create()])
      const due = [...planned.missing, ...planned.existing]
      const isRelationDone = !planned.relation || relationProblem(relation.$state.get()) === null
      const isDone = due.every(({ purpose }) => !$ledgers.get()[purpose].problem) && isRelationDone
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
