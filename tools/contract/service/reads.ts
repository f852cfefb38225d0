import type { Id } from '../../../src/lib/api/endpoint.ts'
import { calls } from '../calls.ts'
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
  return asking.has(calls.getCompanySettings) ? place : notRun(UNCONFIRMED)
}

/** Every read, each after those that say what it needs. */
export const reads: readonly Row[] = [
  row(calls.listSubscriptions, () => ({})),
  row(calls.listAdministrations, () => ({})),
  row(calls.getAdministration, ({ administration }) => ({ path: { id: administration } })),
  row(calls.listLocations, ({ administration }) => ({ headers: { administration } })),
  row(calls.findRegistration, ({ administration, options }) => ({
    query: {
      administration_id: administration,
      ...(options.location !== null && { location_id: options.location }),
    },
  })),
  row(calls.listPaymentLedgers, ({ administration, options }) => ({
    headers: { administration, ...(options.location !== null && { location: options.location }) },
  })),
  row(calls.getPaymentLedgers, (asking) => {
    const id = asking.answerTo(calls.listPaymentLedgers)?.[0]?.id
    return { path: { id: id ?? notRun('there is no record with an id') } }
  }),
  row(calls.getLocation, ({ location }) => ({ path: { id: location } })),
  row(calls.getCompanySettings, ({ place }) => place),
  row(calls.getCompanyInfo, (asking) => ({ query: coupled(asking).query })),
  row(calls.listOrderTemplates, coupled),
  row(calls.listLedgers, coupled),
  row(
    calls.findLedger,
    (asking) => {
      const place = coupled(asking)
      const number = asking.answerTo(calls.listLedgers)?.[0]?.nummer ?? notRun('there is no ledger')
      return { ...place, path: { number } }
    },
    (ledger, { path }) => {
      if (ledger === null) return 'none'
      expectNumber(ledger.nummer, path.number)
      return 'one record'
    },
  ),
  row(calls.listJournals, coupled),
  row(calls.listRevenueGroups, coupled),
  row(calls.listProducts, coupled),
  row(calls.findRelations, (asking) => {
    const { query, headers } = coupled(asking)
    return { query: { ...query, relatiecode: WALK_IN }, headers }
  }),
  row(calls.getRelation, (asking) => {
    const place = coupled(asking)
    const id = asking.answerTo(calls.findRelations)?.[0]?.id
    return { ...place, path: { id: id ?? notRun(`there is no relation ${WALK_IN}`) } }
  }),
]
