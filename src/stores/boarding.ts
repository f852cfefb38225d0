import { atom, type ReadableAtom } from 'nanostores'
import { listSubscriptions, type Subscription } from '../lib/api/registrations.ts'
import {
  merchantRequest,
  registrationRequest,
  type BoardingValues,
  type Merchant,
} from '../lib/domain/boarding.ts'
import { activationAddress, polarisAddress, wizardAddress } from '../lib/domain/coupling.ts'
import type { QueryValue } from '../lib/domain/query.ts'
import { failureMessage } from '../lib/failure.ts'
import type { Message } from '../lib/i18n/messages.ts'
import { boardedMarkLife } from '../lib/limits.ts'
import type { Person } from '../lib/identity/person.ts'
import {
  boardingAccount,
  boardingDraft,
  boardingOperation,
  forgetBoardingFrom,
  type BoardingWrite,
} from './boarding-memory.ts'
import { createSaga, type Boarding, type Couplable, type Taken } from './boarding-saga.ts'
import { isConnected } from './is-connected.ts'
import { markPrefix } from './memory-prefix.ts'
import { bodySent } from './operations.ts'
import { createOutside, type Outside } from './outside.ts'
import type { Portal } from './portal.ts'
import { readReseller } from './reseller.ts'

export type Subscriptions =
  | { status: 'loading' }
  | { status: 'loaded'; value: readonly Subscription[] }
  | { status: 'failed'; detail: Message }

export interface BoardingScreen {
  /** Whether the merchant step is skipped: the user's version attribute equals polaris (§2, §6). */
  isPolaris: boolean
  reseller: QueryValue
  /** Whether this tab has a customer who only awaits the coupling. */
  isMade: boolean
  /** Forgets that customer, who stays as made. Returns what the form starts with. */
  startAnew: () => BoardingValues
  /** What the form starts with: what was filled in before, or the defaults. */
  initial: BoardingValues
  $subscriptions: ReadableAtom<Subscriptions>
  $isBusy: ReadableAtom<boolean>
  $progress: ReadableAtom<Taken>
  loadSubscriptions: () => Promise<void>
  keep: (values: BoardingValues) => void
  /** Boards the customer and leaves for the coupling (§4). The values are complete and valid. */
  submit: (values: BoardingValues) => Promise<void>
}

const defaultCountry = 'NL'

const empty: BoardingValues = {
  merchant_info: { full_name: '', username: '' },
  serial_info: {
    serial: { name: '', coc: '', country_code: defaultCountry, website_url: '' },
    location: { name: '' },
  },
  subscription: { selected: null },
}

/** The boarding screen (§2): a new customer, from name to coupling. */
export function createBoarding(portal: Portal, person: Person): BoardingScreen {
  const { environment, configuration, dialogs, locale } = portal
  const user = person.id
  const isPolaris = person.version === 'polaris'
  const outside = createOutside(portal, user)
  const draft = boardingDraft(environment, user)
  const reseller = readReseller(environment)

  const $subscriptions = atom<Subscriptions>({ status: 'loading' })
  const $isBusy = atom(false)
  const $progress = atom<Taken>({})

  function boardingOf(values: BoardingValues, subscription: Subscription): Boarding {
    const { full_name: fullName, username } = values.merchant_info
    const merchant: Merchant = isPolaris
      ? { fullName: person.name, username: person.email }
      : { fullName, username: username.trim() }
    return {
      values,
      subscription,
      merchant,
      isPolaris,
      reseller: reseller.status === 'given' ? reseller.value : null,
    }
  }

  /** The first write that was, or may have been, made with other details than are filled in now. */
  function firstChanged(boarding: Boarding): BoardingWrite | undefined {
    const userId = isPolaris ? user : (boardingAccount(environment, user).read()?.userId ?? null)
    const username = boarding.merchant.username ?? ''
    const bodies = {
      merchant: merchantRequest({ ...boarding.merchant, username }),
      registration: registrationRequest({ ...boarding, userId }),
      location: { name: boarding.values.serial_info.location.name.trim() },
    }
    return (['merchant', 'registration', 'location'] as const).find((write) => {
      const sent = bodySent(environment, user, boardingOperation(write))
      return sent !== null && sent !== JSON.stringify(bodies[write])
    })
  }

  async function mayStartAnew(boarding: Boarding): Promise<boolean> {
    const changed = firstChanged(boarding)
    if (changed === undefined) return true
    const agreed = await dialogs.confirm({
      message: { key: 'boarding:changed' },
      detail: { key: 'boarding:changedHelp' },
    })
    if (agreed) forgetBoardingFrom(environment, user, changed)
    return agreed
  }

  /** The coupling, or, where that was given already, the wizard that follows it. */
  async function destination(world: Outside, couplable: Couplable, hadKey: boolean): Promise<URL> {
    const origin = configuration.publicUrl ?? environment.location().origin
    if (hadKey && (await isConnected(world.call, couplable))) {
      return wizardAddress(origin, locale, couplable, isPolaris ? '/polaris' : '/wizard')
    }
    if (isPolaris) return polarisAddress(configuration, couplable.key)
    const success = wizardAddress(origin, locale, couplable)
    return activationAddress(configuration, couplable.key, success)
  }

  /** The same customer, sent from another tab of this browser: now, or before this one. */
  async function isFirst(mark: string): Promise<boolean> {
    if (!(await environment.hold(mark))) {
      await dialogs.alert({ message: { key: 'boarding:otherTab' } })
      return false
    }
    const isFinishedHere = bodySent(environment, user, boardingOperation('key')) !== null
    const finishedAt = Number(environment.sharedStorage.getItem(mark) ?? Number.NaN)
    const isOld = !(environment.now() - finishedAt < boardedMarkLife)
    if (isFinishedHere || isOld) return true
    return dialogs.confirm({
      message: { key: 'boarding:boardedBefore' },
      detail: { key: 'boarding:boardedBeforeHelp' },
    })
  }

  async function board(boarding: Boarding): Promise<void> {
    const world = outside.now()
    const mark = await customerMark(user, boarding)
    if (world.isReal && !((await isFirst(mark)) && (await mayStartAnew(boarding)))) return
    const hadKey = bodySent(environment, user, boardingOperation('key')) !== null
    const couplable = await createSaga(portal, world, user, $progress).run(boarding)
    if (couplable === null) return
    if (world.isReal) environment.sharedStorage.setItem(mark, String(environment.now()))
    await world.leave(await destination(world, couplable, hadKey))
  }

  /** Only a subscription that is on offer can be sent. */
  async function isOffered({ id }: Subscription): Promise<boolean> {
    const offered = $subscriptions.get()
    if (offered.status === 'loaded' && offered.value.some((each) => each.id === id)) return true
    const isLoaded = offered.status === 'loaded'
    const key = isLoaded ? 'boarding:withdrawn' : 'boarding:subscriptionsFailed'
    await dialogs.alert({ message: { key } })
    return false
  }

  return {
    isPolaris,
    reseller,
    isMade: bodySent(environment, user, boardingOperation('key')) !== null,
    startAnew: () => {
      forgetBoardingFrom(environment, user, 'merchant')
      draft.clear()
      $progress.set({})
      return empty
    },
    initial: draft.read() ?? empty,
    $subscriptions,
    $isBusy,
    $progress,
    loadSubscriptions: async () => {
      $subscriptions.set({ status: 'loading' })
      try {
        const value = await outside.call(listSubscriptions, {})
        $subscriptions.set({ status: 'loaded', value })
      } catch (error) {
        environment.log('subscriptions could not be loaded', { message: String(error) })
        const detail = failureMessage(error)
        $subscriptions.set({ status: 'failed', detail })
      }
    },
    keep: (values) => {
      draft.writeSoon(values)
    },
    submit: async (values) => {
      const { selected } = values.subscription
      if ($isBusy.get() || selected === null) return
      $isBusy.set(true)
      try {
        draft.write(values)
        if (await isOffered(selected)) await board(boardingOf(values, selected))
      } catch (error) {
        await dialogs.alert({ message: failureMessage(error) })
      } finally {
        $isBusy.set(false)
      }
    },
  }
}

/** Tells a customer from another without saying who it is: tabs share it. */
async function customerMark(user: string, boarding: Boarding): Promise<string> {
  const { emails, ...company } = registrationRequest({ ...boarding, userId: null })
  const text = JSON.stringify([user, emails, company]).toLowerCase()
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return markPrefix + new Uint8Array(digest).join('.')
}
