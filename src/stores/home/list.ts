import { couplingChips } from '../../lib/accounting/snelstart/stored-settings.ts'
import type { Administration, Location } from '../../lib/api/places.ts'
import { idsOf, placeName, type PlaceIds } from '../../lib/domain/place.ts'
import type { MessageKey } from '../../lib/i18n/messages.ts'
import type { MadeKey } from '../coupling/remembered-places.ts'
import type { Facts, Located, State } from './facts.ts'

/** Parts of Home's list, as its address names them. */
export const tabs = ['todo', 'waiting', 'ready', 'all'] as const
export type Tab = (typeof tabs)[number]

/** Tab, chip and help of each state, the most urgent state first. */
export const presentations = {
  broken: { tab: 'todo', kind: 'failure', text: 'home:broken', help: 'home:brokenHelp' },
  unknown: { tab: 'todo', kind: 'neutral', text: 'home:unknown', help: 'home:unknownHelp' },
  coupled: { tab: 'todo', ...couplingChips.coupled, help: 'home:coupledHelp' },
  none: { tab: 'todo', ...couplingChips.none, help: 'home:newHelp' },
  empty: { tab: 'todo', kind: 'neutral', text: 'home:empty', help: 'home:emptyHelp' },
  waiting: { tab: 'waiting', ...couplingChips.waiting, help: 'home:waitingHelp' },
  setUp: { tab: 'ready', ...couplingChips.setUp, help: 'home:readyHelp' },
} as const satisfies Record<State, { tab: Tab; kind: string; text: MessageKey; help: MessageKey }>
const states = Object.keys(presentations)
const byUrgency = (one: { state: State }, other: { state: State }) =>
  states.indexOf(one.state) - states.indexOf(other.state)

/** A location of an administration with its state. */
export type Spot = Located & { administration: Administration }

export const isAt = (of: Administration, location?: Location | null) => (place: PlaceIds) =>
  String(place.administration) === String(of.id) &&
  (!location || String(place.location) === String(location.id))

/** Returns the places that this browser made and that the service does not show to this user yet. */
const hiddenSpots = ({ made }: Facts, isHidden: (key: MadeKey) => boolean): Spot[] =>
  [...made.values()]
    .filter(isHidden)
    .flatMap(({ place }) => (place ? { ...place, state: 'waiting', reportAt: null } : []))

/** Returns those of them whose administration is not listed. */
export const unlistedSpots = (facts: Facts): Spot[] =>
  hiddenSpots(facts, (key) => !facts.administrations.has(String(key.administration)))

/** Returns the locations of an administration, the most urgent first; none before they are known. */
export function spotsOf(facts: Facts, administration: Administration): Spot[] {
  const { locations } = facts.known.get(String(administration.id)) ?? {}
  if (!locations) return []
  const ids = new Set(locations.map(({ location }) => String(location?.id)))
  const isOfIt = isAt(administration)
  const hidden = hiddenSpots(facts, (key) => isOfIt(key) && !ids.has(String(key.location)))
  const placed = locations.map((each): Spot => {
    const { location, state } = each
    const isMade =
      location !== null && facts.made.has(placeName(idsOf({ administration, location })))
    // A key says more than the day of a link, and so does a coupling.
    const mayWait = !isMade && (state === 'none' || state === 'waiting')
    const linkAt = mayWait ? each.linkAt : undefined
    const isAwaited = state === 'none' && (isMade || linkAt !== undefined)
    return { ...each, administration, linkAt, state: isAwaited ? 'waiting' : state }
  })
  // An administration with a hidden location is not empty.
  const shown = hidden.length > 0 ? placed.filter(({ location }) => location) : placed
  return [...shown, ...hidden].sort(byUrgency)
}

/** Returns the state of the most urgent location; undefined until it is known. */
export const stateOf = (facts: Facts, administration: Administration): State | undefined =>
  spotsOf(facts, administration)[0]?.state

/** Counts administrations: all, those whose state is known (`seen`), and those of each tab. */
export function countsOf(facts: Facts, administrations: Iterable<Administration>) {
  const counts = { todo: 0, waiting: 0, ready: 0, all: 0, seen: 0 }
  for (const administration of administrations) {
    counts.all += 1
    const state = stateOf(facts, administration)
    if (!state) continue
    counts[presentations[state].tab] += 1
    counts.seen += 1
  }
  return counts
}

/** What has a row in the list: an administration, or one of its locations. */
export interface Entry {
  key: string
  administration: Administration
  location: Location | null
}

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

/** Returns the locations of an unfolded administration: those listed before, in their order, then the others. */
function locationsOf(facts: Facts, id: string, listed: readonly Location[] = []): Location[] {
  const administration = facts.administrations.get(id)
  // While an administration is read again, its rows stay.
  if (!administration || !facts.known.has(id)) return [...listed]
  const locations = spotsOf(facts, administration).flatMap(({ location }) => location ?? [])
  const current = new Map(locations.map((location) => [String(location.id), location]))
  const kept = listed.flatMap((location) => current.get(String(location.id)) ?? [])
  return [...new Set([...kept, ...current.values()])]
}

/** Returns an order with what belongs to it by now. Nothing that is listed moves. */
export function extended(facts: Facts, earlier: Order): Order {
  const tab = shownTab(facts, earlier)
  const added = facts
    .find(earlier.query)
    .map((each) => ({ id: String(each.id), state: stateOf(facts, each) ?? ('none' as const) }))
    .filter(({ state }) => tab === 'all' || presentations[state].tab === tab)
    .sort(byUrgency)
  const several = [...earlier.unfolded.keys()].filter((id) => facts.known.get(id)?.count !== 1)
  const unfolded = isShop(facts) ? [...facts.administrations.keys()] : several
  return {
    ...earlier,
    administrations: [...new Set([...earlier.administrations, ...added.map(({ id }) => id)])],
    unfolded: new Map(unfolded.map((id) => [id, locationsOf(facts, id, earlier.unfolded.get(id))])),
  }
}

/** Returns the order of a list that is opened, searched or gone to anew. */
export function arranged(facts: Facts, earlier: Order): Order {
  const unfolded = [...earlier.unfolded].map(
    ([id, listed]) => [id, facts.known.has(id) ? [] : listed] as const,
  )
  return extended(facts, { ...earlier, administrations: [], unfolded: new Map(unfolded) })
}

export function entriesOf(facts: Facts, { administrations, unfolded }: Order): Entry[] {
  return administrations.flatMap((id) => {
    const administration = facts.administrations.get(id)
    if (!administration) return []
    const own = { key: JSON.stringify([id]), administration, location: null }
    const locations = (unfolded.get(id) ?? []).map((location) => ({
      key: JSON.stringify([id, String(location.id)]),
      administration,
      location,
    }))
    // A shop is its locations, as soon as there are any.
    return isShop(facts) && locations.length > 0 ? locations : [own, ...locations]
  })
}
