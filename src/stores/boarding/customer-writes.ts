import type { Call } from '../../lib/api/caller.ts'
import type { Id } from '../../lib/api/endpoint.ts'
import { createLocation, listLocations } from '../../lib/api/places.ts'
import { createRegistration, type Registration } from '../../lib/api/registrations.ts'
import { registrationRequest } from '../../lib/domain/boarding.ts'
import type { BoardingValues } from '../../lib/domain/customer.ts'
import type { Message } from '../../lib/i18n/messages.ts'
import type { Doubt, Text } from '../gateway/write.ts'
import { lookUpCustomer, type CustomerMatch } from './customer-lookup.ts'

const perhapsDone = (detail: Message): Text => ({
  message: { key: 'boarding:perhapsDone' },
  detail,
})

/** Administration that boarding may go on with: `ours` without a question, `other` never. */
export interface Candidate extends Registration {
  standing: 'ours' | 'perhaps' | 'other'
}

/**
 * Looks up the administrations that are or may be the customer's.
 *
 * @throws {CallError} It cannot be told whether one of them has a location.
 * @throws {SessionError}
 */
export async function findCandidates(call: Call, values: BoardingValues): Promise<Candidate[]> {
  return (await lookUpCustomer(call, values)).map((match) => ({
    administration_id: match.administration,
    standing: standingOf(match),
  }))
}

function standingOf({ registered, location, error }: CustomerMatch): Candidate['standing'] {
  if (registered === 'otherwise') return 'other'
  if (error) throw error
  if (location !== 'none') return 'other'
  return registered === 'asSent' ? 'ours' : 'perhaps'
}

/** Question about an administration that exists already, and that boarding cannot go on with. */
export function existsAlready({ administration_id: id }: Candidate, name: string): Doubt {
  return {
    message: { key: 'boarding:existsAlready', parameters: { name, id: String(id) } },
    detail: { key: 'boarding:existsAlreadyHelp' },
    isOther: true,
  }
}

/** The registration, which makes the administration. `others`: administrations that the user told apart from it. */
export function registrationWrite(
  values: BoardingValues,
  body: ReturnType<typeof registrationRequest>,
  others: readonly Id[],
) {
  const { name, country_code: country } = body
  const parameters = { name }
  const perhapsThisOne = ({ administration_id: id }: Candidate): Doubt => ({
    message: { key: 'boarding:perhapsThisOne', parameters: { name, id: String(id) } },
    detail: { key: 'boarding:perhapsThisOneHelp' },
  })
  return {
    endpoint: createRegistration,
    request: { body },
    mayExist: true,
    find: async (call: Call) => {
      const candidates = await findCandidates(call, values)
      return candidates.filter(({ administration_id: id }) => !others.includes(id))
    },
    doubt: (found: Candidate) => {
      if (found.standing === 'ours') return null
      return found.standing === 'other' ? existsAlready(found, name) : perhapsThisOne(found)
    },
    question: perhapsDone({
      key: 'boarding:perhapsRegistered',
      parameters: { name: `${name} (${country})` },
    }),
    leftOver: {
      isSame: ({ standing }: Candidate) => standing !== 'other',
      idOf: ({ administration_id: id }: Registration) => id,
      detail: { key: 'boarding:administrationTwice', parameters },
      perhaps: {
        message: { key: 'boarding:perhapsMadeTwice' },
        detail: { key: 'boarding:perhapsAdministrationTwice', parameters },
      },
    },
  } as const
}

/** The first location: its administration is new, so that its name will do to find it. */
export function locationWrite(administration: Id, name: string) {
  const headers = { administration }
  return {
    endpoint: createLocation,
    request: { headers, body: { name } },
    find: async (call: Call) =>
      (await call(listLocations, { headers })).filter((each) => each.name === name),
    question: perhapsDone({
      key: 'boarding:perhapsLocated',
      parameters: { name, administration: String(administration) },
    }),
    leftOver: {
      detail: { key: 'boarding:locationTwice', parameters: { name } },
    },
  } as const
}
