import * as z from 'zod/mini'
import { id, type Id } from '../../lib/api/endpoint.ts'
import { placeName, type PlaceIds } from '../../lib/domain/place.ts'
import type { Written } from '../gateway/reads.ts'

/** The writes of the boarding (§4), in their order; its key is that of the place. */
export const boardingWrites = ['merchant', 'registration', 'location', 'access'] as const
export type BoardingWrite = (typeof boardingWrites)[number]

export function boardingName(write: BoardingWrite, scope = ''): string {
  return `boarding${scope}:${write}`
}

export function keyName(place: PlaceIds): string {
  return `key:${placeName(place)}`
}

const registered = { response: z.object({ administration_id: id }) }
const located = { response: z.object({ id }) }

/** The place that the boarding of this tab created; null until both parts of it are there. */
export function createdPlace(written: Written): PlaceIds | null {
  const administration = written.answerOf(boardingName('registration'), registered)
  const location = written.answerOf(boardingName('location'), located)
  if (!administration || !location) return null
  return { administration: administration.administration_id, location: location.id }
}

export function hasCreated(written: Written, location: Id): boolean {
  return String(createdPlace(written)?.location) === String(location)
}

/** A flow that couples a location, by its path. */
export type Flow = 'connect' | 'boarding'

/** The flow in which this tab made the key of a place, or may have; null where it did not. */
export function flowBehind(place: PlaceIds, written: Written): Flow | null {
  if (hasCreated(written, place.location)) return 'boarding'
  return written.lastBody(keyName(place)) === null ? null : 'connect'
}

/** Whether this tab has the key of a place, or never asked for one: none is in doubt. */
export function isKeyKnown(place: PlaceIds, written: Written): boolean {
  const name = keyName(place)
  return written.lastBody(name) === null || written.isAnswered(name)
}

export function usualFlow(isPolaris: boolean): Flow {
  return isPolaris ? 'boarding' : 'connect'
}
