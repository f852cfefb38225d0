import { atom, type ReadableAtom } from 'nanostores'
import { statusOf } from '../lib/api/errors.ts'
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
import type { Person } from '../lib/identity/person.ts'
import {
  boardingAccount,
  boardingDraft,
  boardingOperation,
  forgetBoardingProgress,
} from './boarding-memory.ts'
import { createSaga, type Boarding, type Couplable, type Saga } from './boarding-saga.ts'
import { isConnected } from './is-connected.ts'
import { bodySent } from './operations.ts'
import { createOutside } from './outside.ts'
import type { Portal } from './portal.ts'
import { readReseller } from './reseller.ts'

export type Subscriptions =
  | { status: 'loading' }
  | { status: 'loaded'; value: readonly Subscription[] }
  /** `code` is the HTTP status, where there was one (§8). */
  | { status: 'failed'; code: number | undefined; detail: Message }

export interface BoardingScreen {
  /** Whether the merchant step is skipped: the user's version attribute equals polaris (§2, §6). */
  isPolaris: boolean
  reseller: QueryValue
  /** What the form starts with: what was filled in before, or the defaults. */
  initial: BoardingValues
  $subscriptions: ReadableAtom<Subscriptions>
  $isBusy: ReadableAtom<boolean>
  $progress: Saga['$progress']
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
  const saga = createSaga(portal, outside, user)
  const draft = boardingDraft(environment, user)
  const reseller = readReseller(environment)

  const $subscriptions = atom<Subscriptions>({ status: 'loading' })
  const $isBusy = atom(false)

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

  /** Whether something was made, or may have been made, of what is filled in differently now. */
  function isChanged(boarding: Boarding): boolean {
    const userId = isPolaris ? user : (boardingAccount(environment, user).read()?.userId ?? null)
    const username = boarding.merchant.username ?? ''
    const bodies = {
      merchant: merchantRequest({ ...boarding.merchant, username }),
      registration: registrationRequest({ ...boarding, userId }),
      location: { name: boarding.values.serial_info.location.name.trim() },
    }
    return (['merchant', 'registration', 'location'] as const).some((write) => {
      const sent = bodySent(environment, user, boardingOperation(write))
      return sent !== null && sent !== JSON.stringify(bodies[write])
    })
  }

  async function mayStartAnew(boarding: Boarding): Promise<boolean> {
    if (!isChanged(boarding)) return true
    const agreed = await dialogs.confirm({
      message: { key: 'boarding:changed' },
      detail: { key: 'boarding:changedHelp' },
    })
    if (agreed) forgetBoardingProgress(environment, user)
    return agreed
  }

  /** The coupling, or, where that was given already, the wizard that follows it. */
  async function destination(couplable: Couplable, hadKey: boolean): Promise<URL> {
    const origin = configuration.publicUrl ?? environment.location().origin
    if (hadKey && (await isConnected(outside.call, couplable))) {
      return wizardAddress(origin, locale, couplable, isPolaris ? '/polaris' : '/wizard')
    }
    if (isPolaris) return polarisAddress(configuration, couplable.key)
    const success = wizardAddress(origin, locale, couplable)
    return activationAddress(configuration, couplable.key, success)
  }

  /** The same customer, sent from another tab of this browser: now, or before this one. */
  async function isFirst(boarding: Boarding): Promise<boolean> {
    const mark = await customerMark(user, boarding.values)
    if (!(await environment.hold(mark))) {
      await dialogs.alert({ message: { key: 'boarding:otherTab' } })
      return false
    }
    const isOurs = bodySent(environment, user, boardingOperation('registration')) !== null
    if (isOurs || environment.sharedStorage.getItem(mark) === null) return true
    return dialogs.confirm({
      message: { key: 'boarding:boardedBefore' },
      detail: { key: 'boarding:boardedBeforeHelp' },
    })
  }

  async function board(boarding: Boarding): Promise<void> {
    if (!(await isFirst(boarding)) || !(await mayStartAnew(boarding))) return
    const hadKey = bodySent(environment, user, boardingOperation('key')) !== null
    const release = environment.guardLeaving()
    let couplable: Couplable | null
    try {
      couplable = await saga.run(boarding)
    } finally {
      release()
    }
    if (couplable === null) return
    if (bodySent(environment, user, boardingOperation('registration')) !== null) {
      environment.sharedStorage.setItem(await customerMark(user, boarding.values), '1')
    }
    await outside.leave(await destination(couplable, hadKey))
  }

  return {
    isPolaris,
    reseller,
    initial: draft.read() ?? empty,
    $subscriptions,
    $isBusy,
    $progress: saga.$progress,
    loadSubscriptions: async () => {
      $subscriptions.set({ status: 'loading' })
      try {
        const value = await outside.call(listSubscriptions, {})
        $subscriptions.set({ status: 'loaded', value })
      } catch (error) {
        environment.log('subscriptions could not be loaded', { message: String(error) })
        const detail = failureMessage(error)
        $subscriptions.set({ status: 'failed', code: statusOf(error), detail })
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
        await board(boardingOf(values, selected))
      } catch (error) {
        await dialogs.alert({ message: failureMessage(error) })
      } finally {
        $isBusy.set(false)
      }
    },
  }
}

/** Tells a customer from another without saying who it is: tabs share it. */
async function customerMark(user: string, values: BoardingValues): Promise<string> {
  const { merchant_info: merchant, serial_info: company } = values
  const text = JSON.stringify([user, merchant, company])
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  const hex = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0'))
  return `koppelpunt:boarded:${hex.join('')}`
}
