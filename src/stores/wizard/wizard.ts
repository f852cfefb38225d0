import { atom, computed, readonlyType } from 'nanostores'
import {
  type CompanyInfo,
  findTemplate,
  type OrderTemplate,
} from '../../lib/accounting/snelstart/calls.ts'
import {
  type CompanySettings,
  isSetUp,
  readBeforeSave,
} from '../../lib/accounting/snelstart/stored-settings.ts'
import {
  ledgerDefaults,
  ledgerLabels,
  type LedgerPurpose,
  ledgerPurposes,
  perName,
  purposes,
  requiredPurposes,
  takeFix,
} from '../../lib/accounting/snelstart/ledgers.ts'
import { defaultRelation } from '../../lib/accounting/snelstart/relations.ts'
import { idsOf, type Place } from '../../lib/domain/place.ts'
import {
  choices,
  idleSteps,
  isDesktop,
  namedLedger,
  paysInvoices,
  productNames,
  type ProductPurpose,
  templateNames,
  type Variant,
  type WizardStep,
  wizardSteps,
} from '../../lib/accounting/snelstart/choices.ts'
import {
  isAsked,
  lastChoices,
  valuesFrom,
  withApplication,
  withKnownTemplates,
  type WizardValues,
} from '../../lib/accounting/snelstart/values.ts'
import type { List, ListState } from '../form/list.ts'
import { WordedError } from '../../lib/api/errors.ts'
import { gatewayOf } from '../gateway/gateway.ts'
import type { SignedIn } from '../shell/portal.ts'
import { askStartAnew } from '../form/drafts.ts'
import type { StepProblem, StepProblems } from '../form/steps.ts'
import { areSame, cashDifferencesOf, isWizardFilledIn, wizardDraft } from './draft.ts'
import { createLedgerItem, type LedgerItem, type LedgerState } from './ledger-item.ts'
import { verdictTexts } from '../../lib/accounting/snelstart/suitability.ts'
import { createRelationItem, type RelationState } from './relation-item.ts'
import { rememberedOf } from '../../lib/remembered.ts'
import { saysSignIn } from '../../lib/failure.ts'
import type { Message, MessageKey } from '../../lib/i18n/messages.ts'

export interface WizardOptions {
  place: Place
  settings: CompanySettings
  info: CompanyInfo
  templates: List<OrderTemplate>
  portal: SignedIn
  variant: Variant
  /** Opens the wizard once more, with what the accounting connection holds by then. */
  reopen: () => Promise<void>
}

export type Wizard = Awaited<ReturnType<typeof createWizard>>

/** The wizard of a connected place, and what is still to be done; what comes of it is in `setup.ts`. */
export async function createWizard({ settings, info, ...options }: WizardOptions) {
  const { portal, variant, place, templates, reopen } = options
  const { environment, dialogs } = portal
  const { snelstart_administratie_identifier: book } = settings
  const cashDifferences = await cashDifferencesOf(portal, idsOf(place), book)
  const names = { administration: place.administration.name, location: place.location.name }
  const draft = wizardDraft(portal, idsOf(place), names, book)

  /** Tells that the location was coupled again, and opens the wizard for what it is coupled with now. */
  async function reopenRecoupled(): Promise<void> {
    await dialogs.alert({
      message: { key: 'wizard:otherBook' },
      detail: { key: 'wizard:otherBookHelp' },
    })
    await reopen()
  }

  async function readStored() {
    const stored = await readBeforeSave(gatewayOf(portal).call, place, book)
    if (stored === 'wizard:otherBook') void reopenRecoupled()
    return stored
  }

  /** The read that several creations at the same time share. */
  let pending: ReturnType<typeof readStored> | null = null

  async function assertSameBook(): Promise<void> {
    pending ??= readStored().finally(() => (pending = null))
    const stored = await pending
    if (typeof stored === 'string') throw new WordedError(stored)
  }
  const context = { portal, place, draft, assertSameBook }

  function valuesOf(kept: WizardValues | undefined) {
    const given = kept ?? valuesFrom(settings)
    const list = templates.$list.get()
    const known = list.status === 'loaded' ? withKnownTemplates(given, list.items) : given
    return variant === 'polaris' ? withApplication(known, 'web') : known
  }
  const untouched = valuesOf(undefined)
  const { values: kept } = draft.kept()
  // What was filled in may be set by now.
  if (kept && areSame(kept, untouched)) draft.keep({ values: undefined })
  const initial = valuesOf(draft.kept().values)
  const $values = atom(initial)
  const $isRestored = atom(isWizardFilledIn(draft.kept()))

  // No setting names the ledger of cash differences: the usual one was agreed to with the others.
  const areOthersNamed = requiredPurposes.every(
    (purpose) => purpose === 'cash_differences' || namedLedger(purpose, settings) !== null,
  )
  const ofCashDifferences =
    cashDifferences.read() ?? (areOthersNamed ? ledgerDefaults.cash_differences.number : null)
  const fix = takeFix(environment)
  const ledgers = perName(ledgerPurposes, (purpose) =>
    createLedgerItem(
      context,
      purpose,
      namedLedger(purpose, settings, ofCashDifferences),
      fix?.purpose === purpose ? fix.number : undefined,
    ),
  )
  const relation = createRelationItem(context, defaultRelation(settings))
  const ledgerStates = ledgerPurposes.map((purpose) => ledgers[purpose].$state)
  const ledgerVerdicts = ledgerPurposes.map((purpose) => ledgers[purpose].$isRefused)

  const $problems = computed(
    [$values, templates.$list, relation.$state, ...ledgerStates, ...ledgerVerdicts],
    (values, list, relationState): StepProblems<WizardStep> => {
      const problemsOf = (purposes: readonly LedgerPurpose[]) =>
        purposes.flatMap((purpose) => ledgerProblem(ledgers[purpose]) ?? [])
      const isCorrection = paysInvoices(values) && ledgers.correction.$number.get().trim() !== ''
      return {
        snelstart: [...templateProblems(values, list), ...goneTemplates('snelstart', values, list)],
        inhandel: goneTemplates('inhandel', values, list),
        journals: problemsOf(requiredPurposes),
        unknown_relation: [relationProblem(relationState) ?? []].flat(),
        import_and_sync: [
          ...productProblems(values),
          ...(isCorrection ? problemsOf(['correction']) : []),
        ],
      }
    },
  )

  const $isLookingUp = computed([relation.$state, ...ledgerStates], (...states) =>
    states.some(({ status }) => status === 'checking'),
  )

  const $skipped = computed(computed($values, isDesktop), (desktop) => idleSteps(variant, desktop))

  return {
    ...options,
    environment,
    draft,
    assertSameBook,
    reopenRecoupled,
    /** As the summary shows them. */
    $settings: atom(settings),
    $info: atom(info),
    ledgers,
    relation,
    /** Whether nobody has set the connection up before: then all of it can be filled in at once. */
    isFirstSetUp: !isSetUp(settings),
    /** What this user chose last, for the next administration. */
    rememberedChoices: await rememberedOf(portal, 'choices', lastChoices),
    $isLookingUp,
    $skipped,
    initial,
    /** Steps that an earlier load of the page visited; all of them where the connection is set up. */
    visited: draft.kept().visited ?? (isSetUp(settings) ? wizardSteps.map(({ name }) => name) : []),
    /** Those of them whose errors are told. */
    revealed: isSetUp(settings) ? [] : (draft.kept().visited ?? []),
    $values: readonlyType($values),
    /** Whether answers were given, whatever application they are for. */
    isTouched: (values: WizardValues) =>
      !areSame(withApplication(values, 'web'), withApplication(untouched, 'web')),
    /** What is still to be done that the form's own rules do not see. */
    $problems,
    keep: (values: WizardValues) => {
      $values.set(values)
      draft.keep({ values: areSame(values, untouched) ? undefined : values })
    },
    /** Whether what the form started with was filled in before, until the user goes to another step. */
    $isRestored: readonlyType($isRestored),
    keepVisited: (visited: WizardStep[]) => {
      $isRestored.set(false)
      draft.keep({ visited })
    },
    /** Forgets what was filled in, if the user agrees, which it gives. */
    discard: async () => {
      const hasAgreed = await askStartAnew(dialogs)
      if (hasAgreed) draft.discard()
      return hasAgreed
    },
  }
}

export const ledgerField = (purpose: LedgerPurpose) => `journals.${purpose}`
export const relationField = 'unknown_relation.code'

function problem(
  field: string,
  label: MessageKey,
  key: MessageKey,
  parameters?: Message['parameters'],
): StepProblem {
  const isPending = key === 'wizard:stillChecking' || key === 'wizard:loadingTemplates'
  const message = { key, ...(parameters && { parameters }) }
  return { field, label, message, ...(isPending && { isPending }) }
}

const unsettled = {
  empty: 'validation:required',
  checking: 'wizard:stillChecking',
  creating: 'wizard:stillChecking',
  failed: 'wizard:notChecked',
} as const
const ofLedger = {
  ...unsettled,
  invalid: 'wizard:ledgerInvalid',
  missing: 'wizard:stillMissing',
  existing: verdictTexts.fits.problem,
} as const
const ofRelation = {
  ...unsettled,
  invalid: 'wizard:relationInvalid',
  missing: 'wizard:relationStillMissing',
} as const

/** A session that is over is no failure of the look-up. */
const signedOut = (state: LedgerState | RelationState) =>
  state.status === 'failed' && saysSignIn(state.message) ? state.message.key : null

/** What is still to be done about a ledger (§5). */
export function ledgerProblem({ purpose, $number, $state, $isRefused }: LedgerItem) {
  const state = $state.get()
  if (state.status === 'existing' && state.origin !== 'unaccepted') return null
  if ($isRefused.get()) {
    const number = $number.get().trim()
    const { name } = purposes[purpose]
    return problem(ledgerField(purpose), name, verdictTexts.refused.problem, { number })
  }
  const key = signedOut(state) ?? ofLedger[state.status]
  return problem(ledgerField(purpose), ledgerLabels[purpose], key)
}

export function relationProblem(state: RelationState): StepProblem | null {
  if (state.status === 'existing') return null
  return problem(relationField, 'wizard:walkIn', signedOut(state) ?? ofRelation[state.status])
}

/** A new product is still to be made; the problem leads to the field in which its name is typed. */
export function productProblem(purpose: ProductPurpose): StepProblem {
  return problem(`${purpose}.new_product.name`, choices[purpose].label, 'wizard:productNotMade')
}

/** The new products that are wanted, filled in or not: once they are made, nobody wants them new. */
export const productProblems = (values: WizardValues) =>
  productNames.filter((name) => isAsked(name, values) && values[name].is_new).map(productProblem)

/** Without its order templates nobody can check the choices of a desktop application; they stand below it. */
function templateProblems(values: WizardValues, { status }: ListState<unknown>): StepProblem[] {
  if (!isDesktop(values) || status === 'loaded') return []
  const key = status === 'failed' ? 'wizard:templatesFailed' : 'wizard:loadingTemplates'
  return [problem('application', 'wizard:stepSnelstart', key)]
}

function goneTemplates(
  step: WizardStep,
  values: WizardValues,
  list: ListState<OrderTemplate>,
): StepProblem[] {
  if (list.status !== 'loaded') return []
  return templateNames
    .filter((name) => choices[name].step === step && isAsked(name, values))
    .filter((name) => values[name] !== null && !findTemplate(list.items, values[name]))
    .map((name) => problem(name, choices[name].label, 'wizard:templateGone'))
}
