import * as z from 'zod/mini'
import { administrationLabel, idsOf, type Place, type PlaceIds } from '../../lib/domain/place.ts'
import { rememberedOf } from '../../lib/remembered.ts'
import { createUnconnectedKey } from '../../lib/api/keys.ts'
import { variantOf } from '../../lib/domain/coupling.ts'
import { approvalAddress, emailOfForm, type CustomerLink } from '../coupling/customer-links.ts'
import { findPendingKey, type PendingKey } from '../coupling/remembered-places.ts'
import { flowBehind, keyName } from '../coupling/writes.ts'
import { gatewayOf } from '../gateway/gateway.ts'
import type { SignedIn } from '../shell/portal.ts'
import type { Call } from '../../lib/api/caller.ts'
import { outcomeOf, SessionError, SessionOver, statusOf } from '../../lib/api/errors.ts'
import { logError, type Environment } from '../../lib/environment.ts'
import * as limits from '../../lib/limits.ts'
import { isConnected } from '../coupling/calls.ts'

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
    (await findPendingKey(portal, ids)) !== null ||
    (await portal.dialogs.confirm({
      isRisky: true,
      message: { key: 'wizard:foreignCoupling', parameters: named },
      detail: { key: 'wizard:foreignCouplingHelp' },
      agree: { key: 'wizard:ownCoupling' },
      decline: { key: 'wizard:notOwnCoupling' },
    }))
  if (isOwn) own.keep('')
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
    /**
     * Looks with growing pauses for two minutes, and gives the last of those; then one after each rest: the
     * customer may approve in minutes or next week.
     */
    async *at(place: PlaceIds, signal: AbortSignal): AsyncGenerator<Look> {
      const until = now() + limits.couplingPatience
      let last: Look = { isThere: false }
      for (let pause = limits.couplingFirstPause; now() + pause <= until; pause = longer(pause)) {
        await environment.wait(pause, signal)
        last = await look(place, signal)
        if (last.isThere) break
      }
      for (;;) {
        yield last
        await rest(signal)
        last = await look(place, signal)
      }
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

/** The approval of a coupling with a key that this user made in this browser, which can be handed on. */
export interface Approval extends CustomerLink {
  /** Whether it was: then the customer approves. */
  isHandedOver: boolean
  /** Whether this browser knows the key in its other tabs too, until a sign-out. */
  isKept: boolean
}

/** Null where no key was made here that can be used. */
export function approvalOf(
  portal: SignedIn,
  { administration, location }: Place,
  made: PendingKey | null,
): Approval | null {
  const { written } = gatewayOf(portal)
  const place = idsOf({ administration, location })
  const isPolaris = variantOf(portal.person) === 'polaris'
  const isBoarded = flowBehind(place, written) === 'boarding'
  // The tab alone knows it, where the browser could not be told of it.
  const ofTab = written.answerOf(keyName(place), createUnconnectedKey)
  const key = made?.key ?? ofTab?.id
  if (key === undefined) return null
  const approvedBy = made?.approvedBy ?? (isBoarded && isPolaris ? 'polaris' : 'package')
  try {
    return {
      ...{ place, name: administration.name, shop: location.name },
      // Whoever boards in the polaris flow is the customer.
      email: isPolaris ? '' : emailOfForm(written, place),
      link: approvalAddress(portal, { ...place, key, approvedBy }),
      isHandedOver: made?.isHandedOver === true,
      isKept: made !== null,
    }
  } catch (error) {
    // The flow that made the key has told that it cannot be used; here the link is just not offered.
    logError(portal.environment, 'the approval cannot be handed over', error)
    return null
  }
}
