import * as z from 'zod/mini'
import { type Merchant, merchantRequest, registrationRequest } from '../../lib/domain/boarding.ts'
import {
  createMerchant,
  createRegistration,
  type Subscription,
} from '../../lib/api/registrations.ts'
import { activationAddress, polarisAddress } from '../../lib/domain/coupling.ts'
import { finishedCustomerLife } from '../../lib/limits.ts'
import type { BoardingWrite, Ending } from '../coupling/writes.ts'
import { keyWrite, isConnected, wizardOf } from '../coupling/place.ts'
import { noteMadeKey, noteWork } from '../coupling/remembered-places.ts'
import { type Gateway, gatewayOf } from '../gateway/gateway.ts'
import { rememberedInBrowser, sharedKey } from '../../lib/remembered.ts'
import { tellFailure } from '../shell/screen-store.ts'
import {
  type Account,
  type BoardingMemory,
  Declined,
  lastSubscription,
  type SagaProgress,
  type SagaStep,
  type StepProgress,
  Stopped,
} from './memory.ts'
import { findNamesakes, locationWrite, registrationWrite } from './customer-writes.ts'
import type { WritableAtom } from 'nanostores'
import type { Id } from '../../lib/api/endpoint.ts'
import { Braked, SessionOver, statusOf } from '../../lib/api/errors.ts'
import { addUserToAdministration } from '../../lib/api/serials.ts'
import { findUsers } from '../../lib/api/users.ts'
import type { BoardingValues } from '../../lib/domain/customer.ts'
import type { PlaceIds } from '../../lib/domain/place.ts'
import { plainEmail } from '../../lib/validation/texts.ts'
import type { Message } from '../../lib/i18n/messages.ts'
import { brakeOf, type Writer } from '../gateway/write.ts'
import type { Portal } from '../shell/portal.ts'

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

/** A customer who is to be made. */
export interface Customer {
  portal: Portal
  memory: BoardingMemory
  /** Id of the signed-in user. */
  user: string
  /** What was filled in, complete. */
  values: BoardingValues
  subscription: Subscription
  /** Filled in; in the polaris flow whoever is signed in. */
  merchant: Merchant
  isPolaris: boolean
  reseller: string | null
  /**
   * Whether an administration of that name is there, which an earlier tab may have made; undefined where
   * nobody has looked yet.
   */
  mayExist?: boolean | undefined
  /** Where all but its key is there, which no call can tell. */
  found?: PlaceIds | undefined
  $progress: WritableAtom<SagaProgress>
}

/** What can be coupled. */
export type Couplable = Awaited<ReturnType<typeof makeCustomer>>

/**
 * The boarding submit (§4): one saga that goes on where it ended, also after a reload. Makes the
 * account, the administration, the location and the key, each of them once, and gives what can then
 * be coupled.
 *
 * @throws {Stopped}
 */
export async function makeCustomer(options: Customer, gateway: Gateway) {
  const { call, written, note } = gateway
  const { portal, memory, user, isPolaris, $progress } = options
  const { configuration, dialogs } = portal
  const { fullName, username: filledIn } = options.merchant
  const username = plainEmail(filledIn ?? '')
  const provider = configuration.provider.name
  const begin = brakeOf(portal)
  const write: Writer = (described) => gateway.write({ ...described, begin })

  function show(step: SagaStep, progress: StepProgress | undefined): void {
    $progress.set({ ...$progress.get(), [step]: progress })
  }

  async function take<Result>(step: SagaStep, work: () => Promise<Result>): Promise<Result> {
    show(step, 'busy')
    try {
      const result = await work()
      show(step, 'done')
      return result
    } catch (error) {
      const isPutOff = [Declined, SessionOver, Braked].some((kind) => error instanceof kind)
      show(step, isPutOff ? undefined : 'failed')
      throw error
    }
  }

  async function tell(message: Message, error: unknown): Promise<never> {
    // Signing in again comes first; the steps go on from here after it.
    if ([SessionOver, Stopped, Braked].some((kind) => error instanceof kind)) throw error
    await tellFailure(portal, message, error)
    throw new Stopped(undefined, { cause: error })
  }

  async function ask(message: Message, detail: Message): Promise<void> {
    if (!(await dialogs.confirm({ message, detail }))) throw new Declined()
  }

  /** The answer to a write; a failure is told, and null is a user who would rather not send it again. */
  async function answerTo<Result>(
    writing: Promise<Result | null>,
    whenFailed: Message,
  ): Promise<Result> {
    const answer = await writing.catch((error: unknown) => tell(whenFailed, error))
    if (answer === null) throw new Declined()
    return answer
  }

  const couplingFailed: Message = { key: 'failure:creatingLocation', parameters: { provider } }

  /** The account. It can be sent again: the service refuses a second of its name. */
  async function makeMerchant(): Promise<Id | null> {
    const name = memory.nameOf('merchant')
    const request = { body: merchantRequest({ fullName, username }) }
    const writing = write({ name, endpoint: createMerchant, request }).catch(
      async (error: unknown) => {
        if (statusOf(error) !== 409) throw error
        await ask(
          { key: 'boarding:merchantExists', parameters: { account: username } },
          { key: 'boarding:merchantExistsHelp' },
        )
        written.record(name, request, {})
        return { id: null }
      },
    )
    // Of an account that was made, or is there, a service need not tell the id.
    return (await answerTo(writing, { key: 'boarding:merchantFailed' })).id ?? null
  }

  async function lookUpUser(): Promise<Id | null> {
    const users = await call(findUsers, { query: { username, exact: 'true' } })
    const name = username.toLowerCase()
    return users.find((each) => each.username.toLowerCase() === name)?.id ?? null
  }

  async function findAccount(merchantId: Id | null): Promise<Account> {
    const found = await lookUpUser().catch((error: unknown) =>
      tell({ key: 'boarding:noRights', parameters: { provider } }, error),
    )
    if (found !== null) return { userId: found, isKnown: true }
    const parameters = { identityProvider: configuration.identity.providerName }
    const message: Message = { key: 'boarding:userNotFound', parameters }
    if (merchantId !== null) {
      await ask(message, { key: 'boarding:userNotFoundHelp' })
      return { userId: merchantId, isKnown: false }
    }
    // An account that was said to be there, and is not: nobody would belong to the customer.
    const detail = {
      key: 'boarding:userNotFoundNoAccountHelp',
      parameters: { account: username },
    } as const
    if (!(await dialogs.confirm({ isRisky: true, message, detail }))) {
      written.forget(memory.nameOf('merchant'))
      throw new Declined()
    }
    return { userId: null, isKnown: false }
  }

  /** Whom to register for; decided once, since the registration may have been sent with it. */
  async function account(): Promise<Account> {
    if (isPolaris) return { userId: user, isKnown: true }
    const merchantId = await take('merchant', makeMerchant)
    return take('user', async () => {
      const isSent = memory.lastBody('registration') !== null
      const decided = isSent ? memory.account.read() : null
      const found = decided ?? (await findAccount(merchantId))
      await note(() => memory.account.write(found))
      return found
    })
  }

  /** Gives an account that appeared meanwhile access; a failure is shown and not fatal. */
  async function giveAccess(administration: Id): Promise<void> {
    show('access', 'busy')
    try {
      const found = await lookUpUser()
      if (found !== null) {
        // Adding somebody who was added changes nothing.
        await write({
          name: memory.nameOf('access'),
          endpoint: addUserToAdministration,
          request: { path: { id: administration }, body: { user_id: found } },
        })
      }
      show('access', found === null ? undefined : 'done')
    } catch (error) {
      const isPutOff = error instanceof SessionOver || error instanceof Braked
      show('access', isPutOff ? undefined : 'failed')
      if (isPutOff) throw error
      await tellFailure(portal, { key: 'boarding:accessFailed' }, error)
    }
  }

  async function makePlace(): Promise<PlaceIds & { isKnown: boolean }> {
    const { userId, isKnown } = await account()
    const registration = {
      ...registrationWrite(registrationRequest({ ...options, userId })),
      name: memory.nameOf('registration'),
      mayExist: options.mayExist ?? false,
    }
    const { administration_id: administration } = await take('registration', () =>
      answerTo(write(registration), { key: 'boarding:registrationFailed' }),
    )
    const name = options.values.serial_info.location.name.trim()
    const { id: location } = await take('location', () =>
      answerTo(
        write({ ...locationWrite(administration, name), name: memory.nameOf('location') }),
        couplingFailed,
      ),
    )
    return { administration, location, isKnown }
  }

  $progress.set({})
  // Who was given access then is not told: nobody else is.
  const { isKnown, ...place } = options.found
    ? { ...options.found, isKnown: true }
    : await makePlace()
  const { id: key } = await take('key', () =>
    answerTo(
      write({
        ...keyWrite(configuration, 'boarding', place),
        name: memory.nameOf('key'),
        mayExist: options.found !== undefined,
      }),
      couplingFailed,
    ),
  )
  if (!isKnown) await giveAccess(place.administration)
  return { key, ...place }
}
