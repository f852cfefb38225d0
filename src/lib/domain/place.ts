import { isSameIdOrOmitted, type Id } from '../api/endpoint.ts'
import type { Location, Administration } from '../api/places.ts'
import type { MessageKey } from '../i18n/messages.ts'

/** Location with its administration. */
export interface Place {
  administration: Administration
  location: Location
}

export interface PlaceIds {
  administration: Id
  location: Id
}

export const getPlaceIds = ({ administration, location }: Place): PlaceIds => ({
  administration: administration.id,
  location: location.id,
})

/** Returns the problems of a place, whose missing parts are null. */
export function findPlaceProblems({
  administration,
  location,
}: Partial<{ [Part in keyof Place]: Place[Part] | null }>): MessageKey[] {
  if (administration && location) {
    return isSameIdOrOmitted(location.administration_id, administration.id)
      ? []
      : ['wizard:foreignLocation']
  }
  return [
    ...(administration === null ? ['wizard:unknownAdministration' as const] : []),
    ...(location === null ? ['wizard:unknownLocation' as const] : []),
  ]
}

/** Returns a unique name for a location. */
export const placeName = ({ administration, location }: PlaceIds) => `${administration}/${location}`

/** Returns a unique name for a location and its accounting administration. */
export const coupledPlaceName = (place: PlaceIds, book: Id) =>
  `${placeName(place)}/${encodeURIComponent(book)}`

/** Returns the parts of a request that identify a location. */
export const encodePlaceIds = ({ administration, location }: PlaceIds) => ({
  query: { location },
  headers: { administration },
})
export const encodePlace = (place: Place) => encodePlaceIds(getPlaceIds(place))

/** Returns an administration's name with its country code (§2). */
export const administrationLabel = ({ name, country_code: country }: Administration) =>
  country ? `${name} (${country})` : name
