import { atom, computed, type ReadableAtom } from 'nanostores'
import type { CompanyInfo, CompanySettings } from '../../lib/api/company.ts'
import { dryRunId } from '../../lib/api/endpoint.ts'
import { listLedgers, type Ledger as LedgerAnswer } from '../../lib/api/ledgers.ts'
import type { OrderTemplate } from '../../lib/api/order-templates.ts'
import { defaultRelation, namedLedger, type Choices } from '../../lib/domain/company-settings.ts'
import {
  ledgerPurposes,
  requiredPurposes,
  type Ledger,
  type LedgerPurpose,
  type RequiredPurpose,
} from '../../lib/domain/ledgers.ts'
import { ofPlace, type Place } from '../../lib/domain/place.ts'
import { summaryOf, type Summary } from '../../lib/domain/summary.ts'
import {
  valuesFrom,
  withApplication,
  withKnownTemplates,
  type Variant,
  type WizardValues,
} from '../../lib/domain/wizard.ts'
import type { DialogLink } from '../dialogs.ts'
import { createList, itemsOf, type List } from '../list.ts'
import { createOutside, type Outside } from '../outside.ts'
import type { Portal } from '../portal.ts'
import type { FurtherProblem } from '../step.ts'
import { wizardDraft } from './draft.ts'
import { createFinish, type Finish } from './finish.ts'
import { createLedgerItem, type LedgerItem } from './ledger-item.ts'
import { ledgerProblem, relationProblem } from './problems.ts'
import { createProducts, type Products } from './products.ts'
import { createRelationItem, type RelationItem } from './relation-item.ts'
import { reportMemory, reportOf, type Report } from './report.ts'
import { createSaving, type Save, type Saving } from './saving.ts'

/** The steps of the wizard (§2), in their order. */
export const wizardSteps = [
  'snelstart',
  'inhandel',
  'journals',
  'unknown_relation',
  'import_and_sync',
  'summary',
] as const
export type WizardStep = (typeof wizardSteps)[number]

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
  settings: CompanySettings
  templates: List<OrderTemplate>
  ledgers: Readonly<Record<LedgerPurpose, LedgerItem>>
  /** Every ledger of the accounting package, to search in. */
  allLedgers: List<LedgerAnswer>
  relation: RelationItem
  products: Products
  saving: Pick<Saving, '$lines'>
  finish: Finish
  /** What the form starts with. */
  initial: WizardValues
  $values: ReadableAtom<WizardValues>
  /** What is still to be done that the form's own rules do not see. */
  $problems: ReadableAtom<WizardProblems>
  $summary: ReadableAtom<Summary>
  /** The last report of this tab. */
  $report: ReadableAtom<Report | null>
  keep: (values: WizardValues) => void
  /** Saves everything (§4). Every step is complete and valid. */
  submit: () => Promise<void>
  /** Repeats a save that failed. */
  retry: (save: Save) => Promise<void>
}

interface Options {
  portal: Portal
  user: string
  variant: Variant
  connection: Connection
  linkTo: (report: Report) => Promise<DialogLink>
}

export function createSetup({ portal, user, variant, connection, linkTo }: Options): Setup {
  const { environment, dialogs } = portal
  const { place, settings, info, templates } = connection
  const outside = createOutside(portal, user)
  const draft = wizardDraft(environment, user, place.administration.id, place.location.id)
  const memory = reportMemory(environment, user, place.administration.id, place.location.id)
  const $report = atom<Report | null>(memory.read())

  const initial = initialValues()
  const $values = atom(initial)

  function initialValues(): WizardValues {
    const values = draft.kept().values ?? valuesFrom(settings)
    const list = templates.$list.get()
    const known = list.status === 'loaded' ? withKnownTemplates(values, list.items) : values
    return variant === 'polaris' ? withApplication(known, 'web') : known
  }

  function ledgerItem(purpose: LedgerPurpose): LedgerItem {
    return createLedgerItem({
      environment,
      user,
      outside,
      place,
      purpose,
      named: purpose === 'correction' ? null : namedLedger(purpose, settings),
      draft: draft.keptLedger(purpose),
      keep: (ledger) => draft.keepLedger(purpose, ledger),
      onCreated: (number) => refreshTwins(purpose, number),
    })
  }

  const ledgers = Object.fromEntries(
    ledgerPurposes.map((purpose) => [purpose, ledgerItem(purpose)]),
  ) as Record<LedgerPurpose, LedgerItem>

  /** Another purpose may have waited for the very ledger that was just made. */
  function refreshTwins(made: LedgerPurpose, number: string): void {
    for (const purpose of ledgerPurposes) {
      const { $number, $state, again } = ledgers[purpose]
      const isTwin = purpose !== made && $number.get().trim() === number
      if (isTwin && $state.get().status === 'missing') void again()
    }
  }

  const relation = createRelationItem({
    environment,
    user,
    outside,
    place,
    named: defaultRelation(settings),
    draft: draft.kept().relationCode,
    keep: (relationCode) => draft.keep({ relationCode }),
  })
  const products = createProducts({ environment, user, outside, dialogs, place })
  const saving = createSaving({ environment, user, dialogs, place, settings })
  const finish = createFinish({
    portal,
    user,
    place,
    linkTo,
    withNonActive: () => {
      const { import_settings: chosen } = $values.get().import_and_sync
      return {
        products: chosen.import_non_active,
        relations: chosen.import_non_active_relations,
      }
    },
    onFinished: (report) => {
      draft.clear()
      memory.write(report)
      $report.set(report)
    },
  })

  const ledgerStates = ledgerPurposes.map((purpose) => ledgers[purpose].$state)

  const $problems = computed(
    [$values, relation.$state, ...ledgerStates],
    (values, relationState, ...states): WizardProblems => {
      const found = ledgerPurposes.map((purpose, index) =>
        ledgerProblem(purpose, states[index] ?? { status: 'checking' }),
      )
      const hasCorrection = values.import_and_sync.open_invoices.open_invoice_product
      const isCorrectionLeftOut = !hasCorrection || ledgers.correction.$number.get().trim() === ''
      return {
        journals: found.slice(0, requiredPurposes.length).filter((problem) => problem !== null),
        unknown_relation: [relationProblem(relationState)].filter((problem) => problem !== null),
        import_and_sync: isCorrectionLeftOut
          ? []
          : found.slice(requiredPurposes.length).filter((problem) => problem !== null),
      }
    },
  )

  function ledgerNow(purpose: LedgerPurpose): Ledger | null {
    const state = ledgers[purpose].$state.get()
    return state.status === 'existing' ? state.ledger : null
  }

  function relationNow() {
    const state = relation.$state.get()
    return state.status === 'existing' ? state.relation : null
  }

  const $summary = computed(
    [$values, templates.$list, relation.$state, relation.$current, ...ledgerStates],
    (values, list): Summary =>
      summaryOf({
        values,
        info,
        ledgers: Object.fromEntries(
          requiredPurposes.map((purpose) => [purpose, ledgerNow(purpose)]),
        ) as Record<RequiredPurpose, Ledger | null>,
        correction: ledgerNow('correction'),
        relation: relationNow(),
        currentRelation: relation.$current.get(),
        templates: itemsOf(list),
        current: settings,
      }),
  )

  /** Null while a ledger or the relation lacks: the steps say so, and are not complete. */
  function choicesNow(): Choices | null {
    const walkIn = relationNow()
    const numbers = requiredPurposes.map(
      (purpose) => [purpose, ledgerNow(purpose)?.number] as const,
    )
    if (walkIn === null || numbers.some(([, number]) => number === undefined)) return null
    return {
      values: $values.get(),
      ledgers: Object.fromEntries(numbers) as Record<RequiredPurpose, string>,
      relation: walkIn,
      info,
    }
  }

  /** What a dry run only pretended to make cannot be set up for real. */
  async function forgetRehearsed(): Promise<boolean> {
    const items = [...ledgerPurposes.map((purpose) => ledgers[purpose]), relation]
    const rehearsed = items.filter((item) => {
      const state = item.$state.get()
      return state.status === 'existing' && state.standing === 'rehearsed'
    })
    const { open_invoices: openInvoices, emballage } = $values.get().import_and_sync
    const isProductRehearsed = [openInvoices.product, emballage.emballage_product].some(
      (product) => product?.id === dryRunId,
    )
    if (rehearsed.length === 0 && !isProductRehearsed) return false
    await Promise.all(rehearsed.map((item) => item.again()))
    return true
  }

  function writeReport(world: Outside): Report {
    return reportOf({
      place,
      at: environment.now(),
      isReal: world.isReal,
      ledgers,
      hasCorrection: $values.get().import_and_sync.open_invoices.open_invoice_product,
      summary: $summary.get(),
    })
  }

  let isFinishing = false
  async function finishWhenSaved(world: Outside): Promise<void> {
    if (!saving.isSaved() || isFinishing) return
    isFinishing = true
    try {
      await finish.finish(world, writeReport(world))
    } finally {
      isFinishing = false
    }
  }

  let world: Outside = outside.now()

  return {
    place,
    variant,
    info,
    settings,
    templates,
    ledgers,
    allLedgers: createList(environment, 'ledgers', () => outside.call(listLedgers, ofPlace(place))),
    relation,
    products,
    saving,
    finish,
    initial,
    $values,
    $problems,
    $summary,
    $report,
    keep: (values) => {
      $values.set(values)
      draft.keep({ values })
    },
    submit: async () => {
      if (saving.isLoading() || isFinishing || finish.$finish.get().status === 'importing') {
        await dialogs.alert({ message: { key: 'wizard:stillSending' } })
        return
      }
      world = outside.now()
      if (world.isReal && (await forgetRehearsed())) {
        await dialogs.alert({ message: { key: 'wizard:rehearsed' } })
        return
      }
      const choices = choicesNow()
      if (choices === null) return
      await saving.saveAll(world, choices)
      await finishWhenSaved(world)
    },
    retry: async (save) => {
      await saving.retry(save)
      await finishWhenSaved(world)
    },
  }
}
