import type { WritableAtom } from 'nanostores'
import type { Id } from '../../lib/api/endpoint.ts'
import { SessionOver, statusOf } from '../../lib/api/errors.ts'
import { createMerchant, type Subscription } from '../../lib/api/registrations.ts'
import { addUserToAdministration } from '../../lib/api/serials.ts'
import { findUsers } from '../../lib/api/users.ts'
import type { BoardingValues } from '../../lib/domain/boarding-values.ts'
import { merchantRequest, registrationRequest, type Merchant } from '../../lib/domain/boarding.ts'
import { activationAddress, polarisAddress } from '../../lib/domain/coupling.ts'
import { logError } from '../../lib/environment.ts'
import type { Message } from '../../lib/i18n/messages.ts'
import { finishedCustomerLife } from '../../lib/limits.ts'
import type { Ending } from '../coupling/flow.ts'
import { keyWrite } from '../coupling/key-write.ts'
import { noteMadeKey } from '../coupling/made-keys.ts'
import { isConnected, wizardOf } from '../coupling/place.ts'
import { noteWork } from '../coupling/worked-on.ts'
import { boardingName, type BoardingWrite } from '../coupling/write-names.ts'
import { gatewayOf, type Gateway } from '../gateway/gateway.ts'
import { boardedPrefix, keyOf } from '../session/user-memory.ts'
import type { Portal } from '../shell/portal.ts'
import { tellFailure } from '../shell/tell-failure.ts'
import { locationWrite, registrationWrite } from './customer-writes.ts'
import {
  subscriptionKey,
  type Account,
  type BoardingMemory,
  type SagaProgress,
  type SagaStep,
  type StepProgress,
} from './memory.ts'

interface Options {
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
  ending: Ending
  $progress: WritableAtom<SagaProgress>
}

/** What can be coupled. */
type Couplable = Awaited<ReturnType<typeof makeCustomer>>

/** Boards a customer, unless the user decides otherwise, and leaves for the coupling (§4) or its link. */
export async function boardCustomer(options: Options): Promise<void> {
  const { portal, memory, user, values, merchant, isPolaris, ending } = options
  const { environment, configuration, dialogs } = portal

  const gateway = gatewayOf(portal, user)
  const digest = await customerDigest(options)
  if (!(await gateway.mayWrite(async () => (await isFirst()) && mayStartAnew()))) return
  const hadKey = memory.lastBody('key') !== null
  try {
    const couplable = await makeCustomer(options, gateway)
    await gateway.note(async () => {
      await noteFinished()
      await noteWork(environment, user, couplable)
      await noteMadeKey(environment, user, {
        ...couplable,
        approvedBy: isPolaris ? 'polaris' : 'package',
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
    const wizard = wizardOf(portal, couplable, isPolaris ? 'polaris' : 'wizard')
    if (ending === 'handOver' || (hadKey && (await isConnected(gateway.call, couplable)))) {
      return wizard
    }
    if (isPolaris) return polarisAddress(configuration, couplable.key)
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

  /** Tells the other tabs, and the next customer. Never fails: everything is there already. */
  async function noteFinished(): Promise<void> {
    const { sharedStorage } = environment
    try {
      sharedStorage.setItem(digest, String(environment.now()))
      sharedStorage.setItem(await subscriptionKey(user), String(options.subscription.id))
    } catch (error) {
      logError(environment, 'this browser could not remember a finished customer', error)
    }
  }
}

/** Tells a customer from another without saying who it is: tabs share it. */
function customerDigest(options: Options): Promise<string> {
  const { emails, ...company } = registrationRequest({ ...options, userId: null })
  const text = JSON.stringify([options.user, emails, company]).toLowerCase()
  return keyOf(boardedPrefix, text)
}

/** The user was told of a failure: back to the form. */
class Stopped extends Error {}

/** The user would rather not go on, and is asked again next time. */
class Declined extends Stopped {}

/**
 * The boarding submit (§4): one saga that goes on where it ended, also after a reload. Makes the
 * account, the administration, the location and the key, each of them once, and gives what can then
 * be coupled.
 *
 * @throws {Stopped}
 */
async function makeCustomer(options: Options, { call, write, written, note }: Gateway) {
  const { portal, memory, user, isPolaris, $progress } = options
  const { configuration, dialogs } = portal
  const { fullName, username: filledIn } = options.merchant
  const username = filledIn ?? ''
  const provider = configuration.provider.name

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
      const isPutOff = error instanceof Declined || error instanceof SessionOver
      show(step, isPutOff ? undefined : 'failed')
      throw error
    }
  }

  async function tell(message: Message, error: unknown): Promise<never> {
    // Signing in again comes first; the steps go on from here after it.
    if (error instanceof SessionOver || error instanceof Stopped) throw error
    await tellFailure(portal, message, error)
    throw new Stopped()
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
    const name = boardingName('merchant')
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
      written.forget(boardingName('merchant'))
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
          name: boardingName('access'),
          endpoint: addUserToAdministration,
          request: { path: { id: administration }, body: { user_id: found } },
        })
      }
      show('access', found === null ? undefined : 'done')
    } catch (error) {
      const isOver = error instanceof SessionOver
      show('access', isOver ? undefined : 'failed')
      if (isOver) throw error
      await tellFailure(portal, { key: 'boarding:accessFailed' }, error)
    }
  }

  $progress.set({})
  const { userId, isKnown } = await account()
  const registration = registrationWrite(registrationRequest({ ...options, userId }))
  const { administration_id: administration } = await take('registration', () =>
    answerTo(write(registration), { key: 'boarding:registrationFailed' }),
  )
  const name = options.values.serial_info.location.name.trim()
  const { id: location } = await take('location', () =>
    answerTo(write(locationWrite(administration, name)), couplingFailed),
  )
  const place = { administration, location }
  const { id: key } = await take('key', () =>
    answerTo(write(keyWrite(configuration, 'boarding', place)), couplingFailed),
  )
  if (!isKnown) await giveAccess(administration)
  return { key, ...place }
}
