import type { Call } from '../../../lib/api/caller.ts'
import { outcomeOf, SessionError, SessionOver, statusOf } from '../../../lib/api/errors.ts'
import type { PlaceIds } from '../../../lib/domain/place.ts'
import { logError, type Environment } from '../../../lib/environment.ts'
import * as limits from '../../../lib/limits.ts'
import { isConnected } from '../../coupling/place.ts'

/** Whether a coupling is there, and why nobody knows where a look at it failed. */
interface Look {
  isThere: boolean
  error?: unknown
}

/**
 * Looks whether the accounting package has confirmed a coupling. One that fails is another look later,
 * unless whoever looks is refused: that rejects.
 */
export function createLooks(environment: Environment, call: Call) {
  const { isOnline, isVisible, now, on } = environment
  const isOfUse = () => isVisible() && isOnline()
  let endRest: () => void = () => undefined

  async function look(place: PlaceIds, signal: AbortSignal): Promise<Look> {
    try {
      return { isThere: await isConnected(call, place, { signal }) }
    } catch (error) {
      if (signal.aborted || isRefusal(error)) throw error
      logError(environment, 'the coupling could not be looked at', error)
      return { isThere: false, error }
    }
  }

  /** Ends at once when the page is shown again or the network is back, and not before both are. */
  async function rest(signal: AbortSignal): Promise<void> {
    const ended = new AbortController()
    const either = AbortSignal.any([signal, ended.signal])
    endRest = () => ended.abort()
    const endIfOfUse = () => isOfUse() && ended.abort()
    const stops = [on('visibility', endIfOfUse), on('network', endIfOfUse)]
    // It rejects when it is cut short, which is no failure.
    await environment.wait(limits.couplingRest, either).catch(() => undefined)
    if (!either.aborted && !isOfUse()) {
      await new Promise((resolve) => either.addEventListener('abort', resolve, { once: true }))
    }
    for (const stop of stops) stop()
    signal.throwIfAborted()
  }

  return {
    /** With growing pauses, for two minutes at most. Gives the last look. */
    forTwoMinutes: async (place: PlaceIds, signal: AbortSignal): Promise<Look> => {
      const until = now() + limits.couplingPatience
      let last: Look = { isThere: false }
      for (let pause = limits.couplingFirstPause; ; pause = longer(pause)) {
        if (now() + pause > until) return last
        await environment.wait(pause, signal)
        last = await look(place, signal)
        if (last.isThere) return last
      }
    },
    /** One look, after a rest: the customer may approve in minutes or next week. */
    afterRest: async (place: PlaceIds, signal: AbortSignal): Promise<Look> => {
      await rest(signal)
      return look(place, signal)
    },
    /** Ends the rest. */
    atOnce: () => endRest(),
  }
}

const longer = (pause: number) => Math.min(pause * 2, limits.couplingLongestPause)

/** Whether another look would be answered the same: the session is over, or may not look. */
function isRefusal(error: unknown): boolean {
  if (error instanceof SessionError) return error instanceof SessionOver
  return outcomeOf(error) === 'refused' && statusOf(error) !== 429
}
