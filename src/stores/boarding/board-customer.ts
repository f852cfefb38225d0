import * as z from 'zod/mini'
import type { Id } from '../../lib/api/endpoint.ts'
import { Braked, SessionOver, statusOf } from '../../lib/api/errors.ts'
import { createMerchant } from '../../lib/api/registrations.ts'
import { addUserToAdministration } from '../../lib/api/places.ts'
import { findUsers } from '../../lib/api/users.ts'
import { merchantRequest, registrationRequest } from '../../lib/domain/boarding.ts'
import {
  activationAddress,
  polarisAddress,
  variantOf,
  wizardOf,
} from '../../lib/domain/coupling.ts'
import type { BoardingValues } from '../../lib/domain/customer.ts'
import type { PlaceIds } from '../../lib/domain/place.ts'
import { readReseller } from '../../lib/domain/query.ts'
import type { Message } from '../../lib/i18n/messages.ts'
import { finishedCustomerLife } from '../../lib/limits.ts'
import { rememberedInBrowser, sharedKey } from '../../lib/remembered.ts'
import { plainEmail } from '../../lib/validation/texts.ts'
import { keyWrite, isConnected } from '../coupling/place.ts'
import { noteMadeKey, noteWork } from '../coupling/remembered-places.ts'
import type { Ending } from '../coupling/ending.ts'
import { type Gateway, gatewayOf } from '../gateway/gateway.ts'
import type { Conversation } from '../shell/dialogs.ts'
import type { SignedIn } from '../shell/portal.ts'
import { tellFailure } from '../shell/screen-store.ts'
import { valuesAsSent } from './customer-lookup.ts'
import {
  existsAlready,
  findCandidates,
  locationWrite,
  registrationWrite,
  type Candidate,
} from './customer-writes.ts'
import {
  type Account,
  type BoardingMemory,
  createBoardingMemory,
  Declined,
  lastSubscription,
  type SagaStep,
  type StepProgress,
  Stopped,
} from './memory.ts'

interface Customer {
  portal: SignedIn
  /** Asks and tells the user what concerns this customer. */
  dialogs: Conversation
  /** Memory of the gateway's owner, so that a dry run leaves no trace. */
  memory: BoardingMemory
  /** What was filled in, complete. */
  values: BoardingValues
  ending: Ending
  /** Where all but its key is there, which no call can tell. */
  found?: PlaceIds | undefined
  /** Shows how a step goes; undefined: it is put off. */
  onStep: (step: SagaStep, progress?: StepProgress) => void
}

export interface Couplable extends PlaceIds {
  key: Id
}

const isOfPolaris = ({ portal }: Customer) => variantOf(portal.person) === 'polaris'

const registrationOf = ({ portal, values }: Customer, userId: Id | null) =>
  registrationRequest(values, userId, readReseller(portal.environment).name)

const locationNameOf = ({ values }: Customer) => values.serial_info.location.name.trim()

/** Boards the form's customer and leaves for the coupling (§4) or its link; throws as `boardOnce` does. */
export async function boardCustomer(given: Omit<Customer, 'memory'>): Promise<void> {
  const { portal, ending } = given
  const { configuration } = portal
  const gateway = gatewayOf(portal)
  const customer = { ...given, memory: createBoardingMemory(gateway.owner) }
  const { isNew, ...couplable } = await boardOnce(customer, gateway)
  const wizard = wizardOf(portal, couplable)
  // The wizard has the link to the coupling, and follows one that was given.
  const isForWizard =
    ending === 'handOver' || (!isNew && (await isConnected(gateway.call, couplable)))
  const coupling = isOfPolaris(customer)
    ? polarisAddress(configuration, couplable.key)
    : activationAddress(configuration, couplable.key, wizard)
  await gateway.leave(isForWizard ? wizard : coupling)
}

/** What can be coupled, and whether its key was asked for just now. */
interface Boarded extends Couplable {
  isNew: boolean
}

/**
 * Makes a customer and takes note of it. Throws `Declined` when the user would rather not, and `Stopped`
 * once the user was told why it ended.
 */
export async function boardOnce(given: Customer, gateway: Gateway): Promise<Boarded> {
  const { portal, dialogs, memory, ending } = given
  const { environment } = portal
  const { owner } = gateway
  const values = valuesAsSent(portal, given.values)
  const customer = { ...given, values }
  const { name, country_code: country } = registrationOf(customer, null)

  const digest = await digestOf(customer)
  const finished = rememberedInBrowser(owner.environment, 'boarded', digest, z.number())
  if (!(await environment.hold(digest))) {
    await dialogs.alert({ message: { key: 'boarding:otherTab' } })
    throw new Stopped()
  }
  if (!(await mayStartAnew()) || !(await isNewCustomer())) throw new Declined()
  const { isNew, ...couplable } = await makeCustomer(customer, gateway)
  // Tells the other tabs, and the next customer.
  finished.keep(environment.now())
  const last = await lastSubscription(owner)
  last.keep(String(values.subscription.selected?.id))
  await noteWork(owner, couplable)
  await noteMadeKey(owner, {
    ...couplable,
    // It may take a while until the services show it.
    place: {
      administration: { id: couplable.administration, name, country_code: country },
      location: { id: couplable.location, name: locationNameOf(customer) },
    },
    approvedBy: isOfPolaris(customer) ? 'polaris' : 'package',
    replacesAnother: false,
    ...(ending === 'handOver' && { isHandedOver: true }),
  })
  return { ...couplable, isNew }

  /** Whether nothing was or may have been made with other details, or the user agrees to leave that. */
  async function mayStartAnew(): Promise<boolean> {
    const account = memory.account.read()
    const userId = isOfPolaris(customer) ? portal.person.id : (account?.userId ?? null)
    const bodies = {
      merchant: merchantRequest(values),
      registration: registrationOf(customer, userId),
      location: { name: locationNameOf(customer) },
    }
    const changed = (['merchant', 'registration', 'location'] as const).find((write) => {
      const last = memory.lastBody(write)
      return last !== null && last !== JSON.stringify(bodies[write])
    })
    if (changed === undefined) return true
    const key = memory.isDone(changed) ? 'boarding:changed' : 'boarding:perhapsChanged'
    const detail = { key: 'boarding:changedHelp' } as const
    const agreed = await dialogs.confirm({ isRisky: true, message: { key }, detail })
    if (agreed) memory.forgetFrom(changed)
    return agreed
  }

  /**
   * Asks about the same customer made by another tab, in another browser or before a sign-out, unless boarding
   * can go on with it. The registration looks once more right before it is sent.
   */
  async function isNewCustomer(): Promise<boolean> {
    // This tab goes on with its own customer, also with another key.
    if (memory.isDone('location')) return true
    const known = memory.others.read() ?? []
    const found = (await candidates()).filter((each) => !known.includes(each.administration_id))
    const others = found.filter(({ standing }) => standing === 'other')
    const [other] = others.length < found.length ? [] : others
    const isRecent = environment.now() - (finished.read() ?? 0) < finishedCustomerLife
    if (!isRecent && !other) return true
    const { message, detail } = isRecent || !other ? boardedBefore : existsAlready(other, name)
    const agreed = await dialogs.confirm({ isRisky: true, message, detail })
    if (agreed) memory.others.keep([...known, ...others.map((each) => each.administration_id)])
    return agreed
  }

  /** None once the registration was or may have been sent: it is looked up before it is sent again. */
  async function candidates(): Promise<Candidate[]> {
    if (memory.lastBody('registration') !== null) return []
    try {
      return await findCandidates(gateway.call, values)
    } catch (error) {
      await tellFailure({ dialogs, environment }, { key: 'boarding:lookFailed' }, error)
      throw new Stopped(undefined, { cause: error })
    }
  }
}

const boardedBefore = {
  message: { key: 'boarding:boardedBefore' },
  detail: { key: 'boarding:boardedBeforeHelp' },
} as const

/** Tells a customer from another without saying who it is: tabs share it. */
function digestOf(customer: Customer): Promise<string> {
  const { emails, ...company } = registrationOf(customer, null)
  const text = JSON.stringify([customer.portal.person.id, emails, company]).toLowerCase()
  return sharedKey('boarded', text)
}

/** The boarding submit (§4): account, administration, location and key, each once, from where it ended. */
async function makeCustomer(
  customer: Customer,
  { call, write, written }: Gateway,
): Promise<Boarded> {
  const { portal, dialogs, memory, values, onStep, found } = customer
  const { environment, configuration, person } = portal
  const username = plainEmail(values.merchant_info.username)
  const provider = { provider: configuration.provider.name }
  const couplingFailed: Message = { key: 'failure:creatingLocation', parameters: provider }
  /** True if the location exists and this tab did not make it, so that it may have a key as well. */
  let isFound = found !== undefined

  // Who was given access to what is there already is not told: nobody else is.
  const { userId, isKnown }: Account = found ? { userId: null, isKnown: true } : await account()
  const place = found ?? (await makePlace(userId))
  const ofPlace = keyWrite(configuration, place)
  const isNew = written.lastBody(ofPlace.name) === null
  const { id: key } = await take('key', couplingFailed, () =>
    write({ ...ofPlace, mayExist: isFound }),
  )
  if (!isKnown) await giveAccess(place.administration)
  return { key, isNew, ...place }

  /** Takes a step, and shows how it goes: a failure is told, and null is a user who would rather not. */
  async function take<Result>(
    step: SagaStep,
    whenFailed: Message,
    work: () => Promise<Result | null>,
  ): Promise<Result> {
    onStep(step, 'busy')
    try {
      const result = await work()
      if (result === null) throw new Declined()
      onStep(step, 'done')
      return result
    } catch (error) {
      // After signing in again the steps go on from here.
      const isPutOff = [Declined, SessionOver, Braked].some((kind) => error instanceof kind)
      if (!isPutOff) await tellFailure({ dialogs, environment }, whenFailed, error)
      onStep(step, isPutOff ? undefined : 'failed')
      throw isPutOff ? error : new Stopped(undefined, { cause: error })
    }
  }

  /** Whom to register for; decided once, since the registration may have been sent with it. */
  async function account(): Promise<Account> {
    if (isOfPolaris(customer)) return { userId: person.id, isKnown: true }
    // Of an account that was made, or is there, a service need not tell the id.
    const { id = null } = await take('merchant', { key: 'boarding:merchantFailed' }, makeMerchant)
    const noRights: Message = { key: 'boarding:noRights', parameters: provider }
    const decided = memory.lastBody('registration') === null ? null : memory.account.read()
    const taken = await take('user', noRights, async () => decided ?? (await findAccount(id)))
    memory.account.write(taken)
    return taken
  }

  /** The account. It can be sent again: the service refuses a second of its name. */
  async function makeMerchant(): Promise<{ id?: Id | null | undefined } | null> {
    const name = memory.nameOf('merchant')
    const request = { body: merchantRequest(values) }
    try {
      return await write({ name, endpoint: createMerchant, request })
    } catch (error) {
      if (statusOf(error) !== 409) throw error
      const isAgreed = await dialogs.confirm({
        message: { key: 'boarding:merchantExists', parameters: { account: username } },
        detail: { key: 'boarding:merchantExistsHelp' },
      })
      if (!isAgreed) return null
      written.record(name, request, {})
      return {}
    }
  }

  async function lookUpUser(): Promise<Id | null> {
    const users = await call(findUsers, { query: { username, exact: 'true' } })
    const name = username.toLowerCase()
    return users.find((each) => each.username.toLowerCase() === name)?.id ?? null
  }

  async function findAccount(merchantId: Id | null): Promise<Account | null> {
    const found = await lookUpUser()
    if (found !== null) return { userId: found, isKnown: true }
    const parameters = { identityProvider: configuration.identity.providerName }
    // An account that was said to be there, and is not: nobody would belong to the customer.
    const isNowhere = merchantId === null
    const isAgreed = await dialogs.confirm({
      isRisky: isNowhere,
      message: { key: 'boarding:userNotFound', parameters },
      detail: isNowhere
        ? { key: 'boarding:userNotFoundNoAccountHelp', parameters: { account: username } }
        : { key: 'boarding:userNotFoundHelp' },
    })
    if (isAgreed) return { userId: merchantId, isKnown: false }
    if (isNowhere) written.forget(memory.nameOf('merchant'))
    return null
  }

  async function makePlace(userId: Id | null): Promise<PlaceIds> {
    const others = memory.others.read() ?? []
    const { administration_id: administration } = await take(
      'registration',
      { key: 'boarding:registrationFailed' },
      () =>
        write({
          ...registrationWrite(values, registrationOf(customer, userId), others),
          name: memory.nameOf('registration'),
        }),
    )
    const location = locationWrite(administration, locationNameOf(customer))
    const isOwn = memory.lastBody('location') !== null
    let isListed: boolean | undefined
    const { id } = await take('location', couplingFailed, () =>
      write({
        ...location,
        name: memory.nameOf('location'),
        // Another browser may be boarding the same customer, and have come further.
        mayExist: true,
        find: async (look) => {
          const found = await location.find(look)
          isListed ??= found.length > 0
          return found
        },
      }),
    )
    isFound = isListed === true && !isOwn
    return { administration, location: id }
  }

  /** Gives an account that appeared meanwhile access; a failure is told and not fatal. */
  async function giveAccess(administration: Id): Promise<void> {
    const path = { id: administration }
    await take('access', { key: 'boarding:accessFailed' }, async () => {
      const found = await lookUpUser()
      if (found === null) return null
      // Adding somebody who was added changes nothing.
      const request = { path, body: { user_id: found } }
      await write({ name: memory.nameOf('access'), endpoint: addUserToAdministration, request })
      return found
    }).catch((error: unknown) => {
      if (!(error instanceof Stopped)) throw error
    })
  }
}
