import { atom, computed, readonlyType } from 'nanostores'
import * as z from 'zod/mini'
import { listSubscriptions, type Subscription } from '../../lib/api/registrations.ts'
import {
  boardingValues,
  isCustomerFilledIn,
  nothingFilledIn,
  type BoardingValues,
} from '../../lib/domain/customer.ts'
import { variantOf, wizardOf } from '../../lib/domain/coupling.ts'
import { logError } from '../../lib/environment.ts'
import {
  createBoardingMemory,
  lastSubscription,
  sagaOrder,
  type SagaProgress,
  Stopped,
} from './memory.ts'
import { readsOf } from '../gateway/reads.ts'
import { createEnding } from '../coupling/ending.ts'
import type { SignedIn } from '../shell/portal.ts'
import { askStartAnew, rememberedDraft } from '../form/drafts.ts'
import { createList, itemsOf } from '../form/list.ts'
import { readReseller } from '../../lib/domain/query.ts'
import { createScreenStore, tellFailure } from '../shell/screen-store.ts'

export type BoardingScreen = ReturnType<typeof createBoarding>

const draftSchema = z.object({
  values: boardingValues,
  visited: z.array(z.string()),
})
type BoardingDraft = z.infer<typeof draftSchema>
const nothing: BoardingDraft = { values: nothingFilledIn, visited: [] }

/** Follows the form, which takes input without it. */
const loadSubmit = () => import('./board-customer.ts')

/** The boarding screen (§2): a new customer, from name to coupling. */
export function createBoarding(portal: SignedIn) {
  const { environment, dialogs } = portal
  const isPolaris = variantOf(portal.person) === 'polaris'
  const { call } = readsOf(portal)
  const memory = createBoardingMemory(portal)
  const drafts = rememberedDraft(portal, 'boarding', draftSchema, ({ values }) =>
    isCustomerFilledIn(values) ? { administration: values.serial_info.serial.name.trim() } : null,
  )
  let draft = drafts.read() ?? nothing
  const approver = createEnding(portal)

  const subscriptions = createList(environment, 'subscriptions', (signal) =>
    call(listSubscriptions, {}, { signal }),
  )
  const $last = atom<string | null>(null)
  /** The subscription that is chosen unless another one is, and why: last time's, or the only one. */
  const $proposed = computed([subscriptions.$list, $last], (list, last) => {
    const [first, ...others] = itemsOf(list)
    if (first && others.length === 0) return { plan: first, isOnly: true }
    const plan = itemsOf(list).find(({ id }) => String(id) === last)
    return plan ? { plan, isOnly: false } : null
  })
  const $isBusy = atom(false)
  const $progress = atom<SagaProgress>(
    Object.fromEntries(sagaOrder.filter(memory.isDone).map((step) => [step, 'done'] as const)),
  )
  const waiting = $progress.get().key === 'done' ? memory.created() : null
  const $isRestored = atom(isCustomerFilledIn(draft.values) && waiting === null)

  function keep(part: Partial<BoardingDraft>): void {
    draft = { ...draft, ...part }
    drafts.keep(draft)
  }

  function emptied(): BoardingValues {
    drafts.clear()
    draft = nothing
    $isRestored.set(false)
    return draft.values
  }

  /** Only a subscription that is on offer can be sent. */
  async function isOffered({ id }: Subscription): Promise<boolean> {
    const offered = subscriptions.$list.get()
    if (itemsOf(offered).some((each) => each.id === id)) return true
    const isLoaded = offered.status === 'loaded'
    const key = isLoaded ? 'boarding:withdrawn' : 'boarding:subscriptionsFailed'
    await dialogs.alert({ message: { key, parameters: { status: '' } } })
    return false
  }

  return {
    isPolaris,
    reseller: readReseller(environment),
    approver,
    /** Where the approval of this tab's customer can be handed over; null where none waits for it. */
    handOver: waiting && wizardOf(portal, waiting),
    /** Forgets that customer, who stays as made. Returns what the form starts with. */
    startAnew: (): BoardingValues => {
      memory.forgetFrom('merchant')
      $progress.set({})
      return emptied()
    },
    /** Whether what the form started with was filled in before, until the user goes to another step. */
    $isRestored: readonlyType($isRestored),
    /** Empties the form, if the user agrees, and returns what it starts with; what was sent stays remembered. */
    discard: async () => ((await askStartAnew(dialogs)) ? emptied() : null),
    initial: draft.values,
    visited: draft.visited,
    subscriptions,
    $proposed,
    $isBusy: readonlyType($isBusy),
    $progress: readonlyType($progress),
    start: () => {
      void subscriptions.reload()
      void lastSubscription(portal).then(({ read }) => $last.set(read()))
      loadSubmit().catch((error: unknown) => {
        logError(environment, 'the submit could not be fetched', error)
      })
    },
    keep: (values: BoardingValues) => keep({ values }),
    keepVisited: (visited: string[]) => {
      $isRestored.set(false)
      keep({ visited })
    },
    /** Boards the customer, of complete and valid values, and leaves for the coupling (§4) or its link. */
    submit: async (values: BoardingValues, ending = approver.$ending.get()) => {
      const { selected: subscription } = values.subscription
      if ($isBusy.get() || subscription === null) return
      try {
        $isBusy.set(true)
        draft = { ...draft, values }
        drafts.write(draft)
        if (!(await isOffered(subscription))) return
        const { boardCustomer } = await loadSubmit()
        $progress.set({})
        await boardCustomer({
          ...{ portal, dialogs, values, ending },
          onStep: (step, progress) => $progress.set({ ...$progress.get(), [step]: progress }),
        })
      } catch (error) {
        if (!(error instanceof Stopped)) await tellFailure(portal, null, error)
      } finally {
        $isBusy.set(false)
      }
    },
  }
}

export const boardingScreen = createScreenStore(createBoarding)
