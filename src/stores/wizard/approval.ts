import type { Variant } from '../../lib/accounting/snelstart/choices.ts'
import { createUnconnectedKey } from '../../lib/api/keys.ts'
import type { PlaceIds } from '../../lib/domain/place.ts'
import { logError } from '../../lib/environment.ts'
import { approvalAddress, emailOfForm } from '../coupling/customer-links.ts'
import { flowBehind, keyNameOf } from '../coupling/writes.ts'
import { findMadeKey } from '../coupling/remembered-places.ts'
import { gatewayOf } from '../gateway/gateway.ts'
import type { SignedIn } from '../shell/portal.ts'

export type Approval = NonNullable<Awaited<ReturnType<typeof findApproval>>>

/** The approval of a coupling, to be handed on. Null where no key was made here. Never fails. */
export const createApproval = (portal: SignedIn, place: PlaceIds, variant: Variant) =>
  findApproval(portal, place, variant === 'polaris').catch((error: unknown) => {
    // The flow that made the key has told that it cannot be used; here the link is just not offered.
    logError(portal.environment, 'the approval cannot be handed over', error)
    return null
  })

async function findApproval(portal: SignedIn, place: PlaceIds, isPolaris: boolean) {
  const { written } = gatewayOf(portal)
  const isBoarded = flowBehind(place, written) === 'boarding'
  const kept = await findMadeKey(portal, place)
  // The tab alone knows it, where the browser could not be told of it.
  const ofTab = written.answerOf(keyNameOf(place, written), createUnconnectedKey)
  const key = kept?.key ?? ofTab?.id
  if (key === undefined) return null
  const approvedBy = kept?.approvedBy ?? (isBoarded && isPolaris ? 'polaris' : 'package')
  const address = approvalAddress(portal, { ...place, key, approvedBy }, isPolaris)
  return {
    address,
    /** Whether this browser knows it in its other tabs too, until a sign-out. */
    isKept: kept !== null,
    /** The customer's e-mail address, where this tab boarded them and so knows it. */
    // Whoever boards in the polaris flow is the customer.
    customer: isPolaris ? null : emailOfForm(written, place),
  }
}
