import { activationAddress, polarisAddress } from '../../lib/domain/coupling.ts'
import type { Portal } from '../shell/portal.ts'
import type { MadeKey } from './made-keys.ts'
import { wizardOf } from './place.ts'

type Approvable = Pick<MadeKey, 'administration' | 'location' | 'key' | 'approvedBy'>

/**
 * Where somebody else approves a coupling (§4).
 *
 * @param isPolaris whether it is set up in the wizard of polaris
 * @throws {RangeError} when the key is longer than the accounting package takes
 */
export function approvalAddress(
  portal: Portal,
  { key, approvedBy, ...place }: Approvable,
  isPolaris: boolean,
): URL {
  const { configuration } = portal
  if (approvedBy === 'polaris') return polarisAddress(configuration, key)
  const wizard = wizardOf(portal, place, isPolaris ? 'polaris' : 'wizard')
  // Whoever comes back by it may not know the portal: `layouts/approved.client.ts` tells by that.
  wizard.searchParams.set('approved', 'customer')
  return activationAddress(configuration, key, wizard)
}
