import type { PlaceIds } from '../../lib/domain/place.ts'
import { boardingOperation, hasCreated } from '../boarding/writes.ts'
import type { Operations } from '../operations/operations.ts'
import { keyOperation } from './memory.ts'

/** A flow that couples a location, by its path. */
export type Flow = 'connect' | 'boarding'

/** Where a submit ends: at the approval itself, or at the page that has its link for somebody else. */
export type Ending = 'approval' | 'handOver'

/** The flow in which this tab made the key of a place, or may have; null where it did not. */
export function flowBehind(
  place: PlaceIds,
  operations: Pick<Operations, 'answerOf' | 'lastBody'>,
): Flow | null {
  if (hasCreated(operations, place.location)) return 'boarding'
  return operations.lastBody(keyOperation(place)) === null ? null : 'connect'
}

/** Name of the operation with which this tab made the key of a place, or with which connect would. */
export function keyOperationOf(
  place: PlaceIds,
  operations: Pick<Operations, 'answerOf' | 'lastBody'>,
): string {
  const isBoarded = flowBehind(place, operations) === 'boarding'
  return isBoarded ? boardingOperation('key') : keyOperation(place)
}

/** Whether this tab has the key of a place, or never asked for one: none is in doubt. */
export function isKeyKnown(
  place: PlaceIds,
  operations: Pick<Operations, 'answerOf' | 'isAnswered' | 'lastBody'>,
): boolean {
  const name = keyOperationOf(place, operations)
  return operations.lastBody(name) === null || operations.isAnswered(name)
}

/** Where somebody begins to couple who has begun nothing. */
export function usualFlow(isPolaris: boolean): Flow {
  return isPolaris ? 'boarding' : 'connect'
}
