import { atom, computed, readonlyType } from 'nanostores'
import * as z from 'zod/mini'
import { createApiCaller } from '../../lib/api/caller.ts'
import { listSubscriptions, type Subscription } from '../../lib/api/registrations.ts'
import {
  boardingValues,
  isCustomerFilledIn,
  initialCustomer,
  type BoardingValues,
} from '../../lib/domain/customer.ts'
import { getWizardVariant, getWizardUrl } from '../../lib/domain/coupling.ts'
import { cleanText, extractEmail } from '../../lib/domain/text.ts'
import { logError } from '../../lib/environment.ts'
import {
  createBoardingStorage,
  openSubscriptionRecord,
  creationSteps,
  type BoardingProgress,
  BoardingStoppedError,
} from './memory.ts'
import { createApprovalRouteChoice } from '../coupling/approval-route.ts'
import type { SignedIn } from '../shell/portal.ts'
import { confirmDiscardDraft, openDraft } from '../form/drafts.ts'
import { createListStore, getListItems, getOnlyItem } from '../form/list.ts'
import { readReseller } from '../../lib/domain/query.ts'
import { createScreenStore, notifyFailure } from '../shell/screen-store.ts'

export type BoardingScreen = ReturnType<typeof createBoardingScreen>

const draftSchema = z.object({
  values: boardingValues,
  visited: z.array(z.string()),
})
type BoardingDraft = z.infer<typeof draftSchema>
const emptyDraft: BoardingDraft = { values: initialCustomer, visited: [] }

const loadSubmit = () => import('./board-customer.ts')

/** Creates the store of the screen for a new customer (§2). */
export function createBoardingScreen(portal: SignedIn) {
  const { environment, dialogs } = portal
  const isPolaris = getWizardVariant(portal.person) === 'polaris'
  const call = createApiCaller(portal)
  const memory = createBoardingStorage(portal)
  const drafts = openDraft(portal, 'boarding', draftSchema, ({ values }) =>
    isCustomerFilledIn(values) ? { administration: values.serial_info.serial.name.trim() } : null,
  )
  let draft = drafts.read() ?? emptyDraft
  const approvalRouteChoice = createApprovalRouteChoice(portal)

  const subscriptions = createListStore(environment, 'subscriptions', (signal) =>
    call(listSubscriptions, {}, { signal }),
  )
  const $last = atom<string | null>(null)
  const $proposed = computed([subscriptions.$list, $last], (list, last) => {
    const only = getOnlyItem(list)
    const plan = only ?? getListItems(list).find(({ id }) => String(id) === last)
    return plan ? { plan, isOnly: plan === only } : null
  })
  const $isBusy = atom(false)
  const { merchant_info: merchant, serial_info: company } = draft.values
  // Stored writes may belong to a discarded draft of a different customer.
  const isSent = [
    [memory.lastBody('merchant')?.username, extractEmail(merchant.username)],
    [memory.lastBody('registration')?.name, cleanText(company.serial.name)],
  ].every(([sent, typed]) => sent === undefined || sent === typed)
  const shown = creationSteps.filter((step) => isSent && memory.isDone(step))
  const $progress = atom<BoardingProgress>(
    Object.fromEntries(shown.map((step) => [step, 'done'] as const)),
  )
  const $isRestored = atom(isCustomerFilledIn(draft.values) && handOver() === null)

  /** Returns the page with the approval link of the created customer, or null without a key. */
  function handOver(): URL | null {
    const created = memory.isDone('key') ? memory.created() : null
    return created && getWizardUrl(portal, created)
  }

  function keep(part: Partial<BoardingDraft>): void {
    draft = { ...draft, ...part }
    drafts.keep(draft)
  }

  function clearDraft(): BoardingValues {
    drafts.clear()
    draft = emptyDraft
    $progress.set({})
    $isRestored.set(false)
    return draft.values
  }

  async function verifyOffered({ id }: Subscription): Promise<boolean> {
    while (subscriptions.$list.get().status === 'loading') await subscriptions.load()
    const list = subscriptions.$list.get()
    if (getListItems(list).some((each) => String(each.id) === String(id))) return true
    const key = list.status === 'loaded' ? 'boarding:withdrawn' : 'boarding:subscriptionsFailed'
    await dialogs.alert({ message: { key, parameters: { status: '' } } })
    return false
  }

  return {
    isPolaris,
    reseller: readReseller(environment),
    approvalRouteChoice,
    handOver,
    startAnew: (): BoardingValues => {
      memory.forgetFrom('merchant')
      return clearDraft()
    },
    $isRestored: readonlyType($isRestored),
    /** Resolves with empty values, or null if the user declines. */
    discard: async () => ((await confirmDiscardDraft(dialogs)) ? clearDraft() : null),
    initial: draft.values,
    visited: draft.visited,
    subscriptions,
    $proposed,
    $isBusy: readonlyType($isBusy),
    $progress: readonlyType($progress),
    start: () => {
      void subscriptions.reload()
      void openSubscriptionRecord(portal).then(({ read }) => $last.set(read()))
      loadSubmit().catch((error: unknown) => {
        logError(environment, 'the submit could not be fetched', error)
      })
    },
    keep: (values: BoardingValues) => keep({ values }),
    keepVisited: (visited: string[]) => {
      $isRestored.set(false)
      keep({ visited })
    },
    submit: async (
      values: BoardingValues,
      approvalRoute = approvalRouteChoice.$approvalRoute.get(),
    ) => {
      const { selected: subscription } = values.subscription
      if ($isBusy.get() || subscription === null) return
      try {
        $isBusy.set(true)
        draft = { ...draft, values }
        drafts.write(draft)
        if (!(await verifyOffered(subscription))) return
        const { boardCustomer } = await loadSubmit()
        $progress.set({})
        await boardCustomer({
          portal,
          dialogs,
          values,
          approvalRoute,
          onStep: (step, progress) => $progress.set({ ...$progress.get(), [step]: progress }),
        })
      } catch (error) {
        if (!(error instanceof BoardingStoppedError)) await notifyFailure(portal, null, error)
      } finally {
        $isBusy.set(false)
      }
    },
  }
}

export const boardingScreen = createScreenStore(createBoardingScreen)
