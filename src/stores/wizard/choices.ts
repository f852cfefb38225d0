import { atom, computed, type ReadableAtom, type WritableAtom } from 'nanostores'
import type { CompanyInfo } from '../../lib/accounting/snelstart/company-info.ts'
import type { CompanySettings } from '../../lib/accounting/snelstart/company.ts'
import type { OrderTemplate } from '../../lib/accounting/snelstart/order-templates.ts'
import {
  requiredPurposes,
  type LedgerPurpose,
  ledgerPurposes,
} from '../../lib/accounting/snelstart/ledgers.ts'
import { defaultRelation } from '../../lib/accounting/snelstart/relations.ts'
import { namedLedger } from '../../lib/accounting/snelstart/ledgers.ts'
import { idsOf, type Place } from '../../lib/domain/place.ts'
import type { WizardValues } from '../../lib/accounting/snelstart/values.ts'
import type { WizardStep } from '../../lib/accounting/snelstart/steps.ts'
import {
  valuesFrom,
  withApplication,
  withKnownTemplates,
  type Variant,
} from '../../lib/accounting/snelstart/values.ts'
import type { List } from '../form/list.ts'
import { gatewayOf, type Gateway } from '../gateway/gateway.ts'
import type { Portal } from '../shell/portal.ts'
import { askStartAnew } from '../form/ask-start-anew.ts'
import { isWizardFilledIn } from '../form/filled-in.ts'
import type { FurtherProblem } from '../form/step.ts'
import { areSame, wizardDraft, type WizardDraft } from './draft.ts'
import type { CashDifferences } from './made/cash-differences.ts'
import { createLedgerItems, type LedgerItems } from './made/ledger-items.ts'
import { ledgerProblem, productProblems, relationProblem, templateProblems } from './problems.ts'
import { withoutDryRunItems } from './dry-run.ts'
import { createPresets, type Presets } from './presets.ts'
import { createRelationItem, type RelationItem } from './made/relation-item.ts'

export type WizardProblems = Readonly<Partial<Record<WizardStep, readonly FurtherProblem[]>>>

/** What is known of an accounting connection when its wizard opens. */
export interface Connection {
  place: Place
  settings: CompanySettings
  info: CompanyInfo
  templates: List<OrderTemplate>
}

/**
 * What is chosen for one connected administration and location: the form's values, ledgers and
 * relation, and what is still to be done about them. What comes of them is in `setup.ts`.
 */
export interface WizardChoices {
  portal: Portal
  user: string
  /** Under which the last report of this user about this place is kept. */
  reportKey: string
  /** For real or as a dry run, as the flag has it when it is asked for. */
  gatewayNow: () => Gateway
  draft: WizardDraft
  place: Place
  variant: Variant
  info: CompanyInfo
  /** What the accounting connection holds, as the summary shows it. */
  $settings: WritableAtom<CompanySettings>
  templates: List<OrderTemplate>
  ledgers: LedgerItems
  relation: RelationItem
  presets: Presets
  cashDifferences: CashDifferences
  /** Whether a required ledger or the relation is still being looked up. */
  $isLookingUp: ReadableAtom<boolean>
  /** What the form starts with. */
  initial: WizardValues
  /** Steps that an earlier load of the page visited. */
  visited: readonly string[]
  $values: ReadableAtom<WizardValues>
  /** What is still to be done that the form's own rules do not see. */
  $problems: ReadableAtom<WizardProblems>
  /** Whether what the form started with was filled in before, until the user goes to another step. */
  $isRestored: ReadableAtom<boolean>
  keep: (values: WizardValues) => void
  keepVisited: (visited: WizardStep[]) => void
  /**
   * Forgets what was filled in, if the user agrees; resolves with whether. What was sent stays
   * remembered. The wizard is then to be opened once more.
   */
  discard: () => Promise<boolean>
  /** Opens the wizard once more, with what the accounting connection holds by then. */
  reopen: () => Promise<void>
}

interface Options {
  portal: Portal
  user: string
  /** Key of what this user chose last. */
  choicesKey: string
  /** Key of this user's last report about the place. */
  reportKey: string
  cashDifferences: CashDifferences
  variant: Variant
  connection: Connection
  reopen: () => Promise<void>
}

/** Begins the wizard of a connected administration and location. */
export function createChoices(options: Options): WizardChoices {
  const { portal, user, choicesKey, reportKey, cashDifferences, variant } = options
  const { connection, reopen } = options
  const { environment, dialogs } = portal
  const { place, settings, info, templates } = connection
  const gatewayNow = () => gatewayOf(portal, user)
  const draft = wizardDraft(environment, user, idsOf(place))
  const common = { environment, gatewayNow, place }

  const untouched = initialValues(connection, variant, undefined)
  const { values: kept } = draft.kept()
  // What was filled in may be set by now.
  if (kept && areSame(kept, untouched)) draft.keep({ values: undefined })
  const initial = initialValues(connection, variant, draft.kept().values)
  const $values = atom(initial)
  const $isRestored = atom(isWizardFilledIn(draft.kept()))

  const ledgers = createLedgerItems({
    ...common,
    settings,
    draft,
    lastCashDifferences: cashDifferences.last,
  })
  const relation = createRelationItem({
    ...common,
    named: defaultRelation(settings),
    draft: draft.kept().relationCode,
    keep: (relationCode) => draft.keep({ relationCode }),
    isCreated: draft.isCreated,
    keepCreated: draft.keepCreated,
  })
  const ledgerStates = ledgerPurposes.map((purpose) => ledgers[purpose].$state)

  const $problems = computed(
    [$values, templates.$list, relation.$state, ...ledgerStates],
    (values, list, relationState): WizardProblems => {
      const problemsOf = (purposes: readonly LedgerPurpose[]) =>
        purposes
          .map((purpose) => ledgerProblem(purpose, ledgers[purpose].$state.get()))
          .filter((problem) => problem !== null)
      const { open_invoice_product: hasCorrection } = values.import_and_sync.open_invoices
      const isCorrection = hasCorrection && ledgers.correction.$number.get().trim() !== ''
      return {
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

  const required = requiredPurposes.map((purpose) => ledgers[purpose].$state)
  const $isLookingUp = computed([relation.$state, ...required], (...states) =>
    states.some(({ status }) => status === 'checking'),
  )

  const presets = createPresets({
    environment,
    choicesKey,
    variant,
    isOffered: namedLedger('cash', settings) === null,
    ledgers,
    templates,
  })

  return {
    portal,
    user,
    reportKey,
    gatewayNow,
    draft,
    place,
    variant,
    info,
    $settings: atom(settings),
    templates,
    ledgers,
    relation,
    presets,
    cashDifferences,
    $isLookingUp,
    initial,
    visited: draft.kept().visited ?? [],
    $values,
    $problems,
    keep: (values) => {
      $values.set(values)
      draft.keep({ values: areSame(values, untouched) ? undefined : withoutDryRunItems(values) })
    },
    $isRestored,
    keepVisited: (visited) => {
      $isRestored.set(false)
      draft.keep({ visited })
    },
    discard: async () => {
      const hasAgreed = await askStartAnew(dialogs)
      if (hasAgreed) draft.discard()
      return hasAgreed
    },
    reopen,
  }
}

/** What was filled in before, or what the accounting connection holds. */
function initialValues(
  { settings, templates }: Connection,
  variant: Variant,
  kept: WizardValues | undefined,
): WizardValues {
  const values = kept ?? valuesFrom(settings)
  const list = templates.$list.get()
  const known = list.status === 'loaded' ? withKnownTemplates(values, list.items) : values
  return variant === 'polaris' ? withApplication(known, 'web') : known
}
