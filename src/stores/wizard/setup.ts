import { computed } from 'nanostores'
import { findTemplate, listLedgers } from '../../lib/accounting/snelstart/calls.ts'
import {
  ledgerOf,
  perPurpose,
  requiredPurposes,
  type Ledger,
} from '../../lib/accounting/snelstart/ledgers.ts'
import { choices, namedLedger, templateNames } from '../../lib/accounting/snelstart/choices.ts'
import { isSet } from '../../lib/api/endpoint.ts'
import { ofPlace } from '../../lib/domain/place.ts'
import {
  lacks,
  summaryOf,
  type Lack,
  type Summarized,
} from '../../lib/accounting/snelstart/summary.ts'
import { createList } from '../form/list.ts'
import { createLedgerBatch, type LedgerView, ledgerViews } from './ledger-views.ts'
import type { LedgerState } from './ledger-item.ts'
import { createExampleDay } from './example-day.ts'
import { createPlan } from './plan.ts'
import { createProducts } from './products.ts'
import type { RelationState } from './relation-item.ts'
import { createReports, type ReportPage } from './saving/report.ts'
import type { WizardValues } from '../../lib/accounting/snelstart/values.ts'
import type { Wizard } from './wizard.ts'
import { createSubmitting } from './saving/submitting.ts'

export type Setup = ReturnType<typeof createSetup>

/** Puts together what the wizard is made of: its choices, and what comes of them. */
export function createSetup(wizard: Wizard, page: ReportPage) {
  const { environment, gatewayNow, place, templates } = wizard
  const { ledgers, relation, $settings, $info, $values } = wizard

  const $ledgers = ledgerViews(ledgers, $values)
  const ledgerBatch = createLedgerBatch(ledgers, $ledgers)
  const allLedgers = createList(environment, 'ledgers', async () =>
    (await gatewayNow().call(listLedgers, ofPlace(place))).map(ledgerOf),
  )

  function summarizedWith(values: WizardValues): Summarized {
    const list = templates.$list.get()
    const [walkIn, views] = [relation.$state.get(), $ledgers.get()]
    return {
      values,
      info: $info.get(),
      current: $settings.get(),
      ledgers: perPurpose((purpose) => ledgerIn(views[purpose])),
      correction: views.correction.number === '' ? null : ledgerIn(views.correction),
      relation: walkIn.status === 'existing' ? walkIn.relation : lackOf(walkIn),
      currentRelation: relation.$current.get(),
      templates: list.status === 'loaded' ? list.items : null,
    }
  }

  const $summarized = computed(
    [$values, $settings, $info, templates.$list, relation.$state, relation.$current, $ledgers],
    summarizedWith,
  )
  const $summary = computed($summarized, summaryOf)
  const $isBroken = computed([$settings, templates.$list, $ledgers], (settings, list, views) => {
    const isTemplateGone = templateNames.some((name) => {
      const id = settings[choices[name].setting]
      return isSet(id) && list.status === 'loaded' && !findTemplate(list.items, id)
    })
    const isLedgerGone = requiredPurposes.some((purpose) => {
      const { number, state } = views[purpose]
      return state.status === 'missing' && namedLedger(purpose, settings) === number
    })
    return isTemplateGone || isLedgerGone
  })
  const exampleDay = createExampleDay(wizard, $summarized, $ledgers)

  const reports = createReports(wizard, page, $summary, exampleDay.$day, $ledgers)

  return {
    ...wizard,
    ledgerBatch,
    plan: createPlan(wizard, ledgerBatch, $ledgers),
    $ledgers,
    /** Every ledger of the accounting package, to search in. */
    allLedgers,
    products: createProducts(wizard),
    submitting: createSubmitting(wizard, reports, () => $summarized.get()),
    $summary,
    /** Whether something that is set is gone by now: a check of the coupling says what (§2). */
    $isBroken,
    exampleDay,
    $report: reports.$report,
  }
}

function ledgerIn({ state }: LedgerView): Ledger | Lack {
  return state.status === 'existing' ? state.ledger : lackOf(state)
}

/** Why there is nothing to book on yet. */
function lackOf({ status }: LedgerState | RelationState): Lack {
  if (status === 'missing' || status === 'creating') return lacks.missing
  return status === 'checking' ? lacks.checking : lacks.unsettled
}
