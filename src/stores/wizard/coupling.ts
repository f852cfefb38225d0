import * as z from 'zod/mini'
import {
  administrationLabel,
  getPlaceIds,
  type Place,
  type PlaceIds,
} from '../../lib/domain/place.ts'
import { accessUserValue } from '../../lib/remembered.ts'
import { createUnconnectedKey } from '../../lib/api/keys.ts'
import { getWizardVariant } from '../../lib/domain/coupling.ts'
import {
  approvalAddress,
  findCustomerContact,
  type CustomerLink,
} from '../coupling/customer-links.ts'
import { findPendingKey, type PendingKey } from '../coupling/remembered-places.ts'
import { findKeyCreationFlow, getKeyWriteName } from '../coupling/writes.ts'
import { getGateway } from '../gateway/gateway.ts'
import type { SignedIn } from '../shell/portal.ts'
import type { Call } from '../../lib/api/caller.ts'
import {
  getWriteOutcome,
  SessionError,
  SessionEndedError,
  getHttpStatus,
} from '../../lib/api/errors.ts'
import { logError, type Environment } from '../../lib/environment.ts'
import * as limits from '../../lib/limits.ts'
import { isPlaceConnected } from '../coupling/calls.ts'

/** Asks if the coupling is the user's own (contract §4). */
export async function isOwnCoupling(portal: SignedIn, place: Place): Promise<boolean> {
  const ids = getPlaceIds(place)
  const ownership = await accessUserValue(portal, 'ownCoupling', z.string(), ids)
  if (ownership.read() !== null) return true
  const administration = administrationLabel(place.administration)
  const parameters = { administration, location: place.location.name }
  const isOwn =
    (await findPendingKey(portal, ids)) !== null ||
    (await portal.dialogs.confirm({
      isRisky: true,
      message: { key: 'wizard:foreignCoupling', parameters },
      detail: { key: 'wizard:foreignCouplingHelp' },
      agree: { key: 'wizard:ownCoupling' },
      decline: { key: 'wizard:notOwnCoupling' },
    }))
  if (isOwn) ownership.keep('')
  return isOwn
}

/** Result of a check, with the error if it failed. */
export interface CouplingCheck {
  isConfirmed: boolean
  error?: unknown
}

/** Checks repeatedly whether a coupling is confirmed. */
export function createCouplingPoll(environment: Environment, call: Call) {
  const { isOnline, isVisible, now, on } = environment
  let endRest: () => void = () => undefined

  async function look(place: PlaceIds, signal: AbortSignal): Promise<CouplingCheck> {
    try {
      return { isConfirmed: await isPlaceConnected(call, place, { signal }) }
    } catch (error) {
      if (signal.aborted || isRefusal(error)) throw error
      logError(environment, 'the coupling could not be looked at', error)
      return { isConfirmed: false, error }
    }
  }

  /** Waits until the next check or until the page is usable. */
  async function rest(signal: AbortSignal): Promise<void> {
    const ended = new AbortController()
    const either = AbortSignal.any([signal, ended.signal])
    const isUsable = () => isVisible() && isOnline()
    const endIfUsable = () => isUsable() && ended.abort()
    endRest = () => ended.abort()
    const stops = [on('visibility', endIfUsable), on('network', endIfUsable)]
    await environment.wait(limits.lateCouplingCheckPause, either).catch(() => undefined)
    if (!either.aborted && !isUsable()) {
      await new Promise((resolve) => either.addEventListener('abort', resolve, { once: true }))
    }
    for (const stop of stops) stop()
    signal.throwIfAborted()
  }

  return {
    /** Waits for a confirmation or two minutes, then yields each result. */
    async *looksAt(place: PlaceIds, signal: AbortSignal): AsyncGenerator<CouplingCheck> {
      const start = now()
      let waited = 0
      let last: CouplingCheck = { isConfirmed: false }
      for (
        let pause = limits.firstCouplingCheckPause;
        // The pauses also limit the time, because the clock may be set back.
        Math.max(now() - start, waited) + pause <= limits.couplingCheckPeriod;
        pause = nextPause(pause)
      ) {
        await environment.wait(pause, signal)
        waited += pause
        last = await look(place, signal)
        if (last.isConfirmed) break
      }
      for (;;) {
        yield last
        await rest(signal)
        last = await look(place, signal)
      }
    },
    lookNow: () => endRest(),
  }
}

const nextPause = (pause: number) => Math.min(pause * 2, limits.longestCouplingCheckPause)

function isRefusal(error: unknown): boolean {
  if (error instanceof SessionError) return error instanceof SessionEndedError
  return getWriteOutcome(error) === 'refused' && getHttpStatus(error) !== 429
}

/** Approval link of a key that this browser created. */
export interface Approval extends CustomerLink {
  isHandedOver: boolean
  isKept: boolean
}

/** Returns the approval link if this browser has a usable key. */
export function findApproval(
  portal: SignedIn,
  { administration, location }: Place,
  pendingKey: PendingKey | null,
): Approval | null {
  const { written } = getGateway(portal)
  const place = getPlaceIds({ administration, location })
  const isPolaris = getWizardVariant(portal.person) === 'polaris'
  const isBoarded = findKeyCreationFlow(place, written) === 'boarding'
  // The tab stores the key too, because the shared storage may be full.
  const tabKey = written.answerOf(getKeyWriteName(place), createUnconnectedKey)
  const key = pendingKey?.key ?? tabKey?.id
  if (key === undefined) return null
  const approvedBy = pendingKey?.approvedBy ?? (isBoarded && isPolaris ? 'polaris' : 'package')
  try {
    return {
      place,
      name: administration.name,
      shop: location.name,
      // The customer is the Polaris user, so no contact is needed.
      ...(isPolaris ? { contact: '', email: '' } : findCustomerContact(portal, place, written)),
      link: approvalAddress(portal, { ...place, key, approvedBy }),
      isHandedOver: pendingKey?.isHandedOver === true,
      isKept: pendingKey !== null,
    }
  } catch (error) {
    logError(portal.environment, 'the approval cannot be handed over', error)
    return null
  }
}
