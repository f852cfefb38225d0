import type { Call } from '../../lib/api/caller.ts'
import type { Id } from '../../lib/api/endpoint.ts'
import { statusOf } from '../../lib/api/errors.ts'
import { listLocations } from '../../lib/api/locations.ts'
import { findRegistration, type Registration } from '../../lib/api/registrations.ts'
import { listAdministrations } from '../../lib/api/serials.ts'
import type { registrationRequest } from '../../lib/domain/boarding.ts'

/** What a registration is recognised by. */
type Registered = Omit<
  ReturnType<typeof registrationRequest>,
  'person' | 'user_id' | 'reseller_id' | 'website_url'
>

/** A registration that nobody goes on with. */
export interface Unfinished extends Registration {
  /** Whether all that was sent is told of it; else it may be somebody else's of the same name. */
  isCertain: boolean
}

/**
 * Looks for registrations that nobody goes on with: administrations of that name and country without
 * a location, of which nothing is told that was not sent. Those that are certain come first.
 */
export async function findUnfinished(call: Call, sent: Registered): Promise<Unfinished[]> {
  const administrations = await call(listAdministrations, {})
  const namesakes = administrations.filter(
    ({ name, country_code: country }) =>
      name === sent.name && (country ?? sent.country_code) === sent.country_code,
  )
  const found = await Promise.all(namesakes.map(({ id }) => unfinished(call, id, sent)))
  return found
    .filter((each) => each !== null)
    .sort((one, other) => Number(other.isCertain) - Number(one.isCertain))
}

async function unfinished(
  call: Call,
  administration: Id,
  sent: Registered,
): Promise<Unfinished | null> {
  const [registration, locations] = await Promise.all([
    // A server may want to know the location as well, and then cannot tell.
    unlessRefused(call(findRegistration, { query: { administration_id: administration } })),
    unlessRefused(call(listLocations, { headers: { administration } })),
  ])
  if (locations !== null && locations.length > 0) return null
  const told = toldOf(registration, sent)
  if (told.some(([given, was]) => given !== null && given !== was)) return null
  return {
    ...(registration ?? { administration_id: administration }),
    isCertain: locations !== null && told.every(([given]) => given !== null),
  }
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
