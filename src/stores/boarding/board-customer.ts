import * as z from 'zod/mini'
import { merchantRequest, registrationRequest } from '../../lib/domain/boarding.ts'
import { createRegistration } from '../../lib/api/registrations.ts'
import { activationAddress, polarisAddress } from '../../lib/domain/coupling.ts'
import { finishedCustomerLife } from '../../lib/limits.ts'
import type { Ending, BoardingWrite } from '../coupling/writes.ts'
import { noteMadeKey, noteWork } from '../coupling/remembered-places.ts'
import { isConnected, wizardOf } from '../coupling/place.ts'
import { gatewayOf, type Gateway } from '../gateway/gateway.ts'
import { rememberedInBrowser, sharedKey } from '../../lib/remembered.ts'
import { tellFailure } from '../shell/tell-failure.ts'
import { makeCustomer, type Couplable, type Customer } from './make-customer.ts'
import { lastSubscription } from './memory.ts'
import { Stopped } from './saga.ts'
import { findNamesakes } from './unfinished.ts'

interface Options extends Customer {
  ending: Ending
}

/** Boards a customer, unless the user decides otherwise, and leaves for the coupling (§4) or its link. */
export async function boardCustomer(options: Options): Promise<void> {
  const { portal, user, isPolaris, ending } = options
  const gateway = gatewayOf(portal, user)
  try {
    const made = await boardOnce(options, gateway)
    if (made) await gateway.leave(await destination(made))
  } catch (error) {
    if (!(error instanceof Stopped)) throw error
  }

  /** The coupling, or the wizard: it has the link to the coupling, and follows one that was given. */
  async function destination({ isNew, ...couplable }: Boarded): Promise<URL> {
    const wizard = wizardOf(portal, couplable, isPolaris ? 'polaris' : 'wizard')
    if (ending === 'handOver' || (!isNew && (await isConnected(gateway.call, couplable)))) {
      return wizard
    }
    const { configuration } = portal
    if (isPolaris) return polarisAddress(configuration, couplable.key)
    return activationAddress(configuration, couplable.key, wizard)
  }
}

/** What can be coupled, and whether its key was asked for just now. */
interface Boarded extends Couplable {
  isNew: boolean
}

/**
 * Makes a customer and takes note of it. Null when the user would rather not, or another tab of this
 * browser is at it.
 *
 * @throws {Stopped} once the user was told why
 * @throws {SessionOver}
 */
export async function boardOnce(options: Options, gateway: Gateway): Promise<Boarded | null> {
  const { portal, memory, user, values, merchant, isPolaris, ending } = options
  const { environment, dialogs } = portal
  /** Whether an earlier tab may have made it; undefined until it was looked for. */
  let { mayExist } = options
  const made = gateway.written.answerOf(memory.nameOf('registration'), createRegistration)
  const own = made && String(made.administration_id)
  const sent = registrationRequest({ ...options, userId: null })
  const { name, country_code: country } = sent
  const mayBegin = async () => (await isFirst()) && (await mayStartAnew()) && isAbsent()

  const digest = await customerDigest(options)
  const finished = rememberedInBrowser(environment, 'boarded', digest, z.string())
  if (!(await gateway.mayWrite(mayBegin))) return null
  const isNew = memory.lastBody('key') === null
  const couplable = await makeCustomer({ ...options, mayExist: mayExist ?? false }, gateway)
  await gateway.note(async () => {
    await noteFinished()
    await noteWork(environment, user, couplable)
    await noteMadeKey(environment, user, {
      ...couplable,
      // It may take a while until the services show it.
      place: {
        administration: { id: couplable.administration, name, country_code: country },
        location: { id: couplable.location, name: values.serial_info.location.name.trim() },
      },
      approvedBy: isPolaris ? 'polaris' : 'package',
      replacesAnother: false,
      ...(ending === 'handOver' && { isHandedOver: true }),
    })
  })
  return { ...couplable, isNew }

  /** The first write that was, or may have been, made with other details than are filled in now. */
  function firstChanged(): BoardingWrite | undefined {
    const userId = isPolaris ? user : (memory.account.read()?.userId ?? null)
    const username = merchant.username ?? ''
    const bodies = {
      merchant: merchantRequest({ ...merchant, username }),
      registration: registrationRequest({ ...options, userId }),
      location: { name: values.serial_info.location.name.trim() },
    }
    return (['merchant', 'registration', 'location'] as const).find((write) => {
      const sent = memory.lastBody(write)
      return sent !== null && sent !== JSON.stringify(bodies[write])
    })
  }

  async function mayStartAnew(): Promise<boolean> {
    const changed = firstChanged()
    if (changed === undefined) return true
    const isMade = memory.isDone(changed)
    const agreed = await dialogs.confirm({
      isRisky: true,
      message: { key: isMade ? 'boarding:changed' : 'boarding:perhapsChanged' },
      detail: { key: 'boarding:changedHelp' },
    })
    if (agreed) memory.forgetFrom(changed)
    return agreed
  }

  /** The same customer, sent from another tab of this browser: now, or before this one. */
  async function isFirst(): Promise<boolean> {
    if (!(await environment.hold(digest))) {
      await dialogs.alert({ message: { key: 'boarding:otherTab' } })
      return false
    }
    // This tab goes on with its own customer, also with another key.
    const isFinishedHere = memory.isDone('location')
    const finishedAt = Number(finished.read() ?? Number.NaN)
    const isOld = !(environment.now() - finishedAt < finishedCustomerLife)
    if (isFinishedHere || isOld) return true
    mayExist = false
    return dialogs.confirm({
      isRisky: true,
      message: { key: 'boarding:boardedBefore' },
      detail: { key: 'boarding:boardedBeforeHelp' },
    })
  }

  /** The same customer, made elsewhere or before a sign-out; what is unfinished is gone on with. */
  async function isAbsent(): Promise<boolean> {
    if (mayExist !== undefined || memory.lastBody('registration') !== null) return true
    const found = await findNamesakes(gateway.call, sent).catch(async (error: unknown) => {
      await tellFailure(portal, { key: 'boarding:lookFailed' }, error)
      throw new Stopped(undefined, { cause: error })
    })
    mayExist = found.some(({ isUnfinished }) => isUnfinished)
    const id = found.map((each) => String(each.administration_id)).find((each) => each !== own)
    if (id === undefined || mayExist) return true
    const parameters = { name, id }
    return dialogs.confirm({
      isRisky: true,
      message: { key: 'boarding:existsAlready', parameters },
      detail: { key: 'boarding:existsAlreadyHelp' },
    })
  }

  /** Tells the other tabs, and the next customer. Never fails: everything is there already. */
  async function noteFinished(): Promise<void> {
    finished.write(String(environment.now()))
    const { write } = await lastSubscription(environment, user)
    write(String(options.subscription.id))
  }
}

/** Tells a customer from another without saying who it is: tabs share it. */
function customerDigest(options: Customer): Promise<string> {
  const { emails, ...company } = registrationRequest({ ...options, userId: null })
  const text = JSON.stringify([options.user, emails, company]).toLowerCase()
  return sharedKey('boarded', text)
}
