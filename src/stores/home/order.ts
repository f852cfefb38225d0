import type { Administration, Location } from '../../lib/api/places.ts'
import type { Facts } from './facts.ts'
import { byUrgency, presentations, spotsOf, stateOf, type Tab } from './places.ts'

/** What has a row in the list: an administration, or one of its locations. */
export interface Entry {
  key: string
  administration: Administration
  location: Location | null
}

export const keyOf = ({ id }: Administration, location: Location | null) =>
  JSON.stringify(location ? [String(id), String(location.id)] : [String(id)])

/** Order of the list. Only opening, searching and tabs arrange it anew; facts that come later add to its end. */
export interface Order {
  tab: Tab
  query: string
  /** Ids of the administrations as text. */
  administrations: readonly string[]
  /** Locations of the administrations that are unfolded, by the administration's id as text. */
  unfolded: ReadonlyMap<string, readonly Location[]>
}

export const isShop = ({ view }: Facts) => view.status === 'merchant'

/** Returns the tab that is shown. A search is in all of them, and a shop has no others. */
export const shownTab = (facts: Facts, { tab, query }: Order): Tab =>
  query !== '' || isShop(facts) ? 'all' : tab

/** Ids of the administrations that belong to a tab, of those given by name: the most urgent first. */
function idsIn(facts: Facts, tab: Tab, named: readonly Administration[]): string[] {
  return named
    .map((each) => ({ id: String(each.id), state: stateOf(facts, each) ?? ('none' as const) }))
    .filter(({ state }) => tab === 'all' || presentations[state].tab === tab)
    .sort(byUrgency)
    .map(({ id }) => id)
}

function locationsOf(facts: Facts, id: string, listed: readonly Location[]): Location[] {
  const administration = facts.administrations.get(id)
  // While an administration is read again, its rows stay.
  if (!administration || !facts.known.has(id)) return [...listed]
  const spots = spotsOf(facts, administration)
  const locations = spots.flatMap(({ location }) => location ?? [])
  const current = new Map(locations.map((location) => [String(location.id), location]))
  const kept = listed.flatMap((location) => current.get(String(location.id)) ?? [])
  return [...new Set([...kept, ...current.values()])]
}

/** Returns an order with what belongs to it by now. Nothing that is listed moves. */
export function extended(facts: Facts, earlier: Order, named: readonly Administration[]): Order {
  const added = idsIn(facts, shownTab(facts, earlier), named)
  const several = [...earlier.unfolded.keys()].filter((id) => facts.known.get(id)?.count !== 1)
  const unfolded = isShop(facts) ? [...facts.administrations.keys()] : several
  return {
    ...earlier,
    administrations: [...new Set([...earlier.administrations, ...added])],
    unfolded: new Map(
      unfolded.map((id) => [id, locationsOf(facts, id, earlier.unfolded.get(id) ?? [])]),
    ),
  }
}

/** Returns the order of a list that is opened, searched or gone to anew. */
export function arranged(facts: Facts, earlier: Order, named: readonly Administration[]): Order {
  const unfolded = new Map(
    [...earlier.unfolded].map(([id, listed]) => [id, facts.known.has(id) ? [] : listed]),
  )
  return extended(facts, { ...earlier, administrations: [], unfolded }, named)
}

export function entriesOf(facts: Facts, { administrations, unfolded }: Order): Entry[] {
  return administrations.flatMap((id) => {
    const administration = facts.administrations.get(id)
    if (!administration) return []
    const own = { key: keyOf(administration, null), administration, location: null }
    const locations = (unfolded.get(id) ?? []).map((location) => ({
      key: keyOf(administration, location),
      administration,
      location,
    }))
    // A shop is its locations, as soon as there are any.
    return isShop(facts) && locations.length > 0 ? locations : [own, ...locations]
  })
}
