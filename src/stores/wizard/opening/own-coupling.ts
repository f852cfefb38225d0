import * as z from 'zod/mini'
import { administrationLabel, idsOf, type Place } from '../../../lib/domain/place.ts'
import { rememberedInBrowser, sharedPlaceKey } from '../../../lib/remembered.ts'
import { findMadeKey } from '../../coupling/remembered-places.ts'
import type { Portal } from '../../shell/portal.ts'

/**
 * Whether a coupling of polaris is this user's (contract §4). The provider's answer is bound to no
 * browser, so anybody's may lead here: unless this user made its key here, the user is asked, and a
 * yes is remembered. That its pages were opened, or that it was chosen, proves nothing.
 */
export async function isOwnCoupling(portal: Portal, user: string, place: Place): Promise<boolean> {
  const { environment, dialogs } = portal
  const ids = idsOf(place)
  const key = await sharedPlaceKey('ownCoupling', user, ids)
  const own = rememberedInBrowser(environment, 'ownCoupling', key, z.string())
  if (own.read() !== null) return true

  const isOwn =
    (await findMadeKey(environment, user, ids)) !== null ||
    (await dialogs.confirm({
      isRisky: true,
      message: {
        key: 'wizard:foreignCoupling',
        parameters: {
          administration: administrationLabel(place.administration),
          location: place.location.name,
        },
      },
      detail: { key: 'wizard:foreignCouplingHelp' },
      agree: { key: 'wizard:ownCoupling' },
      decline: { key: 'wizard:notOwnCoupling' },
    }))
  if (isOwn) own.write('')
  return isOwn
}
