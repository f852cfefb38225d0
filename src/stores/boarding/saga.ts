import type { WritableAtom } from 'nanostores'
import type { Id } from '../../lib/api/endpoint.ts'
import { SessionOver, statusOf } from '../../lib/api/errors.ts'
import type { Subscription } from '../../lib/api/registrations.ts'
import { findUsers } from '../../lib/api/users.ts'
import type { BoardingValues } from '../../lib/domain/boarding-values.ts'
import { merchantRequest, registrationRequest, type Merchant } from '../../lib/domain/boarding.ts'
import type { PlaceIds } from '../../lib/domain/place.ts'
import type { Message } from '../../lib/i18n/messages.ts'
import type { Account, BoardingMemory } from './memory.ts'
import type { SagaStep, StepProgress, SagaProgress } from './progress.ts'
import {
  accessWrite,
  boardingKeyWrite,
  locationWrite,
  merchantWrite,
  registrationWrite,
} from './customer-writes.ts'
import { boardingName } from '../coupling/write-names.ts'
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
export class Stopped extends Error {
  override readonly name: string = 'Stopped'
}

/** The user would rather not. */
class Declined extends Stopped {
  override readonly name = 'Declined'
}

interface Options {
  portal: Portal
  gateway: Gateway
  memory: BoardingMemory
  /** Id of the signed-in user. */
  user: string
  boarding: Boarding
  $progress: WritableAtom<SagaProgress>
}

/**
 * The boarding submit (§4): one saga that goes on where it ended, also after a reload. Makes the
 * account, the administration, the location and the key, each of them once, and gives what can then
 * be coupled.
 *
 * @throws {Stopped}
 */
export async function makeCustomer(options: Options): Promise<Couplable> {
  const { portal, gateway, memory, user, boarding, $progress } = options
  const { configuration, dialogs } = portal
  const { call, write, written, note } = gateway
  const { fullName, username: filledIn } = boarding.merchant
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

  async function makeMerchant(): Promise<Id | null> {
    const merchant = merchantWrite(merchantRequest({ fullName, username }))
    // Of an account that was made, or is there, a service need not tell the id.
    const writing = write(merchant).catch(async (error: unknown) => {
      if (statusOf(error) !== 409) throw error
      await ask(
        { key: 'boarding:merchantExists', parameters: { account: username } },
        { key: 'boarding:merchantExistsHelp' },
      )
      written.record(merchant.name, merchant.request, {})
      return { id: null }
    })
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
    if (boarding.isPolaris) return { userId: user, isKnown: true }
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
      if (found !== null) await write(accessWrite(administration, found))
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
  const registration = registrationWrite(registrationRequest({ ...boarding, userId }))
  const { administration_id: administration } = await take('registration', () =>
    answerTo(write(registration), { key: 'boarding:registrationFailed' }),
  )
  const name = boarding.values.serial_info.location.name.trim()
  const { id: location } = await take('location', () =>
    answerTo(write(locationWrite(administration, name)), couplingFailed),
  )
  const { id: key } = await take('key', () =>
    answerTo(write(boardingKeyWrite(configuration, { administration, location })), couplingFailed),
  )
  if (!isKnown) await giveAccess(administration)
  return { key, administration, location }
}
