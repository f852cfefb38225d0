import type { WritableAtom } from 'nanostores'
import type { Id } from '../../lib/api/endpoint.ts'
import { Braked, SessionOver, statusOf } from '../../lib/api/errors.ts'
import { createMerchant, type Subscription } from '../../lib/api/registrations.ts'
import { addUserToAdministration } from '../../lib/api/serials.ts'
import { findUsers } from '../../lib/api/users.ts'
import type { BoardingValues } from '../../lib/domain/customer.ts'
import { merchantRequest, registrationRequest, type Merchant } from '../../lib/domain/boarding.ts'
import type { PlaceIds } from '../../lib/domain/place.ts'
import { plainEmail } from '../../lib/validation/texts.ts'
import type { Message } from '../../lib/i18n/messages.ts'
import { keyWrite } from '../coupling/writes.ts'
import type { Gateway } from '../gateway/gateway.ts'
import { brakeOf, type Writer } from '../gateway/write.ts'
import type { Portal } from '../shell/portal.ts'
import { tellFailure } from '../shell/tell-failure.ts'
import { locationWrite, registrationWrite } from './customer-writes.ts'
import type { Account, BoardingMemory, SagaProgress, StepProgress } from './memory.ts'
import { Declined, Stopped, type SagaStep } from './saga.ts'

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
