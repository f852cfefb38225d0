import type * as z from 'zod/mini'
import type { Endpoint, Id } from '../../../src/lib/api/endpoint.ts'
import { callEndpoints } from '../calls.ts'
import type { Service } from './service.ts'
import { CheckFailedError, throwCheckSkipped } from './outcome.ts'

const WALK_IN_CODE = '-2'

export const UNCONFIRMED_MESSAGE =
  'the settings of the coupling cannot be read; use a confirmed coupling'

/** @throws {CheckFailedError} if the service returned another ledger than the requested one */
export function expectNumber(received: Id, requested: Id): void {
  if (String(received) === String(requested)) return
  throw new CheckFailedError('another number was answered than the requested one')
}

/** Check that makes one call and reports its outcome. */
export type ServiceCallCheck = (service: Service) => Promise<void>

/**
 * Creates the check of a call.
 *
 * @param requestFor builds the request. Calls `skipCheck` if a value for it is missing
 * @param describe returns the reason to show. Throws `CheckFailedError` if the response is wrong
 */
export function createCallCheck<Request extends z.ZodMiniType, Response extends z.ZodMiniType>(
  endpoint: Endpoint<Request, Response>,
  requestFor: (service: Service) => z.input<Request> | Promise<z.input<Request>>,
  describe: (answer: z.output<Response>, request: z.input<Request>) => string = (answer) =>
    endpoint.effect === 'write' ? 'made' : amountOf(answer),
): ServiceCallCheck {
  return (service) => service.checkCall(endpoint, requestFor, describe)
}

function amountOf(answer: unknown): string {
  if (Array.isArray(answer)) return `a list of ${answer.length}`
  return answer === null ? 'none' : 'one record'
}

function coupled(service: Service): Service['place'] {
  const { place } = service
  return service.hasAnswer(callEndpoints.getCompanySettings)
    ? place
    : throwCheckSkipped(UNCONFIRMED_MESSAGE)
}

export const checksOfReadCalls: readonly ServiceCallCheck[] = [
  createCallCheck(callEndpoints.listSubscriptions, () => ({})),
  createCallCheck(callEndpoints.listAdministrations, () => ({})),
  createCallCheck(callEndpoints.getAdministration, ({ administration }) => ({
    path: { id: administration },
  })),
  createCallCheck(callEndpoints.listLocations, ({ administration }) => ({
    headers: { administration },
  })),
  createCallCheck(callEndpoints.findRegistration, ({ administration, options }) => ({
    query: {
      administration_id: administration,
      ...(options.location !== null && { location_id: options.location }),
    },
  })),
  createCallCheck(callEndpoints.listPaymentLedgers, ({ administration, options }) => ({
    headers: { administration, ...(options.location !== null && { location: options.location }) },
  })),
  createCallCheck(callEndpoints.getPaymentLedgers, (service) => {
    const id = service.answerTo(callEndpoints.listPaymentLedgers)?.[0]?.id
    return { path: { id: id ?? throwCheckSkipped('there is no record with an id') } }
  }),
  createCallCheck(callEndpoints.getLocation, ({ location }) => ({ path: { id: location } })),
  createCallCheck(callEndpoints.getCompanySettings, ({ place }) => place),
  createCallCheck(callEndpoints.getCompanyInfo, (service) => ({ query: coupled(service).query })),
  createCallCheck(callEndpoints.listOrderTemplates, coupled),
  createCallCheck(callEndpoints.listLedgers, coupled),
  createCallCheck(
    callEndpoints.findLedger,
    (service) => {
      const place = coupled(service)
      const number =
        service.answerTo(callEndpoints.listLedgers)?.[0]?.nummer ??
        throwCheckSkipped('there is no ledger')
      return { ...place, path: { number } }
    },
    (ledger, { path }) => {
      if (ledger === null) return 'none'
      expectNumber(ledger.nummer, path.number)
      return 'one record'
    },
  ),
  createCallCheck(callEndpoints.listJournals, coupled),
  createCallCheck(callEndpoints.listRevenueGroups, coupled),
  createCallCheck(callEndpoints.listProducts, coupled),
  createCallCheck(callEndpoints.findRelations, (service) => {
    const { query, headers } = coupled(service)
    return { query: { ...query, relatiecode: WALK_IN_CODE }, headers }
  }),
  createCallCheck(callEndpoints.getRelation, (service) => {
    const place = coupled(service)
    const id = service.answerTo(callEndpoints.findRelations)?.[0]?.id
    return {
      ...place,
      path: { id: id ?? throwCheckSkipped(`there is no relation ${WALK_IN_CODE}`) },
    }
  }),
]
