import { computed } from 'nanostores'
import { listLedgers } from '../../lib/accounting/snelstart/calls.ts'
import {
  parseLedger,
  mapRequiredPurposes,
  type Ledger,
} from '../../lib/accounting/snelstart/ledgers.ts'
import { encodePlace } from '../../lib/domain/place.ts'
import {
  missingValueTexts,
  createSummary,
  type MissingValueMessage,
  type SummaryInput,
} from '../../lib/accounting/snelstart/summary.ts'
import { createListStore } from '../form/list.ts'
import { getGateway } from '../gateway/gateway.ts'
import { type LedgerView, createLedgerViews } from './ledger-views.ts'
import type { LedgerState } from './ledger-item.ts'
import { createExampleBookings } from './example-day.ts'
import { createSetupPlan } from './plan.ts'
import { createProductStore } from './products.ts'
import type { RelationState } from './relation-item.ts'
import type { ReportPage } from './saving/report.ts'
import type { Wizard } from './wizard.ts'
import { createSubmission } from './saving/submitting.ts'

export type CouplingSetup = ReturnType<typeof createCouplingSetup>

/** Creates the store of the plan, summary and submit. */
export function createCouplingSetup(wizard: Wizard, page: ReportPage) {
  const { portal, place, templates } = wizard
  const { ledgers, relation, $settings, $info, $values } = wizard

  const $ledgers = createLedgerViews(ledgers, $values)
  const allLedgers = createListStore(portal.environment, 'ledgers', async () =>
    (await getGateway(portal).call(listLedgers, encodePlace(place))).map(parseLedger),
  )

  const $summarized = computed(
    [$values, $settings, $info, templates.$list, relation.$state, relation.$current, $ledgers],
    (values, current, info, list, walkIn, currentRelation, views): SummaryInput => ({
      values,
      current,
      info,
      currentRelation,
      ledgers: mapRequiredPurposes((purpose) => ledgerIn(views[purpose])),
      cashDifferences: ledgers.cash_differences.named,
      correction: views.correction.number === '' ? null : ledgerIn(views.correction),
      relation: walkIn.status === 'existing' ? walkIn.relation : lackOf(walkIn),
      templates: list.status === 'loaded' ? list.items : null,
    }),
  )
  const $summary = computed($summarized, createSummary)
  const exampleDay = createExampleBookings(wizard, $summarized, $ledgers)

  return {
    ...wizard,
    plan: createSetupPlan(wizard, $ledgers),
    $ledgers,
    allLedgers,
    products: createProductStore(wizard),
    submitting: createSubmission(wizard, { $summarized, $ledgers, $day: exampleDay.$day }, page),
    $summary,
    exampleDay,
  }
}

const ledgerIn = ({ state }: LedgerView): Ledger | MissingValueMessage =>
  state.status === 'existing' ? state.ledger : lackOf(state)

function lackOf({ status }: LedgerState | RelationState): MissingValueMessage {
  if (status === 'missing' || status === 'creating') return missingValueTexts.missing
  return status === 'checking' ? missingValueTexts.checking : missingValueTexts.unsettled
}
