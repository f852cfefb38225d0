import type { Id } from '../../lib/api/endpoint.ts'
import type { Operations } from '../operations/operations.ts'

/** The writes of the boarding, in their order (§4). */
export const boardingWrites = ['merchant', 'registration', 'location', 'key', 'access'] as const
export type BoardingWrite = (typeof boardingWrites)[number]

/** Name under which a write of the boarding is remembered. */
export function boardingOperation(write: BoardingWrite): string {
  return `boarding:${write}`
}

/** Whether the boarding of this tab created this location. */
export function hasCreated(operations: Pick<Operations, 'lastBody'>, location: Id): boolean {
  const body = operations.lastBody(boardingOperation('key')) ?? 'null'
  const { location_id: created } = Object(JSON.parse(body)) as { location_id?: Id }
  return String(created) === String(location)
}
