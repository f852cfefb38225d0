import { atom } from 'nanostores'
import type { Administration } from '../../lib/api/places.ts'
import type { Environment } from '../../lib/environment.ts'

/** What Home's list is divided into, as its address names it. */
export const tabs = ['todo', 'waiting', 'ready', 'all'] as const
export type Tab = (typeof tabs)[number]

/** What an administration needs: the lower its rank, the sooner somebody. */
export interface Need {
  rank: number
  tab: Exclude<Tab, 'all'>
  /** Whether that was read; else it is taken for one that is not coupled. */
  isKnown: boolean
}

/** A row of the list: an administration, or one of its locations where that is unfolded, by their order. */
export interface Entry {
  administration: Administration
  place: number | null
}

interface Customers {
  environment: Environment
  /** Whether they are one merchant's shop: its list has its locations alone. */
  isShop: () => boolean
  /** Those whose name, country or id has a text in it, by name. */
  search: (query: string) => readonly Administration[]
  needOf: (administration: Administration) => Need
  /** How many locations one unfolds into. */
  placesOf: (administration: Administration) => number
}

/**
 * The list of a reseller's customers: those of a tab, or found by a search among all; what needs somebody first, then
 * by name. It is made when it is asked for: what is known later moves no row, and what then belongs to it comes last.
 */
export function createWorklist({ environment, isShop, search, needOf, placesOf }: Customers) {
  const tabNow = (): Tab => {
    const asked = environment.location().searchParams.get('tab')
    return tabs.find((tab) => tab === asked) ?? 'todo'
  }
  const unfolded = new Set<string>()
  let shown: readonly Administration[] = []
  const $list = atom({
    tab: tabNow(),
    query: '',
    entries: [] as readonly Entry[],
  })

  const isUnfolded = ({ id }: Administration) => unfolded.has(String(id))

  function find(tab: Tab, query: string): Administration[] {
    return search(query)
      .map((each) => ({ each, need: needOf(each) }))
      .filter(({ need }) => tab === 'all' || need.tab === tab)
      .sort((one, other) => one.need.rank - other.need.rank)
      .map(({ each }) => each)
  }

  function show({ tab, query }: { tab: Tab; query: string } = $list.get()): void {
    const entries = shown.flatMap((administration): Entry[] => {
      const count = isShop() || isUnfolded(administration) ? placesOf(administration) : 0
      const places = Array.from({ length: count }, (_, place) => ({ administration, place }))
      return isShop() ? places : [{ administration, place: null }, ...places]
    })
    $list.set({ tab, query, entries })
  }

  function make(query = $list.get().query): void {
    const tab = query === '' && !isShop() ? tabNow() : 'all'
    shown = find(tab, query)
    show({ tab, query })
  }

  /** How many there are, of how many of them it is known what they need, and in which tab those are. */
  function counts(of = search('')) {
    const found = { todo: 0, waiting: 0, ready: 0, all: of.length, seen: 0 }
    for (const each of of) {
      const { tab, isKnown } = needOf(each)
      if (!isKnown) continue
      found[tab] += 1
      found.seen += 1
    }
    return found
  }

  return {
    $list,
    make,
    goTo: (tab: Tab): void => {
      const address = environment.location()
      address.searchParams.set('tab', tab)
      environment.pushAddress(address)
      make('')
    },
    grow: (): void => {
      const { tab, query } = $list.get()
      shown = [...new Set([...shown, ...find(tab, query)])]
      show()
    },
    isUnfolded,
    toggle: ({ id }: Administration): void => {
      if (!unfolded.delete(String(id))) unfolded.add(String(id))
      show()
    },
    counts: () => counts(),
    /** The same of those that are shown. */
    shownCounts: () => counts(shown),
  }
}
