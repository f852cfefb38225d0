import { atom, computed, type ReadableAtom } from 'nanostores'
import { listSubscriptions, type Subscription } from '../../lib/api/registrations.ts'
import type { BoardingValues } from '../../lib/domain/boarding-values.ts'
import type { Merchant } from '../../lib/domain/boarding.ts'
import { variantOf } from '../../lib/domain/coupling.ts'
import type { QueryValue } from '../../lib/domain/query.ts'
import type { Person } from '../../lib/identity/person.ts'
import { logError } from '../../lib/environment.ts'
import { lastSubscription } from './last-subscription.ts'
import { createBoardingMemory, type BoardingDraft } from './memory.ts'
import type { SagaProgress } from './progress.ts'
import type { Boarding } from './saga.ts'
import { gatewayOf } from '../gateway/gateway.ts'
import type { Ending } from '../coupling/flow.ts'
import { wizardOf } from '../coupling/place.ts'
import type { Portal } from '../shell/portal.ts'
import { askStartAnew } from '../form/ask-start-anew.ts'
import { defaultCountry, isCustomerFilledIn } from '../form/filled-in.ts'
import { createList, itemsOf, type List } from '../form/list.ts'
import { readReseller } from '../form/reseller.ts'
import { tellFailure } from '../shell/tell-failure.ts'

export interface BoardingScreen {
  /** Whether the merchant step is skipped: the user's version attribute equals polaris (§2, §6). */
  isPolaris: boolean
  reseller: QueryValue
  /** Where the approval of this tab's customer can be handed over; null where none waits for it. */
  handOver: URL | null
  /** Forgets that customer, who stays as made. Returns what the form starts with. */
  startAnew: () => BoardingValues
  /** Whether what the form started with was filled in before, until the user goes to another step. */
  $isRestored: ReadableAtom<boolean>
  /**
   * Empties the form, if the user agrees. What was sent stays remembered: the same customer goes on
   * where it ended, and another one is asked about. Returns what the form starts with, or null.
   */
  discard: () => Promise<BoardingValues | null>
  /** What the form starts with: what was filled in before, or the defaults. */
  initial: BoardingValues
  /** Steps that an earlier load of the page visited. */
  visited: readonly string[]
  subscriptions: List<Subscription>
  /** The subscription that is chosen unless another one is, and why: last time's, or the only one. */
  $proposed: ReadableAtom<{ plan: Subscription; isOnly: boolean } | null>
  $isBusy: ReadableAtom<boolean>
  $progress: ReadableAtom<SagaProgress>
  /** Loads the subscriptions, and fetches what the submit takes. */
  start: () => void
  keep: (values: BoardingValues) => void
  keepVisited: (visited: string[]) => void
  /**
   * Boards the customer and leaves for the coupling (§4), or for the page with its link. The values
   * are complete and valid.
   */
  submit: (values: BoardingValues, ending?: Ending) => Promise<void>
}

const empty: BoardingValues = {
  merchant_info: { full_name: '', username: '' },
  serial_info: {
    serial: { name: '', coc: '', country_code: defaultCountry, website_url: '' },
    location: { name: '' },
  },
  subscription: { selected: null },
}

const nothing: BoardingDraft = { values: empty, visited: [] }

/** Follows the form, which takes input without it. */
const loadSubmit = () => import('./board-customer.ts')

/** The boarding screen (§2): a new customer, from name to coupling. */
export function createBoarding(portal: Portal, person: Person): BoardingScreen {
  const { environment, dialogs } = portal
  const user = person.id
  const isPolaris = variantOf(person) === 'polaris'
  const { call, written } = gatewayOf(portal, user)
  const memory = createBoardingMemory(environment, user, written)
  let draft = memory.draft.read() ?? nothing
  const reseller = readReseller(environment)

  const subscriptions = createList(environment, 'subscriptions', (signal) =>
    call(listSubscriptions, {}, { signal }),
  )
  const $last = atom<string | null>(null)
  const $proposed = computed([subscriptions.$list, $last], (list, last) => {
    const [first, ...others] = itemsOf(list)
    if (first && others.length === 0) return { plan: first, isOnly: true }
    const plan = itemsOf(list).find(({ id }) => String(id) === last)
    return plan ? { plan, isOnly: false } : null
  })
  const $isBusy = atom(false)
  const $progress = atom<SagaProgress>(memory.progress())
  const waiting = $progress.get().key === 'done' ? memory.madeFor() : null
  const $isRestored = atom(isCustomerFilledIn(draft.values) && waiting === null)

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

  function keep(part: Partial<BoardingDraft>): void {
    draft = { ...draft, ...part }
    memory.draft.writeSoon(draft)
  }

  function emptied(): BoardingValues {
    memory.draft.clear()
    draft = nothing
    $isRestored.set(false)
    return empty
  }

  /** Only a subscription that is on offer can be sent. */
  async function isOffered({ id }: Subscription): Promise<boolean> {
    const offered = subscriptions.$list.get()
    if (itemsOf(offered).some((each) => each.id === id)) return true
    const isLoaded = offered.status === 'loaded'
    const key = isLoaded ? 'boarding:withdrawn' : 'boarding:subscriptionsFailed'
    await dialogs.alert({ message: { key } })
    return false
  }

  return {
    isPolaris,
    reseller,
    handOver: waiting && wizardOf(portal, waiting, variantOf(person)),
    startAnew: () => {
      memory.forgetFrom('merchant')
      $progress.set({})
      return emptied()
    },
    $isRestored,
    discard: async () => ((await askStartAnew(dialogs)) ? emptied() : null),
    initial: draft.values,
    visited: draft.visited,
    subscriptions,
    $proposed,
    $isBusy,
    $progress,
    start: () => {
      void subscriptions.reload()
      void lastSubscription(environment, user).then((last) => $last.set(last))
      loadSubmit().catch((error: unknown) => {
        logError(environment, 'the submit could not be fetched', error)
      })
    },
    keep: (values) => keep({ values }),
    keepVisited: (visited) => {
      $isRestored.set(false)
      keep({ visited })
    },
    submit: async (values, ending = 'approval') => {
      const { selected } = values.subscription
      if ($isBusy.get() || selected === null) return
      try {
        $isBusy.set(true)
        draft = { ...draft, values }
        memory.draft.write(draft)
        if (!(await isOffered(selected))) return
        const { boardCustomer } = await loadSubmit()
        const boarding = boardingOf(values, selected)
        await boardCustomer({ portal, memory, user, boarding, ending, $progress })
      } catch (error) {
        await tellFailure(portal, null, error)
      } finally {
        $isBusy.set(false)
      }
    },
  }
}
