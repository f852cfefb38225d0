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
  const tab = tabIn(environment.location())
  const $order = atom<list.Order>({ tab, query: '', administrations: [], unfolded: new Map() })
  const $chosen = atom<ReadonlySet<string>>(new Set())

  $facts.listen((current) => $order.set(list.extended(current, $order.get())))

  const context = () => ({
    portal,
    facts: $facts.get(),
    order: $order.get(),
    chosen: $chosen.get(),
  })
  const links = () => linksOf(context())

  function sort(query = $order.get().query): void {
    const tab = tabIn(environment.location())
    $order.set(list.arranged($facts.get(), { ...$order.get(), query, tab }))
  }

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
      view: current.view,
      tab: list.shownTab(current, order),
      query: order.query,
      entries: list.entriesOf(current, order),
    })),
    /** Arranges the list anew, of those in whom a text is found. */
    sort,
    goTo: (tab: list.Tab): void => {
      const address = environment.location()
      address.searchParams.set('tab', tab)
      environment.pushAddress(address)
      sort('')
    },
    /** Shows the locations of an administration below its row, or no longer. */
    toggle: (administration: Administration['id']): void => {
      const unfolded = new Map($order.get().unfolded)
      const id = String(administration)
      if (!unfolded.delete(id)) unfolded.set(id, [])
      $order.set(list.extended($facts.get(), { ...$order.get(), unfolded }))
    },
    rowOf: (administration: Administration, location: Location | null = null) =>
      rowOf(context(), administration, location),
    /** Rows above the list of a tab. */
    drafts: (tab: list.Tab = 'all') => draftRows(context(), tab),
    counts: () => list.countsOf($facts.get(), $facts.get().administrations.values()),
    /** The same of those that are listed. */
    listedCounts: () => {
      const { facts, order } = context()
      const listed = order.administrations.flatMap((id) => facts.administrations.get(id) ?? [])
      return list.countsOf(facts, listed)
    },
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
