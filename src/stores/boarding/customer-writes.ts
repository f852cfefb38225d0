import type { Call } from '../../lib/api/caller.ts'
import type { Id } from '../../lib/api/endpoint.ts'
import {
  createLocation,
  listLocations,
  listAdministrations,
  type Administration,
} from '../../lib/api/places.ts'
import {
  createRegistration,
  findRegistration,
  type Registration,
} from '../../lib/api/registrations.ts'
import type { registrationRequest } from '../../lib/domain/boarding.ts'
import type { Message } from '../../lib/i18n/messages.ts'
import type { Text } from '../gateway/write.ts'
import { statusOf } from '../../lib/api/errors.ts'
import { cocKey } from '../../lib/domain/company.ts'
import { nameKey } from '../../lib/domain/customer-list.ts'

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

/** What a registration is recognised by. */
type Registered = Omit<
  ReturnType<typeof registrationRequest>,
  'person' | 'user_id' | 'reseller_id' | 'website_url'
>

export interface Namesake extends Registration {
  /** Whether nobody goes on with it: it has no location, and nothing is told of it that was not sent. */
  isUnfinished: boolean
  /** Whether all that was sent is told of it; else it may be somebody else's of the same name. */
  isCertain: boolean
}

/** Administrations of that name and country that are not told to be of another number, the certain ones first. */
export async function findNamesakes(call: Call, sent: Registered): Promise<Namesake[]> {
  const administrations = await call(listAdministrations, {})
  const found = await readNamesakes(call, administrations, sent)
  return found
    .map(({ administration: { id, name }, registration, locations }) => {
      const told = toldOf(registration, sent)
      const isAsSent = name === sent.name && told.every(([given, was]) => (given ?? was) === was)
      return {
        ...{ ...registration, administration_id: id },
        isUnfinished: isAsSent && !locations?.length,
        isCertain: locations !== null && told.every(([given]) => given !== null),
      }
    })
    .sort((one, other) => Number(other.isCertain) - Number(one.isCertain))
}

/** What is told of the administrations of a company's name and country that are of no other number; null: nothing. */
export async function readNamesakes(
  call: Call,
  administrations: readonly Administration[],
  company: Pick<Registered, 'name' | 'country_code' | 'coc'>,
) {
  const key = nameKey(company.name, company.country_code)
  const namesakes = administrations.filter(
    ({ name, country_code: country }) => nameKey(name, country ?? company.country_code) === key,
  )
  const read = namesakes.map(async (administration) => {
    const { id } = administration
    const [registration, locations] = await Promise.all([
      // A server may want to know the location as well, and then cannot tell.
      unlessRefused(call(findRegistration, { query: { administration_id: id } })),
      unlessRefused(call(listLocations, { headers: { administration: id } })),
    ])
    return { administration, registration, locations }
  })
  const isOther = (coc: string | null | undefined) =>
    coc && company.coc && cocKey(coc) !== cocKey(company.coc)
  return (await Promise.all(read)).filter(({ registration }) => !isOther(registration?.coc))
}

/** The result of a look-up; null where the server refuses to tell. */
export async function unlessRefused<Result>(looking: Promise<Result>): Promise<Result | null> {
  try {
    return await looking
  } catch (error) {
    if (statusOf(error) === undefined) throw error
    return null
  }
}

/** What a server tells of a registration, null where it does not, beside what was sent. */
function toldOf(registration: Registration | null, sent: Registered) {
  const { coc, subscriptions, emails } = registration ?? {}
  const listed = (values: readonly unknown[] | null | undefined) =>
    values ? values.map(String).join() : null
  const addresses = (list: readonly { email: string }[] | null | undefined) =>
    listed(list?.map(({ email }) => email))
  // That there is no number is told by none.
  const number = coc ?? (registration !== null && !sent.coc ? '' : null)
  return [
    [number, sent.coc ?? ''],
    [listed(subscriptions), listed(sent.subscriptions)],
    [addresses(emails), addresses(sent.emails)],
  ] as const
}
