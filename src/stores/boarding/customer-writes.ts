import type { Call } from '../../lib/api/caller.ts'
import type { Id } from '../../lib/api/endpoint.ts'
import { createLocation, listLocations } from '../../lib/api/locations.ts'
import {
  createMerchant,
  createRegistration,
  type Registration,
} from '../../lib/api/registrations.ts'
import { addUserToAdministration } from '../../lib/api/serials.ts'
import type { merchantRequest, registrationRequest } from '../../lib/domain/boarding.ts'
import type { PlaceIds } from '../../lib/domain/place.ts'
import type { PublicConfiguration } from '../../lib/configuration/variables.ts'
import type { Message } from '../../lib/i18n/messages.ts'
import { findUnfinished, type Unfinished } from './unfinished.ts'
import { keyWrite } from '../coupling/key-write.ts'
import { boardingName } from '../coupling/write-names.ts'
import type { Text } from '../gateway/write.ts'

const perhapsDone = (detail: Message): Text => ({
  message: { key: 'boarding:perhapsDone' },
  detail,
})

/** The account of the merchant. It can be sent again: the service refuses a second of its name. */
export function merchantWrite(body: ReturnType<typeof merchantRequest>) {
  return { name: boardingName('merchant'), endpoint: createMerchant, request: { body } }
}

/** The administration. Where a service tells too little of one, the user knows whose it is. */
export function registrationWrite(body: ReturnType<typeof registrationRequest>) {
  const { name, country_code: country } = body
  const parameters = { name }
  const doubt = ({ administration_id: id }: Unfinished): Text => ({
    message: { key: 'boarding:perhapsThisOne', parameters: { name, id: String(id) } },
    detail: { key: 'boarding:perhapsThisOneHelp' },
  })
  return {
    name: boardingName('registration'),
    endpoint: createRegistration,
    request: { body },
    find: (call: Call) => findUnfinished(call, body),
    doubt: (found: Unfinished) => (found.isCertain ? null : doubt(found)),
    question: perhapsDone({
      key: 'boarding:perhapsRegistered',
      parameters: { name: `${name} (${country})` },
    }),
    leftOver: {
      idOf: ({ administration_id: id }: Registration) => id,
      detail: { key: 'boarding:administrationTwice', parameters },
      perhaps: {
        message: { key: 'boarding:perhapsMadeTwice' },
        detail: { key: 'boarding:perhapsAdministrationTwice', parameters },
      },
      isToldOnLeaving: true,
    },
  } as const
}

/** The first location: its administration is new, so that its name will do to find it. */
export function locationWrite(administration: Id, name: string) {
  const headers = { administration }
  return {
    name: boardingName('location'),
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
      isToldOnLeaving: true,
    },
  } as const
}

/** The key of the new location. */
export function boardingKeyWrite(
  configuration: Pick<PublicConfiguration, 'provider'>,
  place: PlaceIds,
) {
  return keyWrite({
    configuration,
    place,
    name: boardingName('key'),
    texts: {
      question: 'boarding:perhapsDone',
      questionHelp: 'boarding:perhapsKeyMade',
      again: 'boarding:keyAgain',
      againHelp: 'boarding:keyAgainHelp',
    },
  })
}

/** Access of a user to an administration: adding somebody who was added changes nothing. */
export function accessWrite(administration: Id, user: Id) {
  return {
    name: boardingName('access'),
    endpoint: addUserToAdministration,
    request: { path: { id: administration }, body: { user_id: user } },
  }
}
