import type { Call } from '../lib/api/caller.ts'
import type { Id } from '../lib/api/endpoint.ts'
import { statusOf } from '../lib/api/errors.ts'
import { listLocations, type Location } from '../lib/api/locations.ts'
import { findRegistration, type Registration } from '../lib/api/registrations.ts'
import { listAdministrations } from '../lib/api/serials.ts'
import type { Trace } from './operations.ts'

interface Registered {
  name: string
  country_code: string
}

/**
 * Looks for a registration whose answer was lost: an administration of that name and country that
 * has no location yet is the one that was being made. With several, or with one that is in use,
 * nobody but the user can tell.
 */
export async function traceRegistration(
  call: Call,
  { name, country_code: country }: Registered,
): Promise<Trace<Registration>> {
  const administrations = await call(listAdministrations, {})
  const namesakes = administrations.filter(
    (each) => each.name === name && each.country_code === country,
  )
  if (namesakes.length === 0) return { status: 'absent' }
  const registrations = await Promise.all(namesakes.map(({ id }) => unfinished(call, id)))
  const [found, ...others] = registrations.filter((each) => each !== null)
  return found && others.length === 0 ? { status: 'found', answer: found } : { status: 'unclear' }
}

async function unfinished(call: Call, administration: Id): Promise<Registration | null> {
  try {
    const [registration, locations] = await Promise.all([
      call(findRegistration, { query: { administration_id: administration } }),
      call(listLocations, { headers: { administration } }),
    ])
    return locations.length === 0 ? registration : null
  } catch (error) {
    // A server may want to know the location as well, and then cannot tell.
    if (statusOf(error) === undefined) throw error
    return null
  }
}

/** Looks for a location whose answer was lost: its administration is new, so its name will do. */
export async function traceLocation(
  call: Call,
  administration: Id,
  name: string,
): Promise<Trace<Location>> {
  const locations = await call(listLocations, { headers: { administration } })
  const found = locations.find((location) => location.name === name)
  return found ? { status: 'found', answer: found } : { status: 'absent' }
}
