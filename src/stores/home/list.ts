import { couplingChips } from '../../lib/accounting/snelstart/stored-settings.ts'
import type { Administration, Location } from '../../lib/api/places.ts'
import { getPlaceIds, placeName, type PlaceIds } from '../../lib/domain/place.ts'
import type { MessageKey } from '../../lib/i18n/messages.ts'
import type { PendingKey } from '../coupling/remembered-places.ts'
import type { HomeData, HomeState, LocationState } from './data.ts'

export const homeTabs = ['todo', 'waiting', 'ready', 'all'] as const
export type HomeTab = (typeof homeTabs)[number]

/** Tab, chip and help text of each state, most urgent first. */
export const homeStatePresentations = {
  broken: { tab: 'todo', kind: 'failure', text: 'home:broken', help: 'home:brokenHelp' },
  unknown: { tab: 'todo', kind: 'neutral', text: 'home:unknown', help: 'home:unknownHelp' },
  coupled: { tab: 'todo', ...couplingChips.coupled, help: 'home:coupledHelp' },
  none: { tab: 'todo', ...couplingChips.none, help: 'home:newHelp' },
  empty: { tab: 'todo', kind: 'neutral', text: 'home:empty', help: 'home:emptyHelp' },
  waiting: { tab: 'waiting', ...couplingChips.waiting, help: 'home:waitingHelp' },
  setUp: { tab: 'ready', ...couplingChips.setUp, help: 'home:readyHelp' },
} as const satisfies Record<
  HomeState,
  { tab: HomeTab; kind: string; text: MessageKey; help: MessageKey }
>
const states = Object.keys(homeStatePresentations)
const byUrgency = (one: { state: HomeState }, other: { state: HomeState }) =>
  states.indexOf(one.state) - states.indexOf(other.state)

export type PlaceState = LocationState & { administration: Administration }

/** Returns a predicate for places of an administration or of one location. */
export const matchesEntry =
  (administration: Administration, location: Location | null) => (place: PlaceIds) =>
    String(place.administration) === String(administration.id) &&
    (!location || String(place.location) === String(location.id))

/** Returns new locations that the service does not list yet. */
const hiddenPlaces = (
  { pendingKeys }: HomeData,
  isHidden: (key: PendingKey) => boolean,
  state: HomeState = 'waiting',
): PlaceState[] =>
  [...pendingKeys.values()]
    .filter(isHidden)
    .flatMap(({ place }) => (place ? { ...place, state, keptAt: null } : []))

export const listUnlistedPlaces = (data: HomeData): PlaceState[] =>
  hiddenPlaces(data, (key) => !data.administrations.has(String(key.administration)))

/** Returns the loaded locations of an administration, most urgent first. */
export function listLocationStates(data: HomeData, administration: Administration): PlaceState[] {
  const { locations } = data.readings.get(String(administration.id)) ?? {}
  if (!locations) return []
  const ids = new Set(locations.map(({ location }) => String(location?.id)))
  const isOfIt = matchesEntry(administration, null)
  // A failed request does not prove that a location is missing.
  const isUnread = locations.some(({ location, state }) => !location && state === 'unknown')
  const hidden = hiddenPlaces(
    data,
    (key) => isOfIt(key) && !ids.has(String(key.location)),
    isUnread ? 'unknown' : 'waiting',
  )
  const placed = locations.map((each): PlaceState => {
    const { location, state } = each
    const hasKey =
      location !== null &&
      data.pendingKeys.has(placeName(getPlaceIds({ administration, location })))
    // A pending key overrides the date of an approval link.
    const keptAt = hasKey && state !== 'setUp' ? null : each.keptAt
    const isAwaited = state === 'none' && (hasKey || keptAt !== null)
    return { ...each, administration, keptAt, state: isAwaited ? 'waiting' : state }
  })
  const shown = hidden.length > 0 ? placed.filter(({ location }) => location) : placed
  return [...shown, ...hidden].sort(byUrgency)
}

/** Returns the state of the most urgent location, if known. */
const stateOf = (data: HomeData, administration: Administration): HomeState | undefined =>
  data.readings.get(String(administration.id))?.at
    ? listLocationStates(data, administration)[0]?.state
    : undefined

/** Counts administrations by tab, and those with a known state (`seen`). */
export function countByTab(data: HomeData, administrations: readonly Administration[]) {
  const counts = { todo: 0, waiting: 0, ready: 0, all: 0, seen: 0 }
  for (const administration of administrations) {
    counts.all += 1
    const state = stateOf(data, administration)
    if (!state) continue
    counts[homeStatePresentations[state].tab] += 1
    counts.seen += 1
  }
  return counts
}

const createEntry = (administration: Administration, location: Location | null) => ({
  key: location ? placeName(getPlaceIds({ administration, location })) : String(administration.id),
  administration,
  location,
})
export type HomeListEntry = ReturnType<typeof createEntry>

/** Displayed list, sorted only on opening, search or tab change. */
export interface HomeListOrder {
  tab: HomeTab
  query: string
  unfolded: ReadonlySet<string>
  entries: readonly HomeListEntry[]
}

export const isSingleShop = ({ view }: HomeData) => view.status === 'merchant'

/** Returns the selected tab, or `all` during a search or for merchants. */
export const getShownTab = (data: HomeData, { tab, query }: HomeListOrder): HomeTab =>
  query !== '' || isSingleShop(data) ? 'all' : tab

/** Appends matching administrations, but moves no existing entries. */
export function appendEntries(data: HomeData, order: HomeListOrder): HomeListOrder {
  const positions = new Map(order.entries.map(({ key }, index) => [key, index]))
  const positionOf = ({ key }: HomeListEntry) => positions.get(key) ?? positions.size
  const byPosition = (one: HomeListEntry, other: HomeListEntry) =>
    positionOf(one) - positionOf(other)
  const tab = getShownTab(data, order)
  const isInTab = (state: HomeState) => tab === 'all' || homeStatePresentations[state].tab === tab
  const administrations = data
    .find(order.query)
    .map((each) => ({ ...createEntry(each, null), state: stateOf(data, each) ?? 'none' }))
    .filter(({ key, state }) => positions.has(key) || isInTab(state))
    .sort(byUrgency)
    .sort(byPosition)
  const entries = administrations.flatMap(({ key, administration }) => {
    const isOpen = isSingleShop(data) || order.unfolded.has(key)
    const locations = (isOpen ? listLocationStates(data, administration) : [])
      .flatMap(({ location }) => (location ? createEntry(administration, location) : []))
      .sort(byPosition)
    // A merchant with a single administration sees only rows of locations.
    if (isSingleShop(data) && locations.length > 0) return locations
    const own = { key, administration, location: null }
    return locations.length > 1 ? [own, ...locations] : [own]
  })
  return { ...order, entries }
}

/** Counts the listed administrations that no longer belong in the tab. */
export function countMisplacedEntries(data: HomeData, order: HomeListOrder): number {
  const tab = getShownTab(data, order)
  return order.entries.filter(({ administration, location }) => {
    const state = location ? undefined : stateOf(data, administration)
    return tab !== 'all' && state && homeStatePresentations[state].tab !== tab
  }).length
}
