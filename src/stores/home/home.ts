import { atom, computed } from 'nanostores'
import type { Administration, Location } from '../../lib/api/places.ts'
import { placeName } from '../../lib/domain/place.ts'
import { connectMemory } from '../coupling/remembered-places.ts'
import type { SignedIn } from '../shell/portal.ts'
import { createFacts } from './facts.ts'
import * as list from './list.ts'
import { draftRows, linksOf, rowOf, type Next, type RowLink } from './rows.ts'

export type Home = ReturnType<typeof createHome>

/** Home (contract §4): a merchant's shop, or a reseller's customers, each with what is to be done next. */
export function createHome(portal: SignedIn) {
  const { environment } = portal
  const { $facts, ...facts } = createFacts(portal)
  const $order = atom<list.Order>({
    tab: tabIn(environment.location()),
    query: '',
    unfolded: new Set(),
    entries: [],
  })
  const $chosen = atom<ReadonlySet<string>>(new Set())

  /** Shows what is in the list by now. Nothing that is listed moves unless the changes say so. */
  const extend = (changes: Partial<list.Order> = {}) =>
    $order.set(list.extended($facts.get(), { ...$order.get(), ...changes }))
  $facts.listen(() => extend())

  const context = () => ({
    portal,
    facts: $facts.get(),
    order: $order.get(),
    chosen: $chosen.get(),
  })
  const links = () => linksOf(context())

  /** Arranges the list of the address's tab anew, of those in whom a text is found. */
  const sort = (query = $order.get().query) =>
    extend({ query, tab: tabIn(environment.location()), entries: [] })

  function choose(chosen: readonly RowLink[], isChosen: boolean): void {
    const places = chosen.map(({ key }) => placeName(key))
    const others = [...$chosen.get()].filter((each) => !places.includes(each))
    $chosen.set(new Set(isChosen ? [...others, ...places] : others))
  }

  return {
    ...facts,
    $facts,
    /** The list. It notifies of every change of a fact, after which rows, counts and links may be others. */
    $list: computed([$facts, $order, $chosen], (current, order) => ({
      ...order,
      view: current.view,
      tab: list.shownTab(current, order),
    })),
    sort,
    goTo: (tab: list.Tab): void => {
      const address = environment.location()
      address.searchParams.set('tab', tab)
      environment.pushAddress(address)
      sort('')
    },
    /** Shows the locations of an administration below its row, or no longer. */
    toggle: (administration: Administration['id']): void => {
      const unfolded = new Set($order.get().unfolded)
      const id = String(administration)
      if (!unfolded.delete(id)) unfolded.add(id)
      extend({ unfolded })
    },
    rowOf: (administration: Administration, location: Location | null = null) =>
      rowOf(context(), { administration, location }),
    /** Rows above the list of a tab. */
    drafts: (tab: list.Tab = 'all') => draftRows(context(), tab),
    /** Counts all administrations, or those in whom a text is found. */
    counts: (query = '') => list.countsOf($facts.get(), $facts.get().find(query)),
    links,
    choose,
    chooseAll: (isChosen: boolean) => choose(links(), isChosen),
    /** Does what a row's button does beside leading to its address. */
    act: ({ choice, asksAgain }: Next): void => {
      if (choice) connectMemory(portal).write(choice)
      if (asksAgain !== undefined) facts.askAgain(asksAgain)
    },
  }
}

function tabIn({ searchParams }: URL): list.Tab {
  const asked = searchParams.get('tab')
  return list.tabs.find((tab) => tab === asked) ?? 'todo'
}
