import { atom, computed, type ReadableAtom } from 'nanostores'
import type { CompanyInfo } from '../../lib/api/company-info.ts'
import type { CompanySettings } from '../../lib/api/company.ts'
import { listLedgers, type Ledger as LedgerAnswer } from '../../lib/api/ledgers.ts'
import type { OrderTemplate } from '../../lib/api/order-templates.ts'
import {
  ledgerPurposes,
  requiredPurposes,
  type Ledger,
  type LedgerPurpose,
  type RequiredPurpose,
} from '../../lib/domain/ledgers.ts'
import { defaultRelation, namedLedger } from '../../lib/domain/named.ts'
import { ofPlace, type Place } from '../../lib/domain/place.ts'
import { productLabel } from '../../lib/domain/products.ts'
import type { Relation } from '../../lib/domain/relations.ts'
import { lacks, summaryOf, type Lack, type Summary } from '../../lib/domain/summary.ts'
import type { WizardValues } from '../../lib/domain/wizard-values.ts'
import type { WizardStep } from '../../lib/domain/wizard-steps.ts'
import {
  valuesFrom,
  withApplication,
  withKnownTemplates,
  type Variant,
} from '../../lib/domain/wizard.ts'
import { logError } from '../../lib/environment.ts'
import { wizardRules } from '../../lib/validation/wizard.ts'
import { createList, type List } from '../form/list.ts'
import { createGateway } from '../operations/gateway.ts'
import type { Portal } from '../shell/portal.ts'
import type { FurtherProblem } from '../form/step.ts'
import { wizardDraft } from './draft.ts'
import { createLedgerBatch, type LedgerBatch } from './ledger-batch.ts'
import { ledgerWarnings, type LedgerWarnings } from './ledger-warnings.ts'
import type { LedgerItem } from './ledger-item.ts'
import { createLedgerItems, type LedgerItems } from './ledger-items.ts'
import { ledgerProblem, productProblems, relationProblem, templateProblems } from './problems.ts'
import { createProducts, type Products } from './products.ts'
import { productsIn, dryRunItemsIn, withoutDryRunItems } from './dry-run.ts'
import { createPresets, type Presets } from './presets.ts'
import { createRelationItem, type RelationItem } from './relation-item.ts'
import { reportMemory, reportOf, type Report, type ReportPage } from './report.ts'
import type { Submission } from './finish.ts'
import { createSubmitting, type Submitting } from './submitting.ts'

export type WizardProblems = Readonly<Partial<Record<WizardStep, readonly FurtherProblem[]>>>

/** What is known of an accounting connection when its wizard opens. */
export interface Connection {
  place: Place
  settings: CompanySettings
  info: CompanyInfo
  templates: List<OrderTemplate>
}

/** The wizard of one connected administration and location. */
export interface Setup {
  place: Place
  variant: Variant
  info: CompanyInfo
  /** What the accounting connection holds, as the summary shows it. */
  $settings: ReadableAtom<CompanySettings>
  templates: List<OrderTemplate>
  ledgers: LedgerItems
  /** The required ledgers, several at once. */
  ledgerBatch: LedgerBatch
  /** What is unusual about the ledgers; it blocks nothing. */
  $ledgerWarnings: ReadableAtom<LedgerWarnings>
  /** Every ledger of the accounting package, to search in. */
  allLedgers: List<LedgerAnswer>
  relation: RelationItem
  presets: Presets
  /** Whether a required ledger or the relation is still being looked up. */
  $isLookingUp: ReadableAtom<boolean>
  products: Products
  submitting: Submitting
  /** What the form starts with. */
  initial: WizardValues
  /** Steps that an earlier load of the page visited. */
  visited: readonly string[]
  $values: ReadableAtom<WizardValues>
  /** What is still to be done that the form's own rules do not see. */
  $problems: ReadableAtom<WizardProblems>
  $summary: ReadableAtom<Summary>
  /** The last report of this tab. */
  $report: ReadableAtom<Report | null>
  keep: (values: WizardValues) => void
  keepVisited: (visited: WizardStep[]) => void
}

interface Options {
  portal: Portal
  user: string
  variant: Variant
  connection: Connection
  page: ReportPage
}

/** Puts together what the wizard of a connected administration and location is made of. */
export function createSetup({ portal, user, variant, connection, page }: Options): Setup {
  const { environment, dialogs } = portal
  const { place, settings, info, templates } = connection
  const liveGateway = createGateway(portal, user)
  const ids = [place.administration.id, place.location.id] as const
  const draft = wizardDraft(environment, user, ...ids)
  const memory = reportMemory(environment, user, ...ids, page)
  const common = { environment, liveGateway, place }

  const initial = initialValues(connection, variant, draft.kept().values)
  const $values = atom(initial)
  const $settings = atom(settings)
  const $report = atom<Report | null>(memory.read())

  const ledgers = createLedgerItems({ ...common, settings, draft })
  const relation = createRelationItem({
    ...common,
    named: defaultRelation(settings),
    draft: draft.kept().relationCode,
    keep: (relationCode) => draft.keep({ relationCode }),
    isCreated: draft.isCreated,
    keepCreated: draft.keepCreated,
  })
  const products = createProducts({ ...common, dialogs, keepCreated: draft.keepCreated })
  const allLedgers = createList(environment, 'ledgers', () =>
    liveGateway.call(listLedgers, ofPlace(place)),
  )
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

  function ledgerNow(purpose: LedgerPurpose): Ledger | null {
    const state = ledgers[purpose].$state.get()
    return state.status === 'existing' ? state.ledger : null
  }

  function relationNow(): Relation | null {
    const state = relation.$state.get()
    return state.status === 'existing' ? state.relation : null
  }

  function perPurpose<Value>(valueOf: (purpose: RequiredPurpose) => Value) {
    return Object.fromEntries(
      requiredPurposes.map((purpose) => [purpose, valueOf(purpose)]),
    ) as Record<RequiredPurpose, Value>
  }

  const $summary = computed(
    [$values, $settings, templates.$list, relation.$state, relation.$current, ...ledgerStates],
    (values, current, list): Summary =>
      summaryOf({
        values,
        info,
        current,
        ledgers: perPurpose((purpose) => ledgerNow(purpose) ?? lackOf(ledgers[purpose])),
        correction:
          ledgers.correction.$number.get().trim() === ''
            ? null
            : (ledgerNow('correction') ?? lackOf(ledgers.correction)),
        relation: relationNow() ?? lackOf(relation),
        currentRelation: relation.$current.get(),
        templates: list.status === 'loaded' ? list.items : null,
      }),
  )

  const required = requiredPurposes.map((purpose) => ledgers[purpose].$state)
  const $isLookingUp = computed([relation.$state, ...required], (...states) =>
    states.some(({ status }) => status === 'checking'),
  )

  const presets = createPresets({
    environment,
    user,
    variant,
    isOffered: namedLedger('cash', settings) === null,
    ledgers,
    templates,
  })

  const submission: Submission = {
    choicesNow: () => {
      const walkIn = relationNow()
      const isIncomplete = Object.values($problems.get()).some((problems) => problems.length > 0)
      const isValid = wizardRules.safeParse($values.get()).success
      if (walkIn === null || isIncomplete || !isValid) return null
      const numbers = perPurpose((purpose) => ledgerNow(purpose)?.number ?? '')
      return { values: $values.get(), ledgers: numbers, relation: walkIn, info }
    },
    isForReal: async () => {
      const key = await dryRunItemsIn([...Object.values(ledgers), relation], $values.get())
      if (key !== null) await dialogs.alert({ message: { key } })
      return key === null
    },
    writeReport: (gateway) =>
      reportOf({
        place,
        at: environment.now(),
        isDryRun: gateway.isDryRun,
        ledgers,
        hasCorrection: $values.get().import_and_sync.open_invoices.open_invoice_product,
        relation,
        products: productsIn($values.get())
          .filter(({ id }) => draft.isCreated(id))
          .map(productLabel),
        summary: $summary.get(),
      }),
    onFinished: (report) => {
      draft.clear()
      presets.remember($values.get())
      $report.set(report)
      try {
        memory.write(report)
      } catch (error) {
        logError(environment, 'the tab could not remember the report', error)
      }
    },
    linkTo: page.linkTo,
  }

  const submitting = createSubmitting({
    portal,
    user,
    liveGateway,
    place,
    $settings,
    submission,
  })

  return {
    place,
    variant,
    info,
    $settings,
    templates,
    ledgers,
    ledgerBatch: createLedgerBatch(ledgers),
    $ledgerWarnings: ledgerWarnings(ledgers),
    allLedgers,
    relation,
    presets,
    $isLookingUp,
    products,
    submitting,
    initial,
    visited: draft.kept().visited ?? [],
    $values,
    $problems,
    $summary,
    $report,
    keep: (values) => {
      $values.set(values)
      draft.keep({ values: withoutDryRunItems(values) })
    },
    keepVisited: (visited) => draft.keep({ visited }),
  }
}

/** Why there is nothing to book on yet. */
function lackOf({ $state }: LedgerItem | RelationItem): Lack {
  const { status } = $state.get()
  if (status === 'missing' || status === 'creating') return lacks.missing
  return status === 'checking' ? lacks.checking : lacks.unsettled
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
