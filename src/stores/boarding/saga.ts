import type { WritableAtom } from 'nanostores'
import type { Id } from '../../lib/api/endpoint.ts'
import { SessionOver, statusOf } from '../../lib/api/errors.ts'
import type { Registration, Subscription } from '../../lib/api/registrations.ts'
import { findUsers } from '../../lib/api/users.ts'
import type { BoardingValues } from '../../lib/domain/boarding-values.ts'
import { merchantRequest, registrationRequest, type Merchant } from '../../lib/domain/boarding.ts'
import type { PlaceIds } from '../../lib/domain/place.ts'
import type { Message } from '../../lib/i18n/messages.ts'
import type { Account, BoardingMemory } from './memory.ts'
import type { SagaStep, StepProgress, SagaProgress } from './progress.ts'
import { accessWrite, locationWrite, merchantWrite, registrationWrite } from './customer-writes.ts'
import { boardingName } from '../coupling/write-names.ts'
import { keyWrite } from '../coupling/key-write.ts'
import type { Gateway } from '../gateway/gateway.ts'
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
  const { call, write, written, note } = gateway

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
    const { name, endpoint, request } = merchantWrite(merchantRequest({ fullName, username }))
    const writing = write({ name, endpoint, request })
    // Of an account that was made, or is there, a service need not tell the id.
    const merchant = await resultOf<{ id?: Id | null | undefined }>(writing, async (error) => {
      if (statusOf(error) !== 409) return tell({ key: 'boarding:merchantFailed' }, error)
      await ask(
        { key: 'boarding:merchantExists', parameters: { account: username } },
        { key: 'boarding:merchantExistsHelp' },
      )
      written.record(name, request, {})
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
  async function account(boarding: Boarding): Promise<Account> {
    if (boarding.isPolaris) return { userId: user, isKnown: true }
    const { fullName, username } = boarding.merchant
    const merchantId = await take('merchant', () => makeMerchant(fullName, username ?? ''))
    return take('user', async () => {
      const isSent = memory.lastBody('registration') !== null
      const decided = isSent ? memory.account.read() : null
      const found = decided ?? (await findAccount(username ?? '', merchantId))
      await note(() => memory.account.write(found))
      return found
    })
  }

  function register(boarding: Boarding, userId: Id | null): Promise<Registration> {
    const writing = write(registrationWrite(registrationRequest({ ...boarding, userId })))
    return resultOf(writing, (error) => tell({ key: 'boarding:registrationFailed' }, error))
  }

  async function makeLocation(administration: Id, name: string): Promise<Id> {
    return (await resultOf(write(locationWrite(administration, name)), tellCoupling)).id
  }

  async function makeKey(administration: Id, location: Id): Promise<Id> {
    const key = keyWrite({
      configuration,
      place: { administration, location },
      name: boardingName('key'),
      texts: {
        question: 'boarding:perhapsDone',
        questionHelp: 'boarding:perhapsKeyMade',
        again: 'boarding:keyAgain',
        againHelp: 'boarding:keyAgainHelp',
      },
    })
    return (await resultOf(write(key), tellCoupling)).id
  }

  /** Gives an account that appeared meanwhile access; a failure is shown and not fatal. */
  async function giveAccess(administration: Id, username: string): Promise<void> {
    mark('access', 'busy')
    try {
      const found = await lookUpUser(username)
      if (found !== null) await write(accessWrite(administration, found))
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
