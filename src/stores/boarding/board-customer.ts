import * as z from 'zod/mini'
import type { Id } from '../../lib/api/endpoint.ts'
import { DryRunStartedError, SessionEndedError, getHttpStatus } from '../../lib/api/errors.ts'
import { createMerchant } from '../../lib/api/registrations.ts'
import { addUserToAdministration } from '../../lib/api/places.ts'
import { findUsers } from '../../lib/api/users.ts'
import { createMerchantBody, createRegistrationBody } from '../../lib/domain/boarding.ts'
import {
  getActivationUrl,
  getPolarisUrl,
  getWizardVariant,
  getWizardUrl,
} from '../../lib/domain/coupling.ts'
import type { BoardingValues } from '../../lib/domain/customer.ts'
import type { PlaceIds } from '../../lib/domain/place.ts'
import { readReseller } from '../../lib/domain/query.ts'
import type { MessageKey } from '../../lib/i18n/messages.ts'
import { finishedCustomerLifetime } from '../../lib/limits.ts'
import { accessBrowserValue, createStorageKey } from '../../lib/remembered.ts'
import { extractEmail } from '../../lib/domain/text.ts'
import { isPlaceConnected, describeKeyWrite } from '../coupling/calls.ts'
import { rememberPendingKey, type PendingKey } from '../coupling/remembered-places.ts'
import type { ApprovalRoute } from '../coupling/approval-route.ts'
import { type ApiGateway, getGateway } from '../gateway/gateway.ts'
import type { DialogFunctions } from '../shell/dialogs.ts'
import type { SignedIn } from '../shell/portal.ts'
import { notifyFailure } from '../shell/screen-store.ts'
import { getValuesToSend } from './customer-lookup.ts'
import {
  createExistsQuestion,
  findExistingCustomers,
  describeLocationWrite,
  describeRegistrationWrite,
  type ExistingCustomer,
} from './customer-writes.ts'
import {
  type MerchantAccount,
  type BoardingStorage,
  createBoardingStorage,
  DeclinedError,
  openSubscriptionRecord,
  type CreationStep,
  type StepProgress,
  BoardingStoppedError,
} from './memory.ts'

interface Customer {
  portal: SignedIn
  dialogs: DialogFunctions
  /** Stored progress of creating the customer, separate in a dry run. */
  memory: BoardingStorage
  values: BoardingValues
  approvalRoute: ApprovalRoute
  found?: PlaceIds | undefined
  onStep: (step: CreationStep, progress?: StepProgress) => void
}

export interface PlaceWithKey extends PlaceIds {
  key: Id
  /** Page where a key from another flow is approved. */
  approvedBy?: PendingKey['approvedBy']
}

interface Boarded extends PlaceWithKey {
  isNew: boolean
}

const isOfPolaris = ({ portal }: Customer) => getWizardVariant(portal.person) === 'polaris'

const registrationOf = ({ portal, values }: Customer, userId: Id | null) =>
  createRegistrationBody(values, userId, readReseller(portal.environment).name)

const locationNameOf = ({ values }: Customer) => values.serial_info.location.name.trim()

/** Creates the customer, then continues to the approval (§4). */
export async function boardCustomer(form: Omit<Customer, 'memory'>): Promise<void> {
  const { portal, approvalRoute } = form
  const { configuration } = portal
  const gateway = getGateway(portal)
  const customer = { ...form, memory: createBoardingStorage(gateway.owner) }
  const { isNew, ...couplable } = await boardCustomerOnce(customer, gateway)
  const wizard = getWizardUrl(portal, couplable)
  // A coupled location needs no approval, so the wizard opens directly.
  const isForWizard =
    approvalRoute === 'handOver' || (!isNew && (await isPlaceConnected(gateway.call, couplable)))
  const coupling = isOfPolaris(customer)
    ? getPolarisUrl(configuration, couplable.key)
    : getActivationUrl(configuration, couplable.key, wizard)
  await gateway.leave(isForWizard ? wizard : coupling)
}

/** Creates a customer, or throws if the user declines. */
export async function boardCustomerOnce(typed: Customer, gateway: ApiGateway): Promise<Boarded> {
  const { portal, dialogs, memory, approvalRoute } = typed
  const { environment } = portal
  const { owner } = gateway
  const values = getValuesToSend(portal, typed.values)
  const customer = { ...typed, values }
  const registration = registrationOf(customer, null)
  const { name, country_code: country } = registration

  // Tabs share the lock and the submit time of a customer.
  const text = JSON.stringify([portal.person.id, registration]).toLowerCase()
  const digest = await createStorageKey('boarded', text)
  const finished = accessBrowserValue(owner.environment, 'boarded', digest, z.number())
  if (!(await environment.hold(digest))) {
    await dialogs.alert({ message: { key: 'boarding:otherTab' } })
    throw new BoardingStoppedError()
  }
  await confirmChanges()
  const excluded = await confirmExisting()
  const { isNew, ...couplable } = await createCustomer(customer, gateway, excluded)
  finished.keep(environment.now())
  const last = await openSubscriptionRecord(owner)
  last.keep(String(values.subscription.selected?.id))
  await rememberPendingKey(owner, {
    ...couplable,
    place: {
      administration: { id: couplable.administration, name, country_code: country },
      location: { id: couplable.location, name: locationNameOf(customer) },
    },
    approvedBy: isOfPolaris(customer) ? 'polaris' : 'package',
    replacesAnother: false,
    ...(approvalRoute === 'handOver' && { isHandedOver: true }),
  })
  return { ...couplable, isNew }

  /** Asks for confirmation if the input differs from the customer already sent. */
  async function confirmChanges(): Promise<void> {
    const userId = isOfPolaris(customer) ? portal.person.id : memory.account.read()?.userId
    const bodies = {
      merchant: createMerchantBody(values),
      registration: registrationOf(customer, userId ?? null),
      location: { name: locationNameOf(customer) },
    }
    const changed = (['merchant', 'registration', 'location'] as const).find((write) => {
      const last = memory.lastBody(write)
      return last && JSON.stringify(last) !== JSON.stringify(bodies[write])
    })
    if (changed === undefined) return
    const key = memory.isDone(changed) ? 'boarding:changed' : 'boarding:perhapsChanged'
    const detail = { key: 'boarding:changedHelp' } as const
    if (!(await dialogs.confirm({ isRisky: true, message: { key }, detail })))
      throw new DeclinedError()
    memory.forgetFrom(changed)
  }

  /** Returns the id of a different customer with the same name. */
  async function confirmExisting(): Promise<Id | undefined> {
    // A customer created in this browser tab needs no question.
    if (memory.isDone('location') || typed.found) return undefined
    const found = await lookUpCandidates()
    const other = found.every(({ standing }) => standing === 'other') ? found[0] : undefined
    const isRecent = environment.now() - (finished.read() ?? 0) < finishedCustomerLifetime
    if (!isRecent && !other) return undefined
    const { message, detail } =
      isRecent || !other ? boardedBefore : createExistsQuestion(other, name)
    if (!(await dialogs.confirm({ isRisky: true, message, detail }))) throw new DeclinedError()
    return other?.administration_id
  }

  async function lookUpCandidates(): Promise<ExistingCustomer[]> {
    // A repeated registration request looks up the existing customer itself.
    if (memory.lastBody('registration') !== null) return []
    try {
      return await findExistingCustomers(gateway.call, values)
    } catch (error) {
      await notifyFailure({ dialogs, environment }, { key: 'boarding:lookFailed' }, error)
      throw new BoardingStoppedError(undefined, { cause: error })
    }
  }
}

const boardedBefore = {
  message: { key: 'boarding:boardedBefore' },
  detail: { key: 'boarding:boardedBeforeHelp' },
} as const

const failureKeys: Readonly<Record<CreationStep, MessageKey>> = {
  merchant: 'boarding:merchantFailed',
  user: 'boarding:noRights',
  registration: 'boarding:registrationFailed',
  location: 'failure:creatingLocation',
  key: 'failure:creatingLocation',
  access: 'boarding:accessFailed',
}

/** Creates account, administration, location and key exactly once (§4), across retries. */
async function createCustomer(
  customer: Customer,
  { call, write, written, isDryRun }: ApiGateway,
  excluded: Id | undefined,
): Promise<Boarded> {
  const { portal, dialogs, memory, values, onStep, found } = customer
  const { environment, configuration, person } = portal
  const username = extractEmail(values.merchant_info.username)
  const accountCreated = {
    key: 'boarding:accountCreated',
    parameters: { account: username },
  } as const
  /** True if another browser may have created a key. */
  let mayHaveKey = found !== undefined

  const { userId, isKnown }: MerchantAccount = found
    ? { userId: null, isKnown: true }
    : await findAccount()
  const place = found ?? (await createPlace(userId))
  const ofPlace = describeKeyWrite(configuration, place)
  const isNew = written.lastBody(ofPlace.name) === null
  const { id: key } = await take('key', () => write({ ...ofPlace, mayExist: mayHaveKey }))
  if (!isKnown) await giveAccess(place.administration)
  return { key, isNew, ...place }

  /** Runs a step and shows its progress. */
  async function take<Result>(
    step: CreationStep,
    work: () => Promise<Result | null>,
  ): Promise<Result> {
    onStep(step, 'busy')
    try {
      const result = await work()
      if (result === null) throw new DeclinedError()
      onStep(step, isDryRun ? undefined : 'done')
      return result
    } catch (error) {
      const isPutOff = [DeclinedError, SessionEndedError, DryRunStartedError].some(
        (kind) => error instanceof kind,
      )
      const parameters = { provider: configuration.provider.name }
      const message = { key: failureKeys[step], parameters }
      const about = step === 'user' && memory.isDone('merchant') ? [accountCreated] : []
      if (!isPutOff) await notifyFailure({ dialogs, environment }, message, error, about)
      onStep(step, isPutOff ? undefined : 'failed')
      throw isPutOff ? error : new BoardingStoppedError(undefined, { cause: error })
    }
  }

  /** Finds the account and stores it for retries. */
  async function findAccount(): Promise<MerchantAccount> {
    if (isOfPolaris(customer)) return { userId: person.id, isKnown: true }
    const { id = null } = await take('merchant', createAccount)
    const last = memory.lastBody('registration') === null ? null : memory.account.read()
    const account = await take('user', async () => last ?? (await confirmAccount(id)))
    memory.account.write(account)
    return account
  }

  async function createAccount(): Promise<{ id?: Id | null | undefined } | null> {
    const name = memory.nameOf('merchant')
    const request = { body: createMerchantBody(values) }
    try {
      return await write({ name, endpoint: createMerchant, request })
    } catch (error) {
      if (getHttpStatus(error) !== 409) throw error
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

  async function confirmAccount(merchantId: Id | null): Promise<MerchantAccount | null> {
    const user = await lookUpUser()
    if (user !== null) return { userId: user, isKnown: true }
    const isNowhere = merchantId === null
    const isAgreed = await dialogs.confirm({
      isRisky: isNowhere,
      message: {
        key: 'boarding:userNotFound',
        parameters: { identityProvider: configuration.identity.providerName },
      },
      detail: isNowhere
        ? { key: 'boarding:userNotFoundNoAccountHelp', parameters: { account: username } }
        : { key: 'boarding:userNotFoundHelp' },
    })
    if (isAgreed) return { userId: merchantId, isKnown: false }
    if (isNowhere) written.forget(memory.nameOf('merchant'))
    return null
  }

  async function createPlace(userId: Id | null): Promise<PlaceIds> {
    const registration = {
      ...describeRegistrationWrite(values, registrationOf(customer, userId), excluded),
      name: memory.nameOf('registration'),
    }
    const registered = await take('registration', () => write(registration))
    const { administration_id: administration } = registered
    const location = describeLocationWrite(administration, locationNameOf(customer))
    const isOwn = memory.lastBody('location') !== null
    let isListed: boolean | undefined
    const { id } = await take('location', () =>
      write({
        ...location,
        name: memory.nameOf('location'),
        // The location may exist, because another browser can create it.
        mayExist: true,
        findExisting: async (look) => {
          const locations = await location.findExisting(look)
          isListed ??= locations.length > 0
          return locations
        },
      }),
    )
    mayHaveKey = isListed === true && !isOwn
    return { administration, location: id }
  }

  /** Gives a merchant's new account access to the administration, and tolerates a failure. */
  async function giveAccess(administration: Id): Promise<void> {
    await take('access', async () => {
      const user = await lookUpUser()
      if (user === null) return null
      const request = { path: { id: administration }, body: { user_id: user } }
      await write({ name: memory.nameOf('access'), endpoint: addUserToAdministration, request })
      return user
    }).catch((error: unknown) => {
      if (!(error instanceof BoardingStoppedError)) throw error
    })
  }
}
