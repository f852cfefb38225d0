import {
  findLedger,
  findRelations,
  getCompanyInfo,
  getPaymentLedgers,
  getRelation,
  listJournals,
  listLedgers,
  listOrderTemplates,
  listPaymentLedgers,
  listProducts,
  listRevenueGroups,
} from '../../../src/lib/accounting/snelstart/calls.ts'
import { getCompanySettings } from '../../../src/lib/accounting/snelstart/stored-settings.ts'
import type { Id } from '../../../src/lib/api/endpoint.ts'
import { getLocation, listLocations } from '../../../src/lib/api/locations.ts'
import { findRegistration, listSubscriptions } from '../../../src/lib/api/registrations.ts'
import { getAdministration, listAdministrations } from '../../../src/lib/api/serials.ts'
import { row, type Asking, type Row } from './asking.ts'
import { Failed, notRun } from './service.ts'

/** The code of the walk-in relation. */
const WALK_IN = '-2'

export const UNCONFIRMED = 'the settings of the coupling cannot be had; take one that is confirmed'

/** @throws {Failed} where another ledger was answered than the one that was asked for */
export function expectNumber(answered: Id, asked: Id): void {
  if (String(answered) === String(asked)) return
  throw new Failed('answered under another number than the one that was asked for')
}

/** The place of a coupling that is confirmed. */
function coupled(asking: Asking): Asking['place'] {
  const { place } = asking
  return asking.has(getCompanySettings) ? place : notRun(UNCONFIRMED)
}

/** Every read, each after those that say what it needs. */
export const reads: readonly Row[] = [
  row(listSubscriptions, () => ({})),
  row(listAdministrations, () => ({})),
  row(getAdministration, ({ administration }) => ({ path: { id: administration } })),
  row(listLocations, ({ administration }) => ({ headers: { administration } })),
  row(findRegistration, ({ administration, service: { options } }) => ({
    query: {
      administration_id: administration,
      ...(options.location !== null && { location_id: options.location }),
    },
  })),
  row(listPaymentLedgers, ({ administration, service: { options } }) => ({
    headers: { administration, ...(options.location !== null && { location: options.location }) },
  })),
  row(getPaymentLedgers, (asking) => {
    const id = asking.answerTo(listPaymentLedgers)?.[0]?.id
    return { path: { id: id ?? notRun('there is no record with an id') } }
  }),
  row(getLocation, ({ location }) => ({ path: { id: location } })),
  row(getCompanySettings, ({ place }) => place),
  row(getCompanyInfo, (asking) => ({ query: coupled(asking).query })),
  row(listOrderTemplates, coupled),
  row(listLedgers, coupled),
  row(
    findLedger,
    (asking) => {
      const place = coupled(asking)
      const number = asking.answerTo(listLedgers)?.[0]?.nummer ?? notRun('there is no ledger')
      return { ...place, path: { number } }
    },
    (ledger, { path }) => {
      if (ledger === null) return 'none'
      expectNumber(ledger.nummer, path.number)
      return 'one record'
    },
  ),
  row(listJournals, coupled),
  row(listRevenueGroups, coupled),
  row(listProducts, coupled),
  row(findRelations, (asking) => {
    const { query, headers } = coupled(asking)
    return { query: { ...query, relatiecode: WALK_IN }, headers }
  }),
  row(getRelation, (asking) => {
    const place = coupled(asking)
    const id = asking.answerTo(findRelations)?.[0]?.id
    return { ...place, path: { id: id ?? notRun(`there is no relation ${WALK_IN}`) } }
  }),
]
