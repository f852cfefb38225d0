import { atom, type ReadableAtom } from 'nanostores'
import { createUnconnectedKey } from '../../../lib/api/keys.ts'
import { activationAddress, polarisAddress } from '../../../lib/domain/coupling.ts'
import type { PlaceIds } from '../../../lib/domain/place.ts'
import { logError } from '../../../lib/environment.ts'
import { flowBehind, keyNameOf } from '../../coupling/flow.ts'
import { findMadeKey, type MadeKey } from '../../coupling/made-keys.ts'
import { wizardOf } from '../../coupling/place.ts'
import { boardingName } from '../../coupling/write-names.ts'
import { gatewayOf } from '../../gateway/gateway.ts'
import type { Portal } from '../../shell/portal.ts'

/** The approval of a coupling, to be handed to whoever may give it in the accounting package. */
export interface Approval {
  /** Where it is given. */
  address: URL
  /** Whether this browser knows it in its other tabs too, until a sign-out. */
  isKept: boolean
  /** The customer's e-mail address, where this tab boarded them and so knows it. */
  customer: string | null
  $copying: ReadableAtom<'not-asked' | 'copied' | 'refused'>
  copy: () => Promise<void>
}

interface Options {
  portal: Portal
  /** Id of the signed-in user. */
  user: string
  place: PlaceIds
  isPolaris: boolean
}

/** Null where this user has made no key here that could be activated. */
export async function createApproval(options: Options): Promise<Approval | null> {
  const { environment } = options.portal
  const found = await findApproval(options)
  if (found === null) return null
  const { address, isKept } = found
  const $copying = atom<'not-asked' | 'copied' | 'refused'>('not-asked')
  return {
    address,
    isKept,
    customer: customerOf(options),
    $copying,
    copy: async () => {
      // Told again when it is asked for again.
      $copying.set('not-asked')
      try {
        await environment.copy(address.href)
        $copying.set('copied')
      } catch (error) {
        logError(environment, 'the clipboard refused', error)
        $copying.set('refused')
      }
    },
  }
}

type Approvable = Pick<MadeKey, 'key' | 'approvedBy'>

/** The key that this tab remembers, where the browser could not be told of it. */
function keyOfTab({ portal, user, place, isPolaris }: Options): Approvable | null {
  const { written } = gatewayOf(portal, user)
  const isBoarded = flowBehind(place, written) === 'boarding'
  const made = written.answerOf(keyNameOf(place, written), createUnconnectedKey)
  return made && { key: made.id, approvedBy: isBoarded && isPolaris ? 'polaris' : 'package' }
}

/** Whoever boards in the polaris flow is the customer. */
function customerOf({ portal, user, place, isPolaris }: Options): string | null {
  const { written } = gatewayOf(portal, user)
  if (isPolaris || flowBehind(place, written) !== 'boarding') return null
  const sent = JSON.parse(written.lastBody(boardingName('registration')) ?? 'null') as unknown
  return (Object(sent) as { emails?: { email: string }[] }).emails?.[0]?.email ?? null
}

async function findApproval(
  options: Options,
): Promise<Pick<Approval, 'address' | 'isKept'> | null> {
  const { portal, user, place, isPolaris } = options
  const { environment, configuration } = portal
  try {
    const kept = await findMadeKey(environment, user, place)
    const isKept = kept !== null
    const made = kept ?? keyOfTab(options)
    if (made === null) return null
    const { key, approvedBy } = made
    if (approvedBy === 'polaris') return { address: polarisAddress(configuration, key), isKept }
    const wizard = wizardOf(portal, place, isPolaris ? 'polaris' : 'wizard')
    // Whoever comes back by it may not know the portal: `layouts/approved.client.ts` tells by that.
    wizard.searchParams.set('approved', 'customer')
    return { address: activationAddress(configuration, key, wizard), isKept }
  } catch (error) {
    // The flow that made the key has told that it cannot be used; here the link is just not offered.
    logError(environment, 'the approval cannot be handed over', error)
    return null
  }
}
