import type * as z from 'zod/mini'
import type { Endpoint, Id } from '../../../src/lib/api/endpoint.ts'
import { calls } from '../calls.ts'
import type { Service } from './service.ts'
import { Failed, notRun } from './outcome.ts'

const WALK_IN_CODE = '-2'

export const UNCONFIRMED = 'the settings of the coupling cannot be read; use a confirmed coupling'

/** @throws {Failed} if the service returned another ledger than the requested one */
export function expectNumber(received: Id, requested: Id): void {
  if (String(received) === String(requested)) return
  throw new Failed('another number was answered than the requested one')
}

/** Makes one call and reports the outcome. */
export type CallCheck = (service: Service) => Promise<void>

/**
 * Returns the check of a call.
 *
 * @param requestFor builds the request; calls `notRun` if a value for it is missing
 * @param describe returns the reason to show; throws `Failed` if the answer is wrong
 */
export function checkOf<Request extends z.ZodMiniType, Response extends z.ZodMiniType>(
  endpoint: Endpoint<Request, Response>,
  requestFor: (service: Service) => z.input<Request> | Promise<z.input<Request>>,
  describe: (answer: z.output<Response>, request: z.input<Request>) => string = (answer) =>
    endpoint.effect === 'write' ? 'made' : amountOf(answer),
): CallCheck {
  return (service) => service.checkCall(endpoint, requestFor, describe)
}

function amountOf(answer: unknown): string {
  if (Array.isArray(answer)) return `a list of ${answer.length}`
  return answer === null ? 'none' : 'one record'
}

function coupled(service: Service): Service['place'] {
  const { place } = service
  return service.hasAnswer(calls.getCompanySettings) ? place : notRun(UNCONFIRMED)
}

export const reads: readonly CallCheck[] = [
  checkOf(calls.listSubscriptions, () => ({})),
  checkOf(calls.listAdministrations, () => ({})),
  checkOf(calls.getAdministration, ({ administration }) => ({ path: { id: administration } })),
  checkOf(calls.listLocations, ({ administration }) => ({ headers: { administration } })),
  checkOf(calls.findRegistration, ({ administration, options }) => ({
    query: {
      administration_id: administration,
      ...(options.location !== null && { location_id: options.location }),
    },
  })),
  checkOf(calls.listPaymentLedgers, ({ administration, options }) => ({
    headers: { administration, ...(options.location !== null && { location: options.location }) },
  })),
  checkOf(calls.getPaymentLedgers, (service) => {
    const id = service.answerTo(calls.listPaymentLedgers)?.[0]?.id
    return { path: { id: id ?? notRun('there is no record with an id') } }
  }),
  checkOf(calls.getLocation, ({ location }) => ({ path: { id: location } })),
  checkOf(calls.getCompanySettings, ({ place }) => place),
  checkOf(calls.getCompanyInfo, (service) => ({ query: coupled(service).query })),
  checkOf(calls.listOrderTemplates, coupled),
  checkOf(calls.listLedgers, coupled),
  checkOf(
    calls.findLedger,
    (service) => {
      const place = coupled(service)
      const number =
        service.answerTo(calls.listLedgers)?.[0]?.nummer ?? notRun('there is no ledger')
      return { ...place, path: { number } }
    },
    (ledger, { path }) => {
      if (ledger === null) return 'none'
      expectNumber(ledger.nummer, path.number)
      return 'one record'
    },
  ),
  checkOf(calls.listJournals, coupled),
  checkOf(calls.listRevenueGroups, coupled),
  checkOf(calls.listProducts, coupled),
  checkOf(calls.findRelations, (service) => {
    const { query, headers } = coupled(service)
    return { query: { ...query, relatiecode: WALK_IN_CODE }, headers }
  }),
  checkOf(calls.getRelation, (service) => {
    const place = coupled(service)
    const id = service.answerTo(calls.findRelations)?.[0]?.id
    return { ...place, path: { id: id ?? notRun(`there is no relation ${WALK_IN_CODE}`) } }
  }),
]
