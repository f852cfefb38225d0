import type * as z from 'zod/mini'
import { getCompanyInfo } from '../../../src/lib/accounting/snelstart/company-info.ts'
import { getCompanySettings } from '../../../src/lib/accounting/snelstart/company.ts'
import type { Endpoint } from '../../../src/lib/api/endpoint.ts'
import {
  findLedger,
  listJournals,
  listLedgers,
  listRevenueGroups,
} from '../../../src/lib/accounting/snelstart/ledger-calls.ts'
import { getLocation, listLocations } from '../../../src/lib/api/locations.ts'
import { listOrderTemplates } from '../../../src/lib/accounting/snelstart/order-templates.ts'
import {
  getPaymentLedgers,
  listPaymentLedgers,
} from '../../../src/lib/accounting/snelstart/payment-ledgers.ts'
import { listProducts } from '../../../src/lib/accounting/snelstart/product-calls.ts'
import { findRegistration, listSubscriptions } from '../../../src/lib/api/registrations.ts'
import { findRelations, getRelation } from '../../../src/lib/accounting/snelstart/relation-calls.ts'
import { getAdministration, listAdministrations } from '../../../src/lib/api/serials.ts'
import { expectNumber } from './accounting-writes.ts'
import { Asking } from './asking.ts'
import type { Report, Service } from './service.ts'

/** The code of the walk-in relation. */
const WALK_IN = '-2'

class Reads extends Asking {
  /** Reads as the portal does; undefined where that failed. */
  async read<Request extends z.ZodMiniType, Response extends z.ZodMiniType>(
    endpoint: Endpoint<Request, Response>,
    request: z.input<Request>,
  ): Promise<z.output<Response> | undefined> {
    return this.ask(endpoint, request, (answer) => {
      if (Array.isArray(answer)) return `a list of ${answer.length}`
      return answer === null ? 'none' : 'one record'
    })
  }
}

const ofAdministration = [
  getAdministration,
  listLocations,
  findRegistration,
  listPaymentLedgers,
  getPaymentLedgers,
]
const ofAccounting = [
  getCompanyInfo,
  listOrderTemplates,
  listLedgers,
  findLedger,
  listJournals,
  listRevenueGroups,
  listProducts,
  findRelations,
  getRelation,
]

async function readAdministration(
  reads: Reads,
  administration: string,
  location: string | null,
): Promise<void> {
  const headers = { administration }
  await reads.read(getAdministration, { path: { id: administration } })
  await reads.read(listLocations, { headers })
  await reads.read(findRegistration, {
    query: {
      administration_id: administration,
      ...(location !== null && { location_id: location }),
    },
  })
  const records = await reads.read(listPaymentLedgers, {
    headers: { ...headers, ...(location !== null && { location }) },
  })
  const id = records?.[0]?.id ?? null
  if (id === null) reads.skip([getPaymentLedgers], 'there is no record with an id')
  else await reads.read(getPaymentLedgers, { path: { id } })
}

async function readAccounting(
  reads: Reads,
  administration: string,
  location: string,
): Promise<boolean> {
  const place = { query: { location }, headers: { administration } }
  const settings = await reads.read(getCompanySettings, place)
  if (!settings) {
    reads.skip(
      ofAccounting,
      'the settings of the coupling cannot be had; take one that is confirmed',
    )
    return false
  }
  await reads.read(getCompanyInfo, { query: { location } })
  await reads.read(listOrderTemplates, place)
  const number = (await reads.read(listLedgers, place))?.[0]?.nummer
  if (number === undefined) reads.skip([findLedger], 'there is no ledger')
  else {
    await reads.ask(findLedger, { ...place, path: { number } }, (ledger) => {
      if (ledger !== null) expectNumber(ledger.nummer, number)
      return ledger === null ? 'none' : 'one record'
    })
  }
  await reads.read(listJournals, place)
  await reads.read(listRevenueGroups, place)
  await reads.read(listProducts, place)
  const query = { location, relatiecode: WALK_IN }
  const id = (await reads.read(findRelations, { ...place, query }))?.[0]?.id
  if (id === undefined) reads.skip([getRelation], `there is no relation ${WALK_IN}`)
  else await reads.read(getRelation, { ...place, path: { id } })
  return true
}

/**
 * Whether every read answers what the portal needs, by the portal's own parsing. Resolves with whether
 * the coupling is confirmed, without which the accounting package cannot be asked.
 */
export async function checkReads(service: Service, report: Report): Promise<boolean> {
  const { administration, location } = service.options
  const reads = new Reads(service, report)
  await reads.read(listSubscriptions, {})
  await reads.read(listAdministrations, {})
  if (administration === null) reads.skip(ofAdministration, 'no --administration')
  else await readAdministration(reads, administration, location)
  if (administration === null || location === null) {
    reads.skip([getLocation, getCompanySettings, ...ofAccounting], 'no --location')
    return false
  }
  await reads.read(getLocation, { path: { id: location } })
  return readAccounting(reads, administration, location)
}
