import { atom, computed, type ReadableAtom } from 'nanostores'
import {
  requiredPurposes,
  type RequiredLedgerPurpose,
} from '../../lib/accounting/snelstart/ledgers.ts'
import { isCustomerRelation } from '../../lib/accounting/snelstart/relations.ts'
import type { Origin } from '../../lib/accounting/snelstart/summary.ts'
import {
  collectProducts,
  applyRecommendedChoices,
  changeApplication,
  applyLastChoices,
  type WizardValues,
} from '../../lib/accounting/snelstart/values.ts'
import { getListItems } from '../form/list.ts'
import { areValuesEqual } from './draft.ts'
import {
  sortBySeverity,
  listRequiredLedgerViews,
  type LedgerView,
  type LedgerViews,
} from './ledger-views.ts'
import type { RelationState } from './relation-item.ts'
import { findRelationProblem, type Wizard } from './wizard.ts'

/** Preset for the answers (`own` keeps the current answers). */
export type PresetName = 'recommended' | 'last' | 'own'

/** Ledger or relation that the user has to resolve. */
export type UserTask =
  ({ step: 'journals' } & LedgerView) | { step: 'unknown_relation'; state: RelationState }

/** Required ledgers that the user can create and accept together. */
interface Agreement {
  missing: readonly LedgerView[]
  existing: readonly LedgerView[]
  total: number
  /** True while lookups or creations keep the lists unchanged. */
  isHeld: boolean
}

export type SetupPlanStore = ReturnType<typeof createSetupPlan>
/** Records that the user can create or accept together (§2), and remaining tasks. */
export type SetupPlan = ReturnType<SetupPlanStore['$plan']['get']>
export type AgreementResult = ReturnType<SetupPlanStore['$batch']['get']>

const countByOrigin = (views: readonly LedgerView[], origin: Origin) =>
  views.filter(({ state }) => state.status === 'existing' && state.origin === origin).length

const isPending = ({ state }: LedgerView) =>
  state.status === 'checking' || state.status === 'creating'

/** Creates the store of 'Zo doen': records to create or accept together (§2). */
export function createSetupPlan(wizard: Wizard, $ledgers: ReadableAtom<LedgerViews>) {
  const { ledgers, relation, templates, variant } = wizard
  const lastChoices = wizard.rememberedChoices.read()
  const $views = computed($ledgers, listRequiredLedgerViews)
  /** Missing ledgers that the user last agreed to create. */
  const $agreed = atom<readonly LedgerView[] | null>(null)
  // A first setup usually needs all ledgers.
  const total = wizard.isFirstSetUp ? requiredPurposes.length : 0
  /** Ledgers proposed before the lookup, displayed meanwhile to avoid a layout shift. */
  let lastAgreement: Agreement = { missing: [], existing: [], total, isHeld: false }

  /** Reason of the first failed lookup if several failed, otherwise null. */
  const $sharedFailure = computed($views, (views) => {
    const [first, second] = views.flatMap(({ state }) => (state.status === 'failed' ? state : []))
    return first && second ? first.message : null
  })

  function agreementTo(views: readonly LedgerView[]): Agreement {
    if (views.some(isPending)) return { ...lastAgreement, isHeld: true }
    const unwarned = views.filter(({ warning }) => warning === null)
    const missing = unwarned.filter(
      ({ state, error }) => state.status === 'missing' && !error?.isRefusal,
    )
    const existing = unwarned.filter(
      ({ state }) => state.status === 'existing' && state.origin === 'unaccepted',
    )
    lastAgreement = { missing, existing, total: missing.length + existing.length, isHeld: false }
    return lastAgreement
  }

  const $plan = computed([$views, relation.$state], (views, walkIn) => {
    const agreement = agreementTo(views)
    const agreed = [...agreement.missing, ...agreement.existing].map(({ purpose }) => purpose)
    const userTasks: UserTask[] = views
      .filter(({ problem, purpose }) => problem && !problem.isPending && !agreed.includes(purpose))
      .map((view) => ({ step: 'journals', ...view }))
    const isUsable = walkIn.status === 'existing' && isCustomerRelation(walkIn.relation)
    const isMissing = walkIn.status === 'missing' && walkIn.error?.isRefusal !== true
    const isPlanned = isUsable || isMissing || walkIn.status === 'creating'
    if (!isPlanned && walkIn.status !== 'checking') {
      userTasks.push({ step: 'unknown_relation', state: walkIn })
    }
    /** Walk-in relation, null during a lookup or an unresolved problem. */
    const planned = isPlanned ? walkIn : null
    return { ...agreement, relation: planned, userTasks }
  })

  /** Accepts or creates all displayed ledgers that have no warning. */
  async function agree(): Promise<void> {
    const { missing, existing, total, isHeld } = $plan.get()
    if (isHeld || total === 0) return
    for (const { purpose } of existing) ledgers[purpose].accept()
    $agreed.set(missing)
    await Promise.all(missing.map(({ purpose }) => ledgers[purpose].create()))
  }

  const $batch = computed(
    [$agreed, $ledgers, relation.$state, wizard.$values],
    (agreed, ledgerViews, walkIn, values) => {
      const views = listRequiredLedgerViews(ledgerViews)
      const creations = (agreed ?? [])
        .filter(({ purpose, number }) => ledgerViews[purpose].number === number)
        .map(({ purpose }) => ledgerViews[purpose])
      const isRelationCreated = walkIn.status === 'existing' && walkIn.origin === 'created'
      const products = collectProducts(values).filter(({ id }) => wizard.draft.isCreated(id))
      return {
        isStarted: agreed !== null,
        total: creations.length,
        creating: creations.filter(({ state }) => state.status === 'creating').length,
        found: countByOrigin(creations, 'unaccepted'),
        refused: creations.filter(({ error }) => error).length,
        created: countByOrigin(views, 'created'),
        pretended: countByOrigin(views, 'dryRun'),
        accepted: countByOrigin(views, 'accepted'),
        others: [...(isRelationCreated ? [walkIn.relation] : []), ...products].map(
          ({ name }) => name,
        ),
      }
    },
  )

  function presetValues(name: PresetName, values: WizardValues): WizardValues {
    if (name === 'own') return values
    const list = getListItems(templates.$list.get())
    const preset =
      name === 'last' && lastChoices
        ? applyLastChoices(values, lastChoices, list)
        : applyRecommendedChoices(values, list)
    return variant === 'polaris' ? changeApplication(preset, 'web') : preset
  }

  const lastNumberOf = (purpose: RequiredLedgerPurpose) =>
    lastChoices?.ledgers[purpose] ?? ledgers[purpose].proposed

  /** Looks up a preset's number, unless the user typed a number. */
  async function lookUpPresetNumber(
    purpose: RequiredLedgerPurpose,
    preset: 'recommended' | 'last',
  ): Promise<void> {
    const { $number, $isRefused, proposed, choose } = ledgers[purpose]
    const last = lastNumberOf(purpose)
    const number = preset === 'last' ? last : proposed
    const current = $number.get().trim()
    if (!['', proposed, last].includes(current) || number === current) return
    await choose(number)
    if (number !== proposed && $isRefused.get() && $number.get() === number) await choose(proposed)
  }

  return {
    presetValues,
    /** True if the last choices differ from the recommended settings. */
    hasOtherChoices: (values: WizardValues) =>
      lastChoices !== null &&
      (!areValuesEqual(presetValues('last', values), presetValues('recommended', values)) ||
        requiredPurposes.some((purpose) => lastNumberOf(purpose) !== ledgers[purpose].proposed)),
    /** Name of the last customer whose wizard was completed. */
    lastCustomer: wizard.lastCustomer.read(),
    lookUpPresetNumbers: (preset: 'recommended' | 'last') => {
      for (const purpose of requiredPurposes) void lookUpPresetNumber(purpose, preset)
    },
    $plan,
    /** Existing ledgers to be accepted individually, most serious warning first. */
    $warned: computed($views, (views) =>
      sortBySeverity(views.filter(({ state, warning }) => state.status === 'existing' && warning)),
    ),
    $sharedFailure,
    /** True if the user can create or accept ledgers. */
    $canAgree: computed(
      [$plan, $sharedFailure],
      ({ total }, failure) => total > 0 && failure === null,
    ),
    /** Progress of the ledgers created together, and counts of all finished records. */
    $batch,
    agree,
    /** Carries out the plan, and resolves with true if everything succeeded. */
    run: async () => {
      const plan = $plan.get()
      await Promise.all([agree(), plan.relation?.status === 'missing' && relation.create()])
      const due = [...plan.missing, ...plan.existing]
      const isRelationDone = !plan.relation || findRelationProblem(relation.$state.get()) === null
      return due.every(({ purpose }) => !$ledgers.get()[purpose].problem) && isRelationDone
    },
    retryFailedLookUps: () => {
      for (const { $state, retry } of [...Object.values(ledgers), relation]) {
        if ($state.get().status === 'failed') void retry()
      }
    },
  }
}
