import type { WritableAtom } from 'nanostores'
import { merchantRequest, registrationRequest } from '../../lib/domain/boarding.ts'
import { activationAddress, polarisAddress } from '../../lib/domain/coupling.ts'
import { digestOf } from '../../lib/digest.ts'
import { logError } from '../../lib/environment.ts'
import { finishedCustomerLife } from '../../lib/limits.ts'
import { noteSubscription } from './last-subscription.ts'
import type { BoardingMemory } from './memory.ts'
import type { SagaProgress } from './progress.ts'
import { makeCustomer, Stopped, type Boarding, type Couplable } from './saga.ts'
import type { BoardingWrite } from '../coupling/write-names.ts'
import type { Ending } from '../coupling/flow.ts'
import { noteMadeKey } from '../coupling/made-keys.ts'
import { isConnected, wizardOf } from '../coupling/place.ts'
import { boardedPrefix } from '../session/user-memory.ts'
import { gatewayOf } from '../gateway/gateway.ts'
import { noteWork } from '../coupling/worked-on.ts'
import type { Portal } from '../shell/portal.ts'

interface Options {
  portal: Portal
  memory: BoardingMemory
  /** Id of the signed-in user. */
  user: string
  boarding: Boarding
  ending: Ending
  $progress: WritableAtom<SagaProgress>
}

/** Boards a customer, unless the user decides otherwise, and leaves for the coupling (§4) or its link. */
export async function boardCustomer(options: Options): Promise<void> {
  const { portal, memory, user, boarding, ending, $progress } = options
  const { environment, configuration, dialogs } = portal

  const gateway = gatewayOf(portal, user)
  const digest = await customerDigest(user, boarding)
  if (!(await gateway.mayWrite(async () => (await isFirst()) && mayStartAnew()))) return
  const hadKey = memory.lastBody('key') !== null
  try {
    const couplable = await makeCustomer({ portal, gateway, memory, user, boarding, $progress })
    await gateway.note(async () => {
      noteFinished()
      await noteSubscription(environment, user, boarding.subscription.id)
      await noteWork(environment, user, couplable)
      await noteMadeKey(environment, user, {
        ...couplable,
        approvedBy: boarding.isPolaris ? 'polaris' : 'package',
        replacesAnother: false,
        ...(ending === 'handOver' && { isHandedOver: true }),
      })
    })
    await gateway.leave(await destination(couplable))
  } catch (error) {
    if (!(error instanceof Stopped)) throw error
  }

  /** The first write that was, or may have been, made with other details than are filled in now. */
  function firstChanged(): BoardingWrite | undefined {
    const userId = boarding.isPolaris ? user : (memory.account.read()?.userId ?? null)
    const username = boarding.merchant.username ?? ''
    const bodies = {
      merchant: merchantRequest({ ...boarding.merchant, username }),
      registration: registrationRequest({ ...boarding, userId }),
      location: { name: boarding.values.serial_info.location.name.trim() },
    }
    return (['merchant', 'registration', 'location'] as const).find((write) => {
      const sent = memory.lastBody(write)
      return sent !== null && sent !== JSON.stringify(bodies[write])
    })
  }

  async function mayStartAnew(): Promise<boolean> {
    const changed = firstChanged()
    if (changed === undefined) return true
    const isMade = memory.progress()[changed] === 'done'
    const agreed = await dialogs.confirm({
      isRisky: true,
      message: { key: isMade ? 'boarding:changed' : 'boarding:perhapsChanged' },
      detail: { key: 'boarding:changedHelp' },
    })
    if (agreed) memory.forgetFrom(changed)
    return agreed
  }

  /** The coupling, or the wizard: it has the link to the coupling, and follows one that was given. */
  async function destination(couplable: Couplable): Promise<URL> {
    const wizard = wizardOf(portal, couplable, boarding.isPolaris ? 'polaris' : 'wizard')
    if (ending === 'handOver' || (hadKey && (await isConnected(gateway.call, couplable)))) {
      return wizard
    }
    if (boarding.isPolaris) return polarisAddress(configuration, couplable.key)
    return activationAddress(configuration, couplable.key, wizard)
  }

  /** The same customer, sent from another tab of this browser: now, or before this one. */
  async function isFirst(): Promise<boolean> {
    if (!(await environment.hold(digest))) {
      await dialogs.alert({ message: { key: 'boarding:otherTab' } })
      return false
    }
    // This tab goes on with its own customer, also with another key.
    const isFinishedHere = memory.progress().location === 'done'
    const finishedAt = Number(environment.sharedStorage.getItem(digest) ?? Number.NaN)
    const isOld = !(environment.now() - finishedAt < finishedCustomerLife)
    if (isFinishedHere || isOld) return true
    return dialogs.confirm({
      isRisky: true,
      message: { key: 'boarding:boardedBefore' },
      detail: { key: 'boarding:boardedBeforeHelp' },
    })
  }

  /** Tells the other tabs. Never fails: everything is there already, and the coupling waits. */
  function noteFinished(): void {
    try {
      environment.sharedStorage.setItem(digest, String(environment.now()))
    } catch (error) {
      logError(environment, 'this browser could not remember a finished customer', error)
    }
  }
}

/** Tells a customer from another without saying who it is: tabs share it. */
async function customerDigest(user: string, boarding: Boarding): Promise<string> {
  const { emails, ...company } = registrationRequest({ ...boarding, userId: null })
  const text = JSON.stringify([user, emails, company]).toLowerCase()
  return boardedPrefix + (await digestOf(text))
}
