import { atom, computed } from 'nanostores'
import type { Administration, Location } from '../../lib/api/places.ts'
import { searchOf } from '../../lib/domain/options.ts'
import { administrationLabel, placeName } from '../../lib/domain/place.ts'
import { connectMemory } from '../coupling/remembered-places.ts'
import type { SignedIn } from '../shell/portal.ts'
import { createFacts } from './facts.ts'
import { arranged, entriesOf, extended, shownTab, type Order } from './order.ts'
import { countsOf, tabs, type Tab } from './places.ts'
import { draftRows, linksOf, rowOf, type Context, type Next, type RowLink } from './rows.ts'

export type Home = ReturnType<typeof createHome>

/** Home (contract §4): a merchant's shop, or a reseller's customers, each with what is to be done next. */
export function createHome(portal: SignedIn) {
  const { environment, locale } = portal
  const { $facts, ...facts } = createFacts(portal)
  const $administrations = computed($facts, ({ administrations }) => administrations)
  /** Computed at the first search: to index thousands takes long. */
  const $search = computed($administrations, (administrations) =>
    searchOf(
      [...administrations.values()],
      (each) => `${administrationLabel(each)} ${String(each.id)}`,
    ),
  )
  const $order = atom<Order>({
    tab: tabIn(environment.location()),
    query: '',
    administrations: [],
    unfolded: new Map(),
  })
  const $chosen = atom<ReadonlySet<string>>(new Set())
  /** Created for the first row that needs it: that takes as long as all that is shown at first. */
  let days: Intl.RelativeTimeFormat | undefined

  const named = (query: string) =>
    query === '' ? [...$administrations.get().values()] : $search.get()(query, Infinity).shown

  function sort(query = $order.get().query): void {
    const order = { ...$order.get(), query, tab: tabIn(environment.location()) }
    $order.set(arranged($facts.get(), order, named(query)))
  }

  $facts.listen((current) => {
    const order = $order.get()
    $order.set(extended(current, order, named(order.query)))
  })

  const context = (): Context => ({
    portal,
    facts: $facts.get(),
    order: $order.get(),
    chosen: $chosen.get(),
    dayText: (count) => {
      days ??= new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
      return days.format(count, 'day')
    },
  })
  const links = () => linksOf(context())

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
      tab: shownTab(current, order),
      query: order.query,
      entries: entriesOf(current, order),
    })),
    /** Arranges the list anew, of those in whom a text is found. */
    sort,
    goTo: (tab: Tab): void => {
      const address = environment.location()
      address.searchParams.set('tab', tab)
      environment.pushAddress(address)
      sort('')
    },
    /** Shows the locations of an administration below its row, or no longer. */
    toggle: (administration: Administration['id']): void => {
      const order = $order.get()
      const unfolded = new Map(order.unfolded)
      const id = String(administration)
      if (!unfolded.delete(id)) unfolded.set(id, [])
      $order.set(extended($facts.get(), { ...order, unfolded }, named(order.query)))
    },
    rowOf: (administration: Administration, location: Location | null = null) =>
      rowOf(context(), administration, location),
    /** Rows above the list of a tab. */
    drafts: (tab: Tab = 'all') => draftRows(context(), tab),
    counts: () => countsOf($facts.get(), $administrations.get().values()),
    /** The same of those that are listed. */
    listedCounts: () => {
      const listed = $order
        .get()
        .administrations.flatMap((id) => $administrations.get().get(id) ?? [])
      return countsOf($facts.get(), listed)
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

function tabIn({ searchParams }: URL): Tab {
  const asked = searchParams.get('tab')
  return tabs.find((tab) => tab === asked) ?? 'todo'
}
