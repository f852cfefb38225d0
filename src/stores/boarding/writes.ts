import * as z from 'zod/mini'
import { id, type Id } from '../../lib/api/endpoint.ts'
import type { Operations } from '../operations/operations.ts'

/** The writes of the boarding, in their order (§4). */
export const boardingWrites = ['merchant', 'registration', 'location', 'key', 'access'] as const
export type BoardingWrite = (typeof boardingWrites)[number]

/** Name under which a write of the boarding is remembered. */
export function boardingOperation(write: BoardingWrite): string {
  return `boarding:${write}`
}

const created = { response: z.object({ id }) }

/**
 * Whether the boarding of this tab created this location, or may have made a key for it. A key that is
 * forgotten, since another one is to be made, leaves the location.
 */
export function hasCreated(
  operations: Pick<Operations, 'answerOf' | 'lastBody'>,
  location: Id,
): boolean {
  const body = operations.lastBody(boardingOperation('key')) ?? 'null'
  const { location_id: coupled } = Object(JSON.parse(body)) as { location_id?: Id }
  const answer = operations.answerOf(boardingOperation('location'), created)
  return [coupled, answer?.id].some((each) => String(each) === String(location))
}
