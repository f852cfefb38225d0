import type { PlaceIds } from '../../lib/domain/place.ts'
import { boardingName, hasCreated, keyName } from './write-names.ts'
import type { Written } from '../gateway/written.ts'

/** A flow that couples a location, by its path. */
export type Flow = 'connect' | 'boarding'

/** Where a submit ends: at the approval itself, or at the page that has its link for somebody else. */
export type Ending = 'approval' | 'handOver'

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

/** Where somebody begins to couple who has begun nothing. */
export function usualFlow(isPolaris: boolean): Flow {
  return isPolaris ? 'boarding' : 'connect'
}
