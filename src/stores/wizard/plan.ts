import { atom, computed, type ReadableAtom } from 'nanostores'
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

/** What only the user can settle: it carries a warning, was refused, or could not be looked up. */
export type UserTask =
  ({ step: 'journals' } & LedgerView) | { step: 'unknown_relation'; state: RelationState }

/** What one press does (§2), and what is left to the user. */
export interface Plan extends Agreement {
  /** Null where it is left to the user, or still looked up. */
  relation: Extract<RelationState, { status: 'existing' | 'missing' | 'creating' }> | null
  userTasks: readonly UserTask[]
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
export type Batch = ReturnType<Planning['$batch']['get']>

const isUnderWay = ({ state }: LedgerView) =>
  state.status === 'checking' || state.status === 'creating'

export function createPlan(wizard: Wizard, $ledgers: ReadableAtom<LedgerViews>) {
  const { ledgers, relation, templates, variant } = wizard
  const last = wizard.rememberedChoices.read()
  const $views = computed($ledgers, requiredViews)
  const $agreed = atom<Pick<Agreement, 'missing' | 'existing'> | null>(null)
  /** What there was to agree to before a number was typed: nothing moves under who types. */
  let before: Agreement = { missing: [], existing: [], total: 0, isHeld: false }

  /** Why several could not be looked up: the reason of the first of them. */
  const $sharedFailure = computed($views, (views) => {
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
    const userTasks: UserTask[] = views
      .filter(({ problem, purpose }) => problem && !problem.isPending && !agreed.includes(purpose))
      .map((view) => ({ step: 'journals', ...view }))
    const isUsable = walkIn.status === 'existing' && isCustomer(walkIn.relation)
    const isMissing = walkIn.status === 'missing' && walkIn.error?.isRefusal !== true
    const isPlanned = isUsable || isMissing || walkIn.status === 'creating'
    if (!isPlanned && walkIn.status !== 'checking') {
      userTasks.push({ step: 'unknown_relation', state: walkIn })
    }
    return { ...agreement, relation: isPlanned ? walkIn : null, userTasks }
  })

  /**
   * Accepts what exists and creates what is missing, but for what carries a warning; one that is refused
   * leaves the others created. What turns out to exist meanwhile was not shown to be accepted.
   */
  async function agree(): Promise<void> {
    const { missing, existing, total, isHeld } = $plan.get()
    if (isHeld || total === 0) return
    for (const { purpose } of existing) ledgers[purpose].accept()
    $agreed.set({ missing, existing })
    await Promise.all(missing.map(({ purpose }) => ledgers[purpose].create()))
  }

  const $batch = computed([$agreed, $ledgers], (agreed, views) => {
    if (agreed === null) return null
    // Those that have another number since were not agreed to.
    const standing = (those: readonly LedgerView[]) =>
      those.flatMap(({ purpose, number }) => {
        const view = views[purpose]
        return view.number === number ? view : []
      })
    const made = standing(agreed.missing)
    const countOf = (...origins: Origin[]) =>
      made.filter(({ state: now }) => now.status === 'existing' && origins.includes(now.origin))
        .length
    return {
      total: made.length,
      creating: made.filter(({ state }) => state.status === 'creating').length,
      created: countOf('created'),
      /** By a dry run. */
      pretended: countOf('dryRun'),
      /** Somebody else, or another tab, has created them meanwhile. */
      found: countOf('unaccepted', 'accepted'),
      /** They have a reason why they were not created. */
      refused: made.filter(({ error }) => error).length,
      accepted: standing(agreed.existing).length,
    }
  })

  return {
    hasLastChoices: last !== null,
    /** The values of a preset, of those that the form has. */
    presetValues: (name: PresetName, values: WizardValues): WizardValues => {
      if (name === 'own') return values
      const list = itemsOf(templates.$list.get())
      const isLast = name === 'last' && last
      const preset = isLast ? withLastChoices(values, last, list) : recommendedValues(values, list)
      return variant === 'polaris' ? withApplication(preset, 'web') : preset
    },
    /** Looks up the numbers of last time where none was typed. */
    lookUpLastNumbers: () => {
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
    /** Those that exist and carry a warning, used or not, the gravest first: each is accepted alone. */
    $warned: computed($views, (views) =>
      gravestFirst(views.filter(({ state, warning }) => state.status === 'existing' && warning)),
    ),
    $sharedFailure,
    /** There is something to agree to; it is not asked while it is told that several could not be looked up. */
    $canAgree: computed(
      [$plan, $sharedFailure],
      ({ total }, failure) => total > 0 && failure === null,
    ),
    /** What was done last, and to how many, as far as it still stands; null where nothing was. */
    $batch,
    agree,
    /** Does what is planned, all of it side by side; resolves with whether all of it was done. */
    run: async () => {
      const planned = $plan.get()
      await Promise.all([agree(), planned.relation?.status === 'missing' && relation.create()])
      const due = [...planned.missing, ...planned.existing]
      const isRelationDone = !planned.relation || relationProblem(relation.$state.get()) === null
      return due.every(({ purpose }) => !$ledgers.get()[purpose].problem) && isRelationDone
    },
    retryFailedLookUps: () => {
      for (const { $state, retry } of [...Object.values(ledgers), relation]) {
        if ($state.get().status === 'failed') void retry()
      }
    },
  }
}
