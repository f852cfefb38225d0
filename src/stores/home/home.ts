import { atom, computed } from 'nanostores'
import type { Administration, Location } from '../../lib/api/places.ts'
import { placeName } from '../../lib/domain/place.ts'
import { openConnectDraft } from '../coupling/remembered-places.ts'
import type { SignedIn } from '../shell/portal.ts'
import { createHomeData, type HomeData } from './data.ts'
import * as list from './list.ts'
import {
  createDraftRows,
  createRow,
  listApprovalLinks,
  type NextAction,
  type RowLink,
} from './rows.ts'

export type Home = ReturnType<typeof createHome>

/** View that shows rows stored in this browser, if no administration is listed. */
const resellerView: HomeData['view'] = { status: 'reseller' }

/** Creates the store of Home. */
export function createHome(portal: SignedIn) {
  const { environment } = portal
  const { $data, ...data } = createHomeData(portal)
  const $order = atom<list.HomeListOrder>({
    tab: tabIn(environment.location()),
    query: '',
    unfolded: new Set(),
    entries: [],
  })
  const $chosen = atom<ReadonlySet<string>>(new Set())

  const extend = (changes: Partial<list.HomeListOrder> = {}) =>
    $order.set(list.appendEntries($data.get(), { ...$order.get(), ...changes }))
  /** True until the list is sorted or the user touches it. */
  let isToSort = true
  $data.listen(({ isSettled }) => {
    if (!isSettled || !isToSort) {
      extend()
      return
    }
    isToSort = false
    queueMicrotask(() => {
      // Moved rows would count as a layout shift, unlike new rows.
      $order.set({ ...$order.get(), entries: [] })
      sort()
    })
  })

  const context = () => ({
    portal,
    data: $data.get(),
    order: $order.get(),
    chosen: $chosen.get(),
  })
  const links = () => listApprovalLinks(context())
  const hasOwnRows = () => createDraftRows(context(), 'all', '').length > 0

  /** Filters the administrations by query and tab, and sorts them. */
  const sort = (query = $order.get().query) =>
    extend({ query, tab: tabIn(environment.location()), entries: [] })

  function choose(links: readonly RowLink[], isChosen: boolean): void {
    const places = links.map(({ key }) => placeName(key))
    const others = [...$chosen.get()].filter((each) => !places.includes(each))
    $chosen.set(new Set(isChosen ? [...others, ...places] : others))
  }

  return {
    ...data,
    $data,
    /** New data also notifies the listeners of the list. */
    $list: computed([$data, $order, $chosen], (current, order) => ({
      ...order,
      view: current.view.status === 'none' && hasOwnRows() ? resellerView : current.view,
      tab: list.getShownTab(current, order),
    })),
    sort,
    /** Keeps the order of the rows when further states arrive. */
    touch: (): void => {
      isToSort = false
    },
    /** Reads the states again, then sorts the list once. */
    refresh: (): Promise<void> => {
      isToSort = true
      return data.renew()
    },
    /** Counts the customers that now belong to another tab. */
    misplaced: () => (isToSort ? 0 : list.countMisplacedEntries($data.get(), $order.get())),
    goTo: (tab: list.HomeTab): void => {
      const address = environment.location()
      address.searchParams.set('tab', tab)
      environment.pushAddress(address)
      sort('')
    },
    toggleLocations: (administration: Administration['id']): void => {
      const unfolded = new Set($order.get().unfolded)
      const id = String(administration)
      if (!unfolded.delete(id)) unfolded.add(id)
      extend({ unfolded })
    },
    rowOf: (administration: Administration, location: Location | null = null) =>
      createRow(context(), { administration, location }),
    drafts: (tab: list.HomeTab = 'all', query = '') => createDraftRows(context(), tab, query),
    counts: (query = '') => list.countByTab($data.get(), $data.get().find(query)),
    links,
    choose,
    chooseAll: (isChosen: boolean) => choose(links(), isChosen),
    /** Prepares a row's next action before its link opens. */
    act: ({ choice, readsAgain }: NextAction): void => {
      if (choice) openConnectDraft(portal).write(choice)
      if (readsAgain !== undefined) data.readAgain(readsAgain)
    },
  }
}

function tabIn({ searchParams }: URL): list.HomeTab {
  return list.homeTabs.find((tab) => tab === searchParams.get('tab')) ?? 'todo'
}
