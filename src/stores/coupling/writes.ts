import * as z from 'zod/mini'
import { id, type Id } from '../../lib/api/endpoint.ts'
import { placeName, type PlaceIds } from '../../lib/domain/place.ts'
import type { RememberedWrites } from '../gateway/reads.ts'

/** Writes of the boarding process (§4) in order. The key is stored by its place instead (`keyName`). */
export const boardingWrites = ['merchant', 'registration', 'location', 'access'] as const
export type BoardingWrite = (typeof boardingWrites)[number]

export function boardingName(write: BoardingWrite, scope = ''): string {
  return `boarding${scope}:${write}`
}

export function createKeyName(place: PlaceIds): string {
  return `key:${placeName(place)}`
}

const registrationAnswer = { response: z.object({ administration_id: id }) }
const locationAnswer = { response: z.object({ id }) }

/** Returns the place created in this tab. Null unless both administration and location exist. */
export function createdPlace(written: RememberedWrites): PlaceIds | null {
  const administration = written.answerOf(boardingName('registration'), registrationAnswer)
  const location = written.answerOf(boardingName('location'), locationAnswer)
  if (!administration || !location) return null
  return { administration: administration.administration_id, location: location.id }
}

export function hasCreated(written: RememberedWrites, location: Id): boolean {
  return String(createdPlace(written)?.location) === String(location)
}

export type Flow = 'connect' | 'boarding'

/** Returns the flow in which this tab created, or may have created, the key of a place. */
export function findKeyFlow(place: PlaceIds, written: RememberedWrites): Flow | null {
  if (hasCreated(written, place.location)) return 'boarding'
  return written.lastBody(createKeyName(place)) === null ? null : 'connect'
}

/** False if this tab sent a request for a key but received no response. */
export function isKeyKnown(place: PlaceIds, written: RememberedWrites): boolean {
  const name = createKeyName(place)
  return written.lastBody(name) === null || written.isAnswered(name)
}

export function getDefaultFlow(isPolaris: boolean): Flow {
  return isPolaris ? 'boarding' : 'connect'
}
