import {
  administrationLabel,
  idsOf,
  type Place,
  type PlaceIds,
  placeName,
} from '../../../lib/domain/place.ts'
import { logError } from '../../../lib/environment.ts'
import { findMadeKey } from '../../coupling/made-keys.ts'
import { keyOf } from '../../session/user-memory.ts'
import type { Portal } from '../../shell/portal.ts'

/** Begins the key of a coupling that a user made, or said is theirs; it outlives a sign-out. */
const ownPrefix = 'koppelpunt:own:'

const ownKey = (user: string, place: PlaceIds) =>
  keyOf(ownPrefix, JSON.stringify([user, placeName(place)]))

/**
 * Whether a coupling of polaris is this user's (contract §4). The provider's answer is bound to no
 * browser, so anybody's may lead here: unless this user made its key here, the user is asked, and a
 * yes is remembered. That its pages were opened, or that it was chosen, proves nothing.
 */
export async function isOwnCoupling(portal: Portal, user: string, place: Place): Promise<boolean> {
  const { environment, dialogs } = portal
  const ids = idsOf(place)
  const key = await ownKey(user, ids)
  if (environment.sharedStorage.getItem(key) !== null) return true

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
  if (isOwn) {
    try {
      environment.sharedStorage.setItem(key, '')
    } catch (error) {
      logError(environment, 'this browser could not remember whose coupling it is', error)
    }
  }
  return isOwn
}
