import type { WritableAtom } from 'nanostores'
import type { Id } from '../../lib/api/endpoint.ts'
import { SessionOver, statusOf } from '../../lib/api/errors.ts'
import { createLocation } from '../../lib/api/locations.ts'
import {
  createMerchant,
  createRegistration,
  type Registration,
  type Subscription,
} from '../../lib/api/registrations.ts'
import { addUserToAdministration } from '../../lib/api/serials.ts'
import { findUsers } from '../../lib/api/users.ts'
import type { BoardingValues } from '../../lib/domain/boarding-values.ts'
import { merchantRequest, registrationRequest, type Merchant } from '../../lib/domain/boarding.ts'
import type { PlaceIds } from '../../lib/domain/place.ts'
import type { Message } from '../../lib/i18n/messages.ts'
import type { Account, BoardingMemory } from './memory.ts'
import type { SagaStep, StepProgress, SagaProgress } from './progress.ts'
import { findLostLocation, findUnfinished } from './recovery.ts'
import { boardingOperation } from './writes.ts'
import { makeKey as makeKeyOnce } from '../connect/make-key.ts'
import type { Gateway } from '../operations/gateway.ts'
import type { Portal } from '../shell/portal.ts'
import { tellFailure } from '../shell/tell-failure.ts'

/** What is boarded: the form's values, complete. */
export interface Boarding {
  values: BoardingValues
  subscription: Subscription
  /** Filled in; in the polaris flow whoever is signed in. */
  merchant: Merchant
  isPolaris: boolean
  reseller: string | null
}

export interface Couplable extends PlaceIds {
  key: Id
}

/** The user was told of a failure, or chose not to go on: back to the form. */
class Stopped extends Error {
  override readonly name: string = 'Stopped'
}

/** The user would rather not. */
class Declined extends Stopped {
  override readonly name = 'Declined'
}

/** Services may keep its id to themselves. */
interface MerchantAccount {
  id?: Id | null | undefined
}

export interface Saga {
  /**
   * Makes the account, the administration, the location and the key, each of them once, and gives
   * what can then be coupled; null when it ended with a message or a decision of the user.
   */
  run: (boarding: Boarding) => Promise<Couplable | null>
}

interface Options {
  portal: Portal
  gateway: Gateway
  memory: BoardingMemory
  /** Id of the signed-in user. */
  user: string
  $progress: WritableAtom<SagaProgress>
}

/** The boarding submit (§4): one saga that goes on where it ended, also after a reload. */
export function createSaga({ portal, gateway, memory, user, $progress }: Options): Saga {
  const { configuration, dialogs } = portal
  const { call } = gateway
  const { runOnce, operations } = gateway

  function mark(step: SagaStep, progress: StepProgress | undefined): void {
    $progress.set({ ...$progress.get(), [step]: progress })
  }

  async function take<Result>(step: SagaStep, work: () => Promise<Result>): Promise<Result> {
    mark(step, 'busy')
    try {
      const result = await work()
      mark(step, 'done')
      return result
    } catch (error) {
      const isPutOff = error instanceof Declined || error instanceof SessionOver
      mark(step, isPutOff ? undefined : 'failed')
      throw error
    }
  }

  async function tell(message: Message, error: unknown): Promise<never> {
    // Signing in again comes first; the steps go on from here after it.
    if (error instanceof SessionOver) throw error
    await tellFailure(portal, message, error)
    throw new Stopped()
  }

  async function ask(message: Message, detail: Message): Promise<void> {
    if (!(await dialogs.confirm({ message, detail }))) throw new Declined()
  }

  /** @param detail what to check, and where */
  const sendAgain = (detail: Message) =>
    dialogs.confirm({ isRisky: true, message: { key: 'boarding:perhapsDone' }, detail })

  /** Waits for a write; handles its failure, and stops where the user declined to send it again. */
  async function resultOf<Result>(
    writing: Promise<Result | null>,
    whenFailed: (error: unknown) => Promise<Result>,
  ): Promise<Result> {
    let result: Result | null
    try {
      result = await writing
    } catch (error) {
      return whenFailed(error)
    }
    if (result === null) throw new Declined()
    return result
  }

  const tellCoupling = (error: unknown) => {
    const parameters = { provider: configuration.provider.name }
    return tell({ key: 'failure:creatingLocation', parameters }, error)
  }

  async function makeMerchant(fullName: string, username: string): Promise<Id | null> {
    const body = merchantRequest({ fullName, username })
    const name = boardingOperation('merchant')
    const writing = runOnce({
      name,
      endpoint: createMerchant,
      request: { body },
      // Safe to repeat: the service refuses a second account of the same name, which asks below.
      sendAgain: () => Promise.resolve(true),
    })
    const merchant = await resultOf<MerchantAccount>(writing, async (error) => {
      if (statusOf(error) !== 409) return tell({ key: 'boarding:merchantFailed' }, error)
      await ask(
        { key: 'boarding:merchantExists', parameters: { account: username } },
        { key: 'boarding:merchantExistsHelp' },
      )
      if (!gateway.isDryRun) operations.record(name, { body }, {})
      return {}
    })
    return merchant.id ?? null
  }

  async function lookUpUser(username: string): Promise<Id | null> {
    const users = await call(findUsers, { query: { username, exact: 'true' } })
    const name = username.toLowerCase()
    return users.find((each) => each.username.toLowerCase() === name)?.id ?? null
  }

  async function findAccount(username: string, merchantId: Id | null): Promise<Account> {
    let found: Id | null
    try {
      found = await lookUpUser(username)
    } catch (error) {
      const parameters = { provider: configuration.provider.name }
      return tell({ key: 'boarding:noRights', parameters }, error)
    }
    if (found !== null) return { userId: found, isKnown: true }
    const parameters = { identityProvider: configuration.identity.providerName }
    const message: Message = { key: 'boarding:userNotFound', parameters }
    if (merchantId !== null || gateway.isDryRun) {
      await ask(message, { key: 'boarding:userNotFoundHelp' })
      return { userId: merchantId, isKnown: false }
    }
    // An account that was said to be there, and is not: nobody would belong to the customer.
    const detail = {
      key: 'boarding:userNotFoundNoAccountHelp',
      parameters: { account: username },
    } as const
    if (!(await dialogs.confirm({ isRisky: true, message, detail }))) {
      operations.forget(boardingOperation('merchant'))
      throw new Declined()
    }
    return { userId: null, isKnown: false }
  }

  /** Whom to register for; decided once, since the registration may have been sent with it. */
  async function account(boarding: Boarding): Promise<Account> {
    if (boarding.isPolaris) return { userId: user, isKnown: true }
    const { fullName, username } = boarding.merchant
    const merchantId = await take('merchant', () => makeMerchant(fullName, username ?? ''))
    return take('user', async () => {
      const isSent = memory.lastBody('registration') !== null
      const decided = isSent ? memory.account.read() : null
      const found = decided ?? (await findAccount(username ?? '', merchantId))
      if (!gateway.isDryRun) memory.account.write(found)
      return found
    })
  }

  /** What an attempt left. Where a service tells too little of it, the user knows whose it is. */
  async function findLostRegistration(
    body: ReturnType<typeof registrationRequest>,
  ): Promise<Registration | null> {
    for (const { registration, isCertain } of await findUnfinished(call, body)) {
      const id = String(registration.administration_id)
      const isMeant = async () =>
        dialogs.confirm({
          isRisky: true,
          message: { key: 'boarding:perhapsThisOne', parameters: { name: body.name, id } },
          detail: { key: 'boarding:perhapsThisOneHelp' },
        })
      if (isCertain || (await isMeant())) return registration
    }
    return null
  }

  function register(boarding: Boarding, userId: Id | null): Promise<Registration> {
    const body = registrationRequest({ ...boarding, userId })
    const writing = runOnce({
      name: boardingOperation('registration'),
      endpoint: createRegistration,
      request: { body },
      lookUp: () => findLostRegistration(body),
      sendAgain: () =>
        sendAgain({
          key: 'boarding:perhapsRegistered',
          parameters: { name: `${body.name} (${body.country_code})` },
        }),
    })
    return resultOf(writing, (error) => tell({ key: 'boarding:registrationFailed' }, error))
  }

  async function makeLocation(administration: Id, name: string): Promise<Id> {
    const writing = runOnce({
      name: boardingOperation('location'),
      endpoint: createLocation,
      request: { headers: { administration }, body: { name } },
      lookUp: () => findLostLocation(call, administration, name),
      sendAgain: () =>
        sendAgain({
          key: 'boarding:perhapsLocated',
          parameters: { name, administration: String(administration) },
        }),
    })
    return (await resultOf(writing, tellCoupling)).id
  }

  async function makeKey(administration: Id, location: Id): Promise<Id> {
    const writing = makeKeyOnce({
      portal,
      gateway,
      place: { administration, location },
      name: boardingOperation('key'),
      texts: {
        question: 'boarding:perhapsDone',
        questionHelp: 'boarding:perhapsKeyMade',
        again: 'boarding:keyAgain',
        againHelp: 'boarding:keyAgainHelp',
      },
    })
    return resultOf(writing, tellCoupling)
  }

  /** Gives an account that appeared meanwhile access; a failure is shown and not fatal. */
  async function giveAccess(administration: Id, username: string): Promise<void> {
    mark('access', 'busy')
    try {
      const found = await lookUpUser(username)
      if (found !== null) {
        await runOnce({
          name: boardingOperation('access'),
          endpoint: addUserToAdministration,
          request: { path: { id: administration }, body: { user_id: found } },
          // Adding somebody who was added changes nothing.
          sendAgain: () => Promise.resolve(true),
        })
      }
      mark('access', found === null ? undefined : 'done')
    } catch (error) {
      const isOver = error instanceof SessionOver
      mark('access', isOver ? undefined : 'failed')
      if (isOver) throw error
      await tellFailure(portal, { key: 'boarding:accessFailed' }, error)
    }
  }

  async function steps(boarding: Boarding): Promise<Couplable> {
    const { userId, isKnown } = await account(boarding)
    const { administration_id: administration } = await take('registration', () =>
      register(boarding, userId),
    )
    const locationName = boarding.values.serial_info.location.name.trim()
    const location = await take('location', () => makeLocation(administration, locationName))
    const key = await take('key', () => makeKey(administration, location))
    if (!isKnown) await giveAccess(administration, boarding.merchant.username ?? '')
    return { key, administration, location }
  }

  return {
    run: async (boarding) => {
      $progress.set({})
      try {
        return await steps(boarding)
      } catch (error) {
        if (error instanceof Stopped) return null
        throw error
      }
    },
  }
}
