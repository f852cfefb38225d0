import type { Call } from '../../lib/api/caller.ts'
import type { Id } from '../../lib/api/endpoint.ts'
import { statusOf } from '../../lib/api/errors.ts'
import { listLocations, type Location } from '../../lib/api/locations.ts'
import { findRegistration, type Registration } from '../../lib/api/registrations.ts'
import { listAdministrations } from '../../lib/api/serials.ts'

/** What a registration is recognised by. */
interface Registered {
  name: string
  country_code: string
  coc?: string | undefined
  subscriptions: readonly Id[]
  emails: readonly { email: string }[]
}

/**
 * Looks for registrations that nobody goes on with: administrations of that name and country without
 * a location, registered with the very same details.
 */
export async function findUnfinished(call: Call, sent: Registered): Promise<Registration[]> {
  const administrations = await call(listAdministrations, {})
  const namesakes = administrations.filter(
    ({ name, country_code: country }) => name === sent.name && country === sent.country_code,
  )
  const registrations = await Promise.all(namesakes.map(({ id }) => unfinished(call, id, sent)))
  return registrations.filter((each) => each !== null)
}

/** Looks for a registration whose answer was lost; of several that are the same any will do. */
export async function findLostRegistration(
  call: Call,
  sent: Registered,
): Promise<Registration | null> {
  const [found] = await findUnfinished(call, sent)
  return found ?? null
}

async function unfinished(
  call: Call,
  administration: Id,
  sent: Registered,
): Promise<Registration | null> {
  try {
    const [registration, locations] = await Promise.all([
      call(findRegistration, { query: { administration_id: administration } }),
      call(listLocations, { headers: { administration } }),
    ])
    return registration && locations.length === 0 && isSame(registration, sent)
      ? registration
      : null
  } catch (error) {
    // A server may want to know the location as well, and then cannot tell.
    if (statusOf(error) === undefined) throw error
    return null
  }
}

function isSame(registration: Registration, sent: Registered): boolean {
  const details = ({ coc, subscriptions, emails }: Registration | Registered) =>
    JSON.stringify([
      coc ?? '',
      subscriptions?.map(String) ?? [],
      emails?.map(({ email }) => email) ?? [],
    ])
  return details(registration) === details(sent)
}

/** The locations of that name in an administration. */
export async function findNamesakes(
  call: Call,
  administration: Id,
  name: string,
): Promise<Location[]> {
  const locations = await call(listLocations, { headers: { administration } })
  return locations.filter((location) => location.name === name)
}

/** Looks for a location whose answer was lost: its administration is new, so its name will do. */
export async function findLostLocation(
  call: Call,
  administration: Id,
  name: string,
): Promise<Location | null> {
  const [found] = await findNamesakes(call, administration, name)
  return found ?? null
}
