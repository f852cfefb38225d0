import { atom, computed, readonlyType } from 'nanostores'
import { listLedgers } from '../../lib/accounting/snelstart/calls/ledgers.ts'
import {
  ledgerOf,
  ledgerPurposes,
  perPurpose,
  type Ledger,
  type LedgerPurpose,
} from '../../lib/accounting/snelstart/ledgers.ts'
import { ofPlace } from '../../lib/domain/place.ts'
import type { Relation } from '../../lib/accounting/snelstart/relations.ts'
import {
  lacks,
  summaryOf,
  type Lack,
  type Summary,
} from '../../lib/accounting/snelstart/summary.ts'
import { wizardRules } from '../../lib/accounting/snelstart/rules.ts'
import { createList } from '../form/list.ts'
import { createLedgerBatch } from './made/ledger-batch.ts'
import { ledgerWarnings } from './made/ledger-warnings.ts'
import type { LedgerItem } from './made/ledger-item.ts'
import { createPlan } from './plan.ts'
import { createProducts } from './made/products.ts'
import { dryRunItemsIn } from './dry-run.ts'
import type { RelationItem } from './made/relation-item.ts'
import { createKeptReport } from './saving/kept-report.ts'
import { onRecord, reportOf, type Report, type ReportPage } from './saving/report.ts'
import type { Submission } from './saving/finish.ts'
import type { WizardValues } from '../../lib/accounting/snelstart/values.ts'
import type { WizardChoices } from './choices.ts'
import { createSubmitting } from './saving/submitting.ts'

export type Setup = ReturnType<typeof createSetup>

/** Puts together what the wizard is made of: its choices, and what comes of them. */
export function createSetup(choices: WizardChoices, page: ReportPage) {
  const { environment, portal, reportKey, gatewayNow, draft, place, info, templates } = choices
  const { ledgers, relation, presets, $settings, $values, $problems } = choices
  const kept = createKeptReport(environment, reportKey, page)
  const $report = atom<Report | null>(kept.read())
  const $isReportKept = atom($report.get() !== null)

  const $ledgerWarnings = ledgerWarnings(ledgers, $values)
  const ledgerBatch = createLedgerBatch(ledgers, $ledgerWarnings)
  const allLedgers = createList(environment, 'ledgers', async () =>
    (await gatewayNow().call(listLedgers, ofPlace(place))).map(ledgerOf),
  )

  function ledgerNow(purpose: LedgerPurpose): Ledger | null {
    const state = ledgers[purpose].$state.get()
    return state.status === 'existing' ? state.ledger : null
  }

  function relationNow(): Relation | null {
    const state = relation.$state.get()
    return state.status === 'existing' ? state.relation : null
  }

  function summaryWith(values: WizardValues): Summary {
    const list = templates.$list.get()
    return summaryOf({
      values,
      info,
      current: $settings.get(),
      ledgers: perPurpose((purpose) => ledgerNow(purpose) ?? lackOf(ledgers[purpose])),
      correction:
        ledgers.correction.$number.get().trim() === ''
          ? null
          : (ledgerNow('correction') ?? lackOf(ledgers.correction)),
      relation: relationNow() ?? lackOf(relation),
      currentRelation: relation.$current.get(),
      templates: list.status === 'loaded' ? list.items : null,
    })
  }

  const ledgerStates = ledgerPurposes.map((purpose) => ledgers[purpose].$state)
  const $summary = computed(
    [$values, $settings, templates.$list, relation.$state, relation.$current, ...ledgerStates],
    summaryWith,
  )

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
      if (key !== null) await portal.dialogs.alert({ message: { key } })
      return key === null
    },
    writeReport: (gateway) =>
      onRecord(reportOf(choices, $summary.get(), gateway.isDryRun), $report.get()),
    keepReport: (report) => {
      $report.set(report)
      $isReportKept.set(kept.write(report))
    },
    onFinished: () => {
      draft.clear()
      presets.remember($values.get())
      choices.cashDifferences.remember(ledgers.cash_differences.$number.get().trim())
    },
    linkTo: (report) => {
      const link = page.linkTo(report)
      const isPromised = report.isDryRun || $isReportKept.get()
      return isPromised ? link : { ...link, label: { key: 'wizard:downloadReportUnkept' } }
    },
  }

  return {
    ...choices,
    /** The required ledgers, several at once. */
    ledgerBatch,
    /** All that can be settled in one press, and what cannot. */
    plan: createPlan({ ledgers, relation, batch: ledgerBatch, $warnings: $ledgerWarnings }),
    /** What is unusual about the ledgers; it blocks nothing. */
    $ledgerWarnings,
    /** Every ledger of the accounting package, to search in. */
    allLedgers,
    products: createProducts(choices),
    submitting: createSubmitting(choices, submission),
    $summary,
    /** The summary as it would be with other values. */
    summaryWith,
    /** The last report of this place. */
    $report: readonlyType($report),
    /** Whether this browser keeps it. */
    $isReportKept: readonlyType($isReportKept),
  }
}

/** Why there is nothing to book on yet. */
function lackOf({ $state }: LedgerItem | RelationItem): Lack {
  const { status } = $state.get()
  if (status === 'missing' || status === 'creating') return lacks.missing
  return status === 'checking' ? lacks.checking : lacks.unsettled
}
