import * as z from 'zod/mini'
import { id, type Id } from '../../lib/api/endpoint.ts'
import { placeName, type PlaceIds } from '../../lib/domain/place.ts'
import type { Written } from '../gateway/written.ts'

/** The writes of the boarding, in their order (§4). */
export const boardingWrites = ['merchant', 'registration', 'location', 'key', 'access'] as const
export type BoardingWrite = (typeof boardingWrites)[number]

/**
 * Name under which a write of the boarding is remembered.
 *
 * @param scope tells a customer of a list from the others; empty: the one that the form is about
 */
export function boardingName(write: BoardingWrite, scope = ''): string {
  return `boarding${scope}:${write}`
}

/** Name of the connect flow's one write. */
export function keyName(place: PlaceIds): string {
  return `key:${placeName(place)}`
}

const created = { response: z.object({ id }) }

/**
 * Whether the boarding of this tab created this location, or may have made a key for it. A key that is
 * forgotten, since another one is to be made, leaves the location.
 */
export function hasCreated(written: Written, location: Id): boolean {
  const body = written.lastBody(boardingName('key')) ?? 'null'
  const { location_id: coupled } = Object(JSON.parse(body)) as { location_id?: Id }
  const answer = written.answerOf(boardingName('location'), created)
  return [coupled, answer?.id].some((each) => String(each) === String(location))
}
