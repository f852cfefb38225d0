import type { Call } from '../../lib/api/caller.ts'
import type { Id } from '../../lib/api/endpoint.ts'
import { createLocation, listLocations } from '../../lib/api/places.ts'
import { createRegistration, type Registration } from '../../lib/api/registrations.ts'
import { createRegistrationBody } from '../../lib/domain/boarding.ts'
import type { BoardingValues } from '../../lib/domain/customer.ts'
import { getTextKey } from '../../lib/domain/text.ts'
import type { ExistingRecordQuestion } from '../gateway/write.ts'
import { lookUpCustomer, type CustomerMatch } from './customer-lookup.ts'

/** Existing administration (`ours`: used without a question, `other`: never used). */
export interface ExistingCustomer extends Registration {
  standing: 'ours' | 'perhaps' | 'other'
}

/**
 * Finds administrations that may belong to the customer.
 *
 * @throws {CallError} if a failed request leaves a location unknown
 */
export async function findExistingCustomers(
  call: Call,
  values: BoardingValues,
): Promise<ExistingCustomer[]> {
  return (await lookUpCustomer(call, values)).map((match) => ({
    administration_id: match.administration,
    standing: standingOf(match),
  }))
}

function standingOf({ registered, location, error }: CustomerMatch): ExistingCustomer['standing'] {
  if (registered === 'otherwise') return 'other'
  if (error) throw error
  if (location !== 'none') return 'other'
  return registered === 'asSent' ? 'ours' : 'perhaps'
}

/** Returns the question about an administration with the same name. */
export function createExistsQuestion(
  { administration_id: id }: ExistingCustomer,
  name: string,
): ExistingRecordQuestion {
  return {
    message: { key: 'boarding:existsAlready', parameters: { name, id: String(id) } },
    detail: { key: 'boarding:existsAlreadyHelp' },
    isOther: true,
  }
}

/**
 * Describes the write that creates an administration.
 *
 * @param excluded administration that the lookup ignores
 */
export function describeRegistrationWrite(
  values: BoardingValues,
  body: ReturnType<typeof createRegistrationBody>,
  excluded: Id | undefined,
) {
  const { name, country_code: country } = body
  const parameters = { name }
  return {
    endpoint: createRegistration,
    request: { body },
    mayExist: true,
    findExisting: async (call: Call) => {
      const candidates = await findExistingCustomers(call, values)
      return candidates.filter(({ administration_id: id }) => id !== excluded)
    },
    confirmFound: (found: ExistingCustomer): ExistingRecordQuestion | null => {
      if (found.standing === 'ours') return null
      if (found.standing === 'other') return createExistsQuestion(found, name)
      const id = String(found.administration_id)
      return {
        message: { key: 'boarding:perhapsThisOne', parameters: { name, id } },
        detail: { key: 'boarding:perhapsThisOneHelp' },
      }
    },
    question: {
      message: { key: 'boarding:perhapsDone' },
      detail: { key: 'boarding:perhapsRegistered', parameters: { name: `${name} (${country})` } },
    },
    duplicates: {
      idOf: ({ administration_id: id }: Registration) => id,
      detail: { key: 'boarding:administrationTwice', parameters },
      uncertain: {
        message: { key: 'boarding:perhapsMadeTwice' },
        detail: { key: 'boarding:perhapsAdministrationTwice', parameters },
      },
    },
  } as const
}

export function describeLocationWrite(administration: Id, name: string) {
  const headers = { administration }
  const parameters = { name, administration: String(administration) }
  return {
    endpoint: createLocation,
    request: { headers, body: { name } },
    findExisting: async (call: Call) =>
      (await call(listLocations, { headers })).filter(
        (each) => getTextKey(each.name) === getTextKey(name),
      ),
    question: {
      message: { key: 'boarding:perhapsDone' },
      detail: { key: 'boarding:perhapsLocated', parameters },
    },
    duplicates: { detail: { key: 'boarding:locationTwice', parameters: { name } } },
  } as const
}
