import * as z from 'zod/mini'
import { id, type Id } from '../../lib/api/endpoint.ts'
import { placeName, type PlaceIds } from '../../lib/domain/place.ts'
import type { Written } from '../gateway/reads.ts'

/** The writes of the boarding (§4), in their order. */
export const boardingWrites = ['merchant', 'registration', 'location', 'key', 'access'] as const
export type BoardingWrite = (typeof boardingWrites)[number]

export function boardingName(write: BoardingWrite, scope = ''): string {
  return `boarding${scope}:${write}`
}

export function keyName(place: PlaceIds): string {
  return `key:${placeName(place)}`
}

const created = { response: z.object({ id }) }

/** Whether the boarding of this tab created this location, or may have made a key for it, which may be forgotten. */
export function hasCreated(written: Written, location: Id): boolean {
  const body = written.lastBody(boardingName('key')) ?? 'null'
  const { location_id: coupled } = Object(JSON.parse(body)) as { location_id?: Id }
  const answer = written.answerOf(boardingName('location'), created)
  return [coupled, answer?.id].some((each) => String(each) === String(location))
}

/** A flow that couples a location, by its path. */
export type Flow = 'connect' | 'boarding'

/** The flow in which this tab made the key of a place, or may have; null where it did not. */
export function flowBehind(place: PlaceIds, written: Written): Flow | null {
  if (hasCreated(written, place.location)) return 'boarding'
  return written.lastBody(keyName(place)) === null ? null : 'connect'
}

/** Name of the operation with which this tab made the key of a place, or with which connect would. */
export function keyNameOf(place: PlaceIds, written: Written): string {
  const isBoarded = flowBehind(place, written) === 'boarding'
  return isBoarded ? boardingName('key') : keyName(place)
}

/** Whether this tab has the key of a place, or never asked for one: none is in doubt. */
export function isKeyKnown(place: PlaceIds, written: Written): boolean {
  const name = keyNameOf(place, written)
  return written.lastBody(name) === null || written.isAnswered(name)
}

export function usualFlow(isPolaris: boolean): Flow {
  return isPolaris ? 'boarding' : 'connect'
}
