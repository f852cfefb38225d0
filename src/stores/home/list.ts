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

export const isAt = (of: Administration, location: Location | null) => (place: PlaceIds) =>
  String(place.administration) === String(of.id) &&
  (!location || String(place.location) === String(location.id))

/** Returns the places that this browser made and that the service does not show to this user yet. */
const hiddenSpots = ({ made }: Facts, isHidden: (key: MadeKey) => boolean): Spot[] =>
  [...made.values()]
    .filter(isHidden)
    .flatMap(({ place }) => (place ? { ...place, state: 'waiting', keptAt: null } : []))

/** Returns those of them whose administration is not listed. */
export const unlistedSpots = (facts: Facts): Spot[] =>
  hiddenSpots(facts, (key) => !facts.administrations.has(String(key.administration)))

/** Returns the locations of an administration, the most urgent first; none before they are known. */
export function spotsOf(facts: Facts, administration: Administration): Spot[] {
  const { locations } = facts.known.get(String(administration.id)) ?? {}
  if (!locations) return []
  const ids = new Set(locations.map(({ location }) => String(location?.id)))
  const isOfIt = isAt(administration, null)
  const hidden = hiddenSpots(facts, (key) => isOfIt(key) && !ids.has(String(key.location)))
  const placed = locations.map((each): Spot => {
    const { location, state } = each
    const isMade =
      location !== null && facts.made.has(placeName(idsOf({ administration, location })))
    // A key says more than the day of its link.
    const keptAt = isMade && state !== 'setUp' ? null : each.keptAt
    const isAwaited = state === 'none' && (isMade || keptAt !== null)
    return { ...each, administration, keptAt, state: isAwaited ? 'waiting' : state }
  })
  // An administration with a hidden location is not empty.
  const shown = hidden.length > 0 ? placed.filter(({ location }) => location) : placed
  return [...shown, ...hidden].sort(byUrgency)
}

/** Returns the state of the most urgent location; undefined until it is known. */
const stateOf = (facts: Facts, administration: Administration): State | undefined =>
  facts.known.get(String(administration.id))?.at
    ? spotsOf(facts, administration)[0]?.state
    : undefined

/** Counts administrations: all, those whose state is known (`seen`), and those of each tab. */
export function countsOf(facts: Facts, administrations: readonly Administration[]) {
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

const entryOf = (administration: Administration, location: Location | null): Entry => ({
  key: location ? placeName(idsOf({ administration, location })) : String(administration.id),
  administration,
  location,
})

/** Order of the list. Only opening, searching and tabs arrange it anew; facts that come later add to its end. */
export interface Order {
  tab: Tab
  query: string
  /** Ids, as text, of the administrations that are unfolded. */
  unfolded: ReadonlySet<string>
  entries: readonly Entry[]
}

export const isShop = ({ view }: Facts) => view.status === 'merchant'

/** Returns the tab that is shown. A search is in all of them, and a shop has no others. */
export const shownTab = (facts: Facts, { tab, query }: Order): Tab =>
  query !== '' || isShop(facts) ? 'all' : tab

/** Returns an order with what belongs to it by now, below what is listed, which stays where it is. */
export function extended(facts: Facts, order: Order): Order {
  const positions = new Map(order.entries.map(({ key }, index) => [key, index]))
  const positionOf = ({ key }: Entry) => positions.get(key) ?? positions.size
  const byPosition = (one: Entry, other: Entry) => positionOf(one) - positionOf(other)
  const tab = shownTab(facts, order)
  const administrations = facts
    .find(order.query)
    .map((each) => ({ ...entryOf(each, null), state: stateOf(facts, each) ?? ('none' as const) }))
    .filter(
      ({ key, state }) => positions.has(key) || tab === 'all' || presentations[state].tab === tab,
    )
    .sort(byUrgency)
    .sort(byPosition)
  const entries = administrations.flatMap(({ key, administration }) => {
    const isOpen = isShop(facts) || order.unfolded.has(String(administration.id))
    const locations = (isOpen ? spotsOf(facts, administration) : [])
      .flatMap(({ location }) => (location ? entryOf(administration, location) : []))
      .sort(byPosition)
    // A shop is its locations, as soon as there are any.
    if (isShop(facts) && locations.length > 0) return locations
    const own = { key, administration, location: null }
    return locations.length > 1 ? [own, ...locations] : [own]
  })
  return { ...order, entries }
}
