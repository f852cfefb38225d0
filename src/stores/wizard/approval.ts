import { createUnconnectedKey } from '../../lib/api/keys.ts'
import type { PlaceIds } from '../../lib/domain/place.ts'
import { logError } from '../../lib/environment.ts'
import { approvalAddress, emailOfForm } from '../coupling/customer-links.ts'
import { flowBehind, keyNameOf } from '../coupling/writes.ts'
import type { MadeKey } from '../coupling/remembered-places.ts'
import { gatewayOf } from '../gateway/gateway.ts'
import type { SignedIn } from '../shell/portal.ts'

/** The approval of a coupling with a key that this user made in this browser, which can be handed on. */
export interface Approval {
  address: URL
  /** Whether it was: then the customer approves. */
  isHandedOver: boolean
  /** Whether this browser knows the key in its other tabs too, until a sign-out. */
  isKept: boolean
  /** The customer's e-mail address, where this tab boarded them and so knows it. */
  customer: string | null
}

/** Null where no key was made here that can be used. */
export function approvalOf(
  portal: SignedIn,
  place: PlaceIds,
  made: MadeKey | null,
  isPolaris: boolean,
): Approval | null {
  const { written } = gatewayOf(portal)
  const isBoarded = flowBehind(place, written) === 'boarding'
  // The tab alone knows it, where the browser could not be told of it.
  const ofTab = written.answerOf(keyNameOf(place, written), createUnconnectedKey)
  const key = made?.key ?? ofTab?.id
  if (key === undefined) return null
  const approvedBy = made?.approvedBy ?? (isBoarded && isPolaris ? 'polaris' : 'package')
  try {
    return {
      address: approvalAddress(portal, { ...place, key, approvedBy }, isPolaris),
      isHandedOver: made?.isHandedOver === true,
      isKept: made !== null,
      // Whoever boards in the polaris flow is the customer.
      customer: isPolaris ? null : emailOfForm(written, place),
    }
  } catch (error) {
    // The flow that made the key has told that it cannot be used; here the link is just not offered.
    logError(portal.environment, 'the approval cannot be handed over', error)
    return null
  }
}
