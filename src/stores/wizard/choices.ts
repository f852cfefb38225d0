import { atom, computed, readonlyType } from 'nanostores'
import {
  type CompanyInfo,
  type CompanySettings,
  isSetUp,
  type OrderTemplate,
} from '../../lib/accounting/snelstart/calls.ts'
import {
  ledgerPurposes,
  requiredPurposes,
  type LedgerPurpose,
} from '../../lib/accounting/snelstart/ledgers.ts'
import { defaultRelation } from '../../lib/accounting/snelstart/relations.ts'
import { idsOf, type Place } from '../../lib/domain/place.ts'
import {
  idleSteps,
  isDesktop,
  paysInvoices,
  type Variant,
  type WizardStep,
  wizardSteps,
} from '../../lib/accounting/snelstart/choices.ts'
import {
  valuesFrom,
  withApplication,
  withKnownTemplates,
  type WizardValues,
} from '../../lib/accounting/snelstart/values.ts'
import type { List } from '../form/list.ts'
import type { Gateway } from '../gateway/gateway.ts'
import type { Portal } from '../shell/portal.ts'
import { askStartAnew } from '../form/ask-start-anew.ts'
import { isWizardFilledIn } from '../form/filled-in.ts'
import type { ShownErrors } from '../form/shown-errors.ts'
import type { FurtherProblem } from '../form/steps.ts'
import { areSame, wizardDraft, withoutDryRunItems } from './draft.ts'
import type { CashDifferences } from './made/cash-differences.ts'
import { createLedgerItems } from './made/ledger-item.ts'
import {
  goneTemplates,
  ledgerProblem,
  productProblems,
  relationProblem,
  templateProblems,
} from './problems.ts'
import { createPresets } from './presets.ts'
import { createRelationItem } from './made/relation-item.ts'

export type WizardProblems = Readonly<Partial<Record<WizardStep, readonly FurtherProblem[]>>>

/** What is known of an accounting connection when its wizard opens. */
export interface Connection {
  place: Place
  settings: CompanySettings
  info: CompanyInfo
  templates: List<OrderTemplate>
}

interface Options extends Connection {
  portal: Portal
  user: string
  /** Key of what this user chose last. */
  choicesKey: string
  /** Key of this user's last report about the place. */
  reportKey: string
  cashDifferences: CashDifferences
  variant: Variant
  gatewayNow: () => Gateway
  /** Opens the wizard once more, with what the accounting connection holds by then. */
  reopen: () => Promise<void>
}

export type WizardChoices = ReturnType<typeof createChoices>

/**
 * Begins the wizard of a connected administration and location: the form's values, ledgers and
 * relation, and what is still to be done about them. What comes of them is in `setup.ts`.
 */
export function createChoices({ settings, info, choicesKey, ...options }: Options) {
  const { portal, user, gatewayNow, cashDifferences, variant, place, templates } = options
  const { environment, dialogs } = portal
  const draft = wizardDraft(environment, user, idsOf(place), {
    administration: place.administration.name,
    location: place.location.name,
  })
  const context = { environment, gatewayNow, place, draft }

  const valuesOf = (kept: WizardValues | undefined) =>
    initialValues(kept ?? valuesFrom(settings), templates, variant)
  const untouched = valuesOf(undefined)
  const { values: kept } = draft.kept()
  // What was filled in may be set by now.
  if (kept && areSame(kept, untouched)) draft.keep({ values: undefined })
  const initial = valuesOf(draft.kept().values)
  const $values = atom(initial)
  const $isRestored = atom(isWizardFilledIn(draft.kept()))

  const ledgers = createLedgerItems(context, settings, cashDifferences.last)
  const relation = createRelationItem(context, defaultRelation(settings))
  const ledgerStates = ledgerPurposes.map((purpose) => ledgers[purpose].$state)

  const $problems = computed(
    [$values, templates.$list, relation.$state, ...ledgerStates],
    (values, list, relationState): WizardProblems => {
      const problemsOf = (purposes: readonly LedgerPurpose[]) =>
        purposes
          .map((purpose) => ledgerProblem(purpose, ledgers[purpose].$state.get()))
          .filter((problem) => problem !== null)
      const isCorrection = paysInvoices(values) && ledgers.correction.$number.get().trim() !== ''
      return {
        snelstart: goneTemplates('snelstart', values, list),
        inhandel: goneTemplates('inhandel', values, list),
        journals: problemsOf(requiredPurposes),
        unknown_relation: [relationProblem(relationState)].filter((problem) => problem !== null),
        import_and_sync: [
          ...productProblems(values),
          ...(isCorrection ? problemsOf(['correction']) : []),
        ],
        summary: templateProblems(values, list),
      }
    },
  )

  const $isLookingUp = computed([relation.$state, ...ledgerStates], (...states) =>
    states.some(({ status }) => status === 'checking'),
  )

  const $idle = computed(computed($values, isDesktop), (desktop) => idleSteps(variant, desktop))

  const presets = createPresets({
    environment,
    choicesKey,
    variant,
    isOffered: !isSetUp(settings),
    ledgers,
    templates,
  })

  return {
    ...options,
    ...context,
    /** What the accounting connection holds, as the summary shows it. */
    $settings: atom(settings),
    /** What it says of its prices. */
    $info: atom(info),
    ledgers,
    relation,
    presets,
    /** Whether a ledger or the relation is being looked up. */
    $isLookingUp,
    /** The steps in which there is nothing to do. */
    $idle,
    /** What the form starts with. */
    initial,
    /** Steps that an earlier load of the page visited; all of them where the connection is set up. */
    visited: draft.kept().visited ?? (isSetUp(settings) ? wizardSteps.map(({ name }) => name) : []),
    /** How many errors of steps an earlier load of the page showed. */
    shown: draft.kept().shown,
    keepShown: (shown: ShownErrors[]) => draft.keep({ shown }),
    $values: readonlyType($values),
    /** What is still to be done that the form's own rules do not see. */
    $problems,
    keep: (values: WizardValues) => {
      $values.set(values)
      draft.keep({ values: areSame(values, untouched) ? undefined : withoutDryRunItems(values) })
    },
    /** Whether what the form started with was filled in before, until the user goes to another step. */
    $isRestored: readonlyType($isRestored),
    keepVisited: (visited: WizardStep[]) => {
      $isRestored.set(false)
      draft.keep({ visited })
    },
    /**
     * Forgets what was filled in, if the user agrees; resolves with whether. What was sent stays
     * remembered. The wizard is then to be opened once more.
     */
    discard: async () => {
      const hasAgreed = await askStartAnew(dialogs)
      if (hasAgreed) draft.discard()
      return hasAgreed
    },
  }
}

/** These values, as far as the accounting package still has them and the variant allows. */
function initialValues(values: WizardValues, templates: List<OrderTemplate>, variant: Variant) {
  const list = templates.$list.get()
  const known = list.status === 'loaded' ? withKnownTemplates(values, list.items) : values
  return variant === 'polaris' ? withApplication(known, 'web') : known
}
