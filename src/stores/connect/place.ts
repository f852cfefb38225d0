import type { Call, CallOptions } from '../../lib/api/caller.ts'
import { getCompanySettings, type CompanySettings } from '../../lib/api/company.ts'
import { getLocation, type Location } from '../../lib/api/locations.ts'
import { getAdministration, type Administration } from '../../lib/api/serials.ts'
import type { PlaceIds } from '../../lib/domain/place.ts'

/** What an administration and a location are called; null for what is not there. */
export function findPlace(
  call: Call,
  place: PlaceIds,
  options: CallOptions = {},
): Promise<[Administration | null, Location | null]> {
  return Promise.all([
    call(getAdministration, { path: { id: place.administration } }, options),
    call(getLocation, { path: { id: place.location } }, options),
  ])
}

/** The settings of a coupling; null as long as the accounting package has not confirmed it. */
export function readSettings(
  call: Call,
  { administration, location }: PlaceIds,
  options: CallOptions = {},
): Promise<CompanySettings | null> {
  const request = { query: { location }, headers: { administration } }
  return call(getCompanySettings, request, options)
}

/** Whether the accounting package has confirmed a coupling of this administration and location. */
export async function isConnected(
  call: Call,
  place: PlaceIds,
  options?: CallOptions,
): Promise<boolean> {
  return (await readSettings(call, place, options)) !== null
}
