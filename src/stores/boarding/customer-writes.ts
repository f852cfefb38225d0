import type { Call } from '../../lib/api/caller.ts'
import type { Id } from '../../lib/api/endpoint.ts'
import { createLocation, listLocations } from '../../lib/api/locations.ts'
import { createRegistration, type Registration } from '../../lib/api/registrations.ts'
import type { registrationRequest } from '../../lib/domain/boarding.ts'
import type { Message } from '../../lib/i18n/messages.ts'
import { findNamesakes, type Namesake } from './unfinished.ts'
import { boardingName } from '../coupling/writes.ts'
import type { Text } from '../gateway/write.ts'

const perhapsDone = (detail: Message): Text => ({
  message: { key: 'boarding:perhapsDone' },
  detail,
})

/** The administration. Where a service tells too little of one, the user knows whose it is. */
export function registrationWrite(body: ReturnType<typeof registrationRequest>) {
  const { name, country_code: country } = body
  const parameters = { name }
  const doubt = ({ administration_id: id }: Namesake): Text => ({
    message: { key: 'boarding:perhapsThisOne', parameters: { name, id: String(id) } },
    detail: { key: 'boarding:perhapsThisOneHelp' },
  })
  return {
    name: boardingName('registration'),
    endpoint: createRegistration,
    request: { body },
    find: async (call: Call) =>
      (await findNamesakes(call, body)).filter(({ isUnfinished }) => isUnfinished),
    doubt: (found: Namesake) => (found.isCertain ? null : doubt(found)),
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
