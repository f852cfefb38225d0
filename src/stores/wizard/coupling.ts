import * as z from 'zod/mini'
import { administrationLabel, idsOf, type Place, type PlaceIds } from '../../lib/domain/place.ts'
import { rememberedOf } from '../../lib/remembered.ts'
import { findMadeKey } from '../coupling/remembered-places.ts'
import type { SignedIn } from '../shell/portal.ts'
import type { Call } from '../../lib/api/caller.ts'
import { outcomeOf, SessionError, SessionOver, statusOf } from '../../lib/api/errors.ts'
import { logError, type Environment } from '../../lib/environment.ts'
import * as limits from '../../lib/limits.ts'
import { isConnected } from '../coupling/place.ts'

/**
 * Whether a coupling of polaris is this user's (contract §4). The provider's answer is bound to no browser:
 * unless this user made its key here, the user is asked, and a yes is remembered.
 */
export async function isOwnCoupling(portal: SignedIn, place: Place): Promise<boolean> {
  const ids = idsOf(place)
  const own = await rememberedOf(portal, 'ownCoupling', z.string(), ids)
  if (own.read() !== null) return true
  const administration = administrationLabel(place.administration)
  const named = { administration, location: place.location.name }
  const isOwn =
    (await findMadeKey(portal, ids)) !== null ||
    (await portal.dialogs.confirm({
      isRisky: true,
      message: { key: 'wizard:foreignCoupling', parameters: named },
      detail: { key: 'wizard:foreignCouplingHelp' },
      agree: { key: 'wizard:ownCoupling' },
      decline: { key: 'wizard:notOwnCoupling' },
    }))
  if (isOwn) own.write('')
  return isOwn
}

/** Whether a coupling is there, and the error of a look that failed. */
export interface Look {
  isThere: boolean
  error?: unknown
}

/** Looks whether a coupling is confirmed. One that fails is another look later, unless it is refused. */
export function createLooks(environment: Environment, call: Call) {
  const { isOnline, isVisible, now, on } = environment
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
    const isOfUse = () => isVisible() && isOnline()
    const endIfOfUse = () => isOfUse() && ended.abort()
    endRest = () => ended.abort()
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
      for (let pause = limits.couplingFirstPause; now() + pause <= until; pause = longer(pause)) {
        await environment.wait(pause, signal)
        last = await look(place, signal)
        if (last.isThere) break
      }
      return last
    },
    /** One look, after a rest: the customer may approve in minutes or next week. */
    afterRest: async (place: PlaceIds, signal: AbortSignal): Promise<Look> => {
      await rest(signal)
      return look(place, signal)
    },
    atOnce: () => endRest(),
  }
}

const longer = (pause: number) => Math.min(pause * 2, limits.couplingLongestPause)

/** Whether another look would be answered the same: the session is over, or may not look. */
function isRefusal(error: unknown): boolean {
  if (error instanceof SessionError) return error instanceof SessionOver
  return outcomeOf(error) === 'refused' && statusOf(error) !== 429
}
