import * as z from 'zod/mini'
import { id, type Id } from '../../lib/api/endpoint.ts'
import { placeName, type PlaceIds } from '../../lib/domain/place.ts'
import type { WriteLog } from '../gateway/write-log.ts'

/** Write requests of a boarding (§4), in order and without the key. */
export const boardingWrites = ['merchant', 'registration', 'location', 'access'] as const
export type BoardingWrite = (typeof boardingWrites)[number]

export function getBoardingWriteName(write: BoardingWrite, scope = ''): string {
  return `boarding${scope}:${write}`
}

export function getKeyWriteName(place: PlaceIds): string {
  return `key:${placeName(place)}`
}

const registrationAnswer = { response: z.object({ administration_id: id }) }
const locationAnswer = { response: z.object({ id }) }

/** Returns the ids of the customer created in this tab. */
export function findCreatedPlace(written: WriteLog): PlaceIds | null {
  const administration = written.answerOf(getBoardingWriteName('registration'), registrationAnswer)
  const location = written.answerOf(getBoardingWriteName('location'), locationAnswer)
  if (!administration || !location) return null
  return { administration: administration.administration_id, location: location.id }
}

export function hasTabCreatedLocation(written: WriteLog, location: Id): boolean {
  return String(findCreatedPlace(written)?.location) === String(location)
}

export type CouplingFlow = 'connect' | 'boarding'

/** Returns the flow in which this tab created a location's key. */
export function findKeyCreationFlow(place: PlaceIds, written: WriteLog): CouplingFlow | null {
  if (hasTabCreatedLocation(written, place.location)) return 'boarding'
  return written.lastBody(getKeyWriteName(place)) === null ? null : 'connect'
}

/** False if this tab's request for a key received no response. */
export function isKeyKnown(place: PlaceIds, written: WriteLog): boolean {
  const name = getKeyWriteName(place)
  return written.lastBody(name) === null || written.isAnswered(name)
}

export function getDefaultFlow(isPolaris: boolean): CouplingFlow {
  return isPolaris ? 'boarding' : 'connect'
}
