import { atom, readonlyType } from 'nanostores'
import type { Call } from '../../lib/api/caller.ts'
import { placeName, type PlaceIds } from '../../lib/domain/place.ts'
import { logError, type Environment } from '../../lib/environment.ts'
import { createLoadSignal, retryWhenOnline } from '../form/loads.ts'
import { isConnected } from '../coupling/place.ts'

/** Which locations are coupled, as far as that was asked (contract §4). */
export function createCouplings(environment: Environment, call: Call) {
  const $known = atom<ReadonlyMap<string, boolean>>(new Map())
  const underWay = new Map<string, Promise<boolean>>()
  const nextSignal = createLoadSignal()
  let signal = nextSignal()

  async function ask(place: PlaceIds, signal: AbortSignal): Promise<boolean> {
    const name = placeName(place)
    try {
      const isCoupled = await isConnected(call, place, { signal })
      $known.set(new Map($known.get()).set(name, isCoupled))
      return isCoupled
    } catch (error) {
      if (!signal.aborted) {
        logError(environment, 'the coupling could not be looked up', error)
        retryWhenOnline(environment, error, signal, () => ask(place, signal))
      }
      return $known.get().get(name) ?? false
    } finally {
      if (!signal.aborted) underWay.delete(name)
    }
  }

  /**
   * Whether it is now: somebody else may have coupled the place since it was asked for. Where that
   * fails, what was known.
   */
  function findAnew(place: PlaceIds): Promise<boolean> {
    const name = placeName(place)
    const asking = underWay.get(name) ?? ask(place, signal)
    underWay.set(name, asking)
    return asking
  }

  return {
    /** Whether a place is coupled, by its name: what was answered so far. */
    $known: readonlyType($known),
    /**
     * Whether a place is coupled. What is known or under way is not asked for again. A look-up that
     * fails changes nothing: the accounting package refuses what cannot be.
     */
    find: async (place: PlaceIds) => $known.get().get(placeName(place)) ?? findAnew(place),
    findAnew,
    /** Gives up what is under way. */
    abandon: () => {
      signal = nextSignal()
      underWay.clear()
    },
  }
}
