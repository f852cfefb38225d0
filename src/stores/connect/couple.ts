import { activationAddress } from '../../lib/domain/coupling.ts'
import type { PlaceIds } from '../../lib/domain/place.ts'
import { type Ending, keyWrite, keyName } from '../coupling/writes.ts'
import { findMadeKey, noteMadeKey, noteWork } from '../coupling/remembered-places.ts'
import { gatewayOf } from '../gateway/gateway.ts'
import { brakeOf } from '../gateway/write.ts'
import type { Portal } from '../shell/portal.ts'

interface Options {
  portal: Portal
  /** Id of the signed-in user. */
  user: string
  place: PlaceIds
  ending: Ending
  /** Whether the place is coupled now. */
  isCoupled: () => Promise<boolean>
  /** Address of its settings. */
  settings: URL
  /** Called once its key is known to this browser. */
  onMade: () => Promise<void>
}

/**
 * Creates an unconnected key and leaves for the coupling-activation page (§4), or for the page with
 * its link; for a location that is coupled already only when the user agrees. A key that was made
 * here and still waits is taken.
 *
 * @throws {CallError}
 * @throws {SessionError}
 * @throws {Braked}
 */
export async function couple(options: Options): Promise<void> {
  const { portal, user, place, ending, isCoupled, settings, onMade } = options
  const { configuration, dialogs, environment } = portal
  const gateway = gatewayOf(portal, user)
  const key = keyWrite(configuration, 'connect', place)

  /** Two tabs that are pressed at once make one key: the second finds that of the first. */
  async function isAlone(): Promise<boolean> {
    if (await environment.hold(`koppelpunt:${keyName(place)}`)) return true
    await dialogs.alert({ message: { key: 'connect:otherTab' } })
    return false
  }

  /** Another key takes the place of the one in use, which is for the user to decide. */
  function mayReplaceKey(): Promise<boolean> {
    return dialogs.confirm({
      isRisky: true,
      message: { key: 'connect:coupled' },
      detail: { key: 'connect:newKeyHelp' },
      agree: { key: 'connect:newKey' },
      link: { address: settings, label: { key: 'connect:openSettings' } },
    })
  }

  /** Another tab's key that still waits is this tab's as well. */
  async function takeMadeKey(): Promise<void> {
    const { written } = gateway
    const made = await findMadeKey(environment, user, place)
    if (made !== null && !written.isAnswered(key.name)) {
      written.record(key.name, key.request, { id: made.key })
    }
  }

  if (!(await gateway.mayWrite(isAlone))) return
  const replacesAnother = await isCoupled()
  if (replacesAnother && !(await mayReplaceKey())) return
  if (!replacesAnother) await gateway.note(takeMadeKey)
  // A key that was activated activates nothing more; the accounting package would refuse it.
  const made = await gateway.write({ ...key, isStale: replacesAnother, begin: brakeOf(portal) })
  if (made === null) return
  await gateway.note(async () => {
    await noteWork(environment, user, place)
    await noteMadeKey(environment, user, {
      ...place,
      key: made.id,
      approvedBy: 'package',
      replacesAnother,
      ...(ending === 'handOver' && { isHandedOver: true }),
    })
    await onMade()
  })
  const approval = activationAddress(configuration, made.id, settings)
  await gateway.leave(ending === 'handOver' ? settings : approval)
}
