import { administrationLabel } from '../../lib/domain/administration.ts'
import { idsOf, placeName, type Place } from '../../lib/domain/place.ts'
import { logError } from '../../lib/environment.ts'
import { flowBehind } from '../connect/flow.ts'
import { connectMemory } from '../connect/memory.ts'
import { createGateway } from '../operations/gateway.ts'
import { readWork } from '../recent/worked-on.ts'
import { keyOf } from '../shell/memory-prefix.ts'
import type { Portal } from '../shell/portal.ts'

/** Begins the key of a coupling that a user said is theirs; it outlives a sign-out. */
const ownPrefix = 'koppelpunt:own:'

/**
 * Whether a coupling of polaris is this user's (contract §4). The provider's answer is bound to no
 * browser, so anybody's may lead here: where nothing here or in this tab tells that the user has had to
 * do with this place before, the user is asked, and a yes is remembered.
 */
export async function isOwnCoupling(portal: Portal, user: string, place: Place): Promise<boolean> {
  const { environment, dialogs } = portal
  const ids = idsOf(place)
  const name = placeName(ids)
  const key = await keyOf(ownPrefix, JSON.stringify([user, name]))

  async function isFamiliar(): Promise<boolean> {
    if (environment.sharedStorage.getItem(key) !== null) return true
    if (flowBehind(ids, createGateway(portal, user).operations) !== null) return true
    const { administration, location } = connectMemory(environment, user).read() ?? {}
    if (administration && location && placeName(idsOf({ administration, location })) === name) {
      return true
    }
    const worked = await readWork(environment, user)
    return worked.some((each) => placeName(each) === name)
  }

  const isOwn =
    (await isFamiliar()) ||
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
