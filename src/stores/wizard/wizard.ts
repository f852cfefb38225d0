import { atom, computed, readonlyType } from 'nanostores'
import * as z from 'zod/mini'
import {
  type CompanyInfo,
  findTemplate,
  type OrderTemplate,
} from '../../lib/accounting/snelstart/calls.ts'
import {
  type CompanySettings,
  isCouplingSetUp,
  readSettingsBeforeSave,
} from '../../lib/accounting/snelstart/stored-settings.ts'
import {
  ledgerLabels,
  type LedgerPurpose,
  ledgerPurposes,
  createRecord,
  purposeTexts,
  requiredPurposes,
  takeSuggestedLedger,
} from '../../lib/accounting/snelstart/ledgers.ts'
import { getDefaultRelation } from '../../lib/accounting/snelstart/relations.ts'
import { getPlaceIds, type Place } from '../../lib/domain/place.ts'
import {
  wizardChoices,
  findSkippedSteps,
  isDesktopChosen,
  findLedgerNumber,
  isInvoiceProductUsed,
  productNames,
  type ProductPurpose,
  templateNames,
  type WizardVariant,
  type WizardStep,
  wizardSteps,
} from '../../lib/accounting/snelstart/choices.ts'
import {
  isChoiceAsked,
  lastChoices,
  createFormValues,
  applyRecommendedChoices,
  changeApplication,
  removeUnknownTemplates,
  type WizardValues,
} from '../../lib/accounting/snelstart/values.ts'
import { getListItems, type List, type ListState } from '../form/list.ts'
import { MessageKeyError } from '../../lib/api/errors.ts'
import { getGateway } from '../gateway/gateway.ts'
import type { SignedIn } from '../shell/portal.ts'
import { confirmDiscardDraft } from '../form/drafts.ts'
import type { StepProblem, StepProblems } from '../form/steps.ts'
import {
  areValuesEqual,
  openCashDifferencesRecord,
  isWizardFilledIn,
  openWizardDraft,
} from './draft.ts'
import { createLedgerStore, type LedgerStore, type LedgerState } from './ledger-item.ts'
import { verdictTexts } from '../../lib/accounting/snelstart/suitability.ts'
import { createRelationStore, type RelationState } from './relation-item.ts'
import { accessUserValue } from '../../lib/remembered.ts'
import { isSignInMessage } from '../../lib/failure.ts'
import type { Message, MessageKey } from '../../lib/i18n/messages.ts'

export interface WizardOptions {
  place: Place
  settings: CompanySettings
  info: CompanyInfo
  templates: List<OrderTemplate>
  portal: SignedIn
  variant: WizardVariant
  reopen: () => Promise<void>
}

export type Wizard = Awaited<ReturnType<typeof createWizard>>

/** Creates the store for the wizard of a coupled location. */
export async function createWizard({ settings, info, ...options }: WizardOptions) {
  const { portal, variant, place, templates, reopen } = options
  const { environment, dialogs } = portal
  const { snelstart_administratie_identifier: book } = settings
  const cashDifferences = await openCashDifferencesRecord(portal, getPlaceIds(place), book)
  const names = { administration: place.administration.name, location: place.location.name }
  const draft = await openWizardDraft(portal, getPlaceIds(place), names, book)

  /** Alerts about the new coupling, then reopens the wizard. */
  async function reopenRecoupled(): Promise<void> {
    await dialogs.alert({
      message: { key: 'wizard:otherBook' },
      detail: { key: 'wizard:otherBookHelp' },
    })
    await reopen()
  }

  async function readBook(): Promise<void> {
    const stored = await readSettingsBeforeSave(getGateway(portal).call, place, book)
    if (stored === 'wizard:otherBook') void reopenRecoupled()
    if (typeof stored === 'string') throw new MessageKeyError(stored)
  }

  /** Pending read, shared by creations that run at the same time. */
  let pendingRead: Promise<void> | null = null
  const assertSameBook = () => (pendingRead ??= readBook().finally(() => (pendingRead = null)))
  const context = { portal, place, draft, assertSameBook }

  function usableValues(values: WizardValues) {
    const list = templates.$list.get()
    const usable = list.status === 'loaded' ? removeUnknownTemplates(values, list.items) : values
    return variant === 'polaris' ? changeApplication(usable, 'web') : usable
  }
  const isFirstSetUp = !isCouplingSetUp(settings)
  const stored = createFormValues(settings)
  const untouched = usableValues(
    isFirstSetUp ? applyRecommendedChoices(stored, getListItems(templates.$list.get())) : stored,
  )
  const isUnchanged = (values: WizardValues) => !isFirstSetUp && areValuesEqual(values, untouched)
  const { values: draftValues } = draft.read()
  // The values of the draft may already be saved.
  if (draftValues && isUnchanged(draftValues)) draft.keep({ values: undefined })
  const initial = usableValues(draft.read().values ?? untouched)
  const $values = atom(initial)
  const $isRestored = atom(isWizardFilledIn(draft.read()))

  const fix = takeSuggestedLedger(environment)
  const ledgers = createRecord(ledgerPurposes, (purpose) =>
    createLedgerStore(
      context,
      purpose,
      findLedgerNumber(purpose, settings, cashDifferences.read()),
      fix?.purpose === purpose ? fix.number : undefined,
    ),
  )
  const relation = createRelationStore(context, getDefaultRelation(settings))
  const ledgerStates = ledgerPurposes.map((purpose) => ledgers[purpose].$state)
  const ledgerVerdicts = ledgerPurposes.map((purpose) => ledgers[purpose].$isRefused)

  const $problems = computed(
    [$values, templates.$list, relation.$state, ...ledgerStates, ...ledgerVerdicts],
    (values, list, relationState): StepProblems<WizardStep> => {
      const problemsOf = (purposes: readonly LedgerPurpose[]) =>
        purposes.flatMap((purpose) => findLedgerProblem(ledgers[purpose]) ?? [])
      const isCorrection =
        isInvoiceProductUsed(values) && ledgers.correction.$number.get().trim() !== ''
      return {
        snelstart: [
          ...templateListProblems(values, list),
          ...goneTemplateProblems('snelstart', values, list),
        ],
        inhandel: goneTemplateProblems('inhandel', values, list),
        journals: problemsOf(requiredPurposes),
        unknown_relation: [findRelationProblem(relationState) ?? []].flat(),
        import_and_sync: [
          ...listProductProblems(values),
          ...(isCorrection ? problemsOf(['correction']) : []),
        ],
      }
    },
  )

  const $isLookingUp = computed([relation.$state, ...ledgerStates], (...states) =>
    states.some(({ status }) => status === 'checking'),
  )

  const $skipped = computed(computed($values, isDesktopChosen), (desktop) =>
    findSkippedSteps(variant, desktop),
  )

  return {
    ...options,
    environment,
    draft,
    assertSameBook,
    reopenRecoupled,
    $settings: atom(settings),
    $info: atom(info),
    ledgers,
    relation,
    isFirstSetUp,
    cashDifferences,
    rememberedChoices: await accessUserValue(portal, 'choices', lastChoices),
    lastCustomer: await accessUserValue(portal, 'lastCustomer', z.string()),
    $isLookingUp,
    $skipped,
    initial,
    /** Steps visited before a reload, or all steps after a first setup. */
    visited: draft.read().visited ?? (isFirstSetUp ? [] : wizardSteps.map(({ name }) => name)),
    revealed: isFirstSetUp ? (draft.read().visited ?? []) : [],
    $values: readonlyType($values),
    /** True if any answer except the SnelStart application has changed. */
    isTouched: (values: WizardValues) =>
      !areValuesEqual(changeApplication(values, 'web'), changeApplication(untouched, 'web')),
    $problems,
    keep: (values: WizardValues) => {
      $values.set(values)
      draft.keep({ values: isUnchanged(values) ? undefined : values })
    },
    /** True until the user changes steps, if a draft was restored. */
    $isRestored: readonlyType($isRestored),
    keepVisited: (visited: WizardStep[]) => {
      $isRestored.set(false)
      // Leaving the first step means agreeing to the recommended values.
      const isAgreed = isFirstSetUp && visited.length > 1
      draft.keep({ visited, ...(isAgreed && { values: $values.get() }) })
    },
    /** Discards the draft if the user agrees. */
    discard: async () => {
      const hasAgreed = await confirmDiscardDraft(dialogs)
      if (hasAgreed) draft.discard()
      return hasAgreed
    },
  }
}

export const getLedgerFieldId = (purpose: LedgerPurpose) => `journals.${purpose}`
export const relationFieldId = 'unknown_relation.code'

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

const sharedProblemKeys = {
  empty: 'validation:required',
  checking: 'wizard:stillChecking',
  creating: 'wizard:stillChecking',
  failed: 'wizard:notChecked',
} as const
const ledgerProblemKeys = {
  ...sharedProblemKeys,
  invalid: 'wizard:ledgerInvalid',
  missing: 'wizard:stillMissing',
  existing: verdictTexts.fits.problem,
} as const
const relationProblemKeys = {
  ...sharedProblemKeys,
  invalid: 'wizard:relationInvalid',
  missing: 'wizard:relationStillMissing',
} as const

const signedOutKey = (state: LedgerState | RelationState) =>
  state.status === 'failed' && isSignInMessage(state.message) ? state.message.key : null

/** Returns the problem that prevents a ledger's use (§5). */
export function findLedgerProblem({ purpose, $number, $state, $isRefused }: LedgerStore) {
  const state = $state.get()
  if (state.status === 'existing' && state.origin !== 'unaccepted') return null
  if ($isRefused.get()) {
    const number = $number.get().trim()
    const { name } = purposeTexts[purpose]
    return problem(getLedgerFieldId(purpose), name, verdictTexts.refused.problem, { number })
  }
  const key = signedOutKey(state) ?? ledgerProblemKeys[state.status]
  return problem(getLedgerFieldId(purpose), ledgerLabels[purpose], key)
}

export function findRelationProblem(state: RelationState): StepProblem | null {
  if (state.status === 'existing') return null
  return problem(
    relationFieldId,
    'wizard:walkIn',
    signedOutKey(state) ?? relationProblemKeys[state.status],
  )
}

/** Returns the problem of a product that is not created yet. */
export function createProductProblem(purpose: ProductPurpose): StepProblem {
  return problem(
    `${purpose}.new_product.name`,
    wizardChoices[purpose].label,
    'wizard:productNotMade',
  )
}

/** Lists a problem for each product not created yet. */
export const listProductProblems = (values: WizardValues) =>
  productNames
    .filter((name) => isChoiceAsked(name, values) && values[name].is_new)
    .map(createProductProblem)

/** The desktop application requires that the list of order templates is loaded. */
function templateListProblems(values: WizardValues, { status }: ListState<unknown>): StepProblem[] {
  if (!isDesktopChosen(values) || status === 'loaded') return []
  const key = status === 'failed' ? 'wizard:templatesFailed' : 'wizard:loadingTemplates'
  return [problem('application', 'wizard:stepSnelstart', key)]
}

function goneTemplateProblems(
  step: WizardStep,
  values: WizardValues,
  list: ListState<OrderTemplate>,
): StepProblem[] {
  if (list.status !== 'loaded') return []
  return templateNames
    .filter((name) => wizardChoices[name].step === step && isChoiceAsked(name, values))
    .filter((name) => values[name] !== null && !findTemplate(list.items, values[name]))
    .map((name) => problem(name, wizardChoices[name].label, 'wizard:templateGone'))
}
