import { couplingChips } from '../../lib/accounting/snelstart/stored-settings.ts'
import type { Administration, Location } from '../../lib/api/places.ts'
import { idsOf, placeName, type PlaceIds } from '../../lib/domain/place.ts'
import type { MessageKey } from '../../lib/i18n/messages.ts'
import type { MadeKey } from '../coupling/remembered-places.ts'
import type { Facts, Located, State } from './facts.ts'

/** Parts of Home's list, as its address names them. */
export const tabs = ['todo', 'waiting', 'ready', 'all'] as const
export type Tab = (typeof tabs)[number]

export type ChipKind = 'neutral' | 'information' | 'failure'

interface Presentation {
  tab: Exclude<Tab, 'all'>
  kind: ChipKind
  text: MessageKey
  help: MessageKey
}

/** Texts and tab of each state, the most urgent state first. */
export const presentations: Readonly<Record<State, Presentation>> = {
  broken: { tab: 'todo', kind: 'failure', text: 'home:broken', help: 'home:brokenHelp' },
  unknown: { tab: 'todo', kind: 'neutral', text: 'home:unknown', help: 'home:unknownHelp' },
  coupled: { tab: 'todo', ...couplingChips.coupled, help: 'home:coupledHelp' },
  none: { tab: 'todo', ...couplingChips.none, help: 'home:newHelp' },
  empty: { tab: 'todo', kind: 'neutral', text: 'home:empty', help: 'home:emptyHelp' },
  waiting: { tab: 'waiting', ...couplingChips.waiting, help: 'home:waitingHelp' },
  setUp: { tab: 'ready', ...couplingChips.setUp, help: 'home:readyHelp' },
}
const order = Object.keys(presentations)
export const byUrgency = (one: { state: State }, other: { state: State }) =>
  order.indexOf(one.state) - order.indexOf(other.state)

/** A location of an administration with its state. */
export type Spot = Located & { administration: Administration }

export const isAt = (of: Administration, location?: Location | null) => (place: PlaceIds) =>
  String(place.administration) === String(of.id) &&
  (!location || String(place.location) === String(location.id))

/** Returns the places that this browser made and that the service does not show to this user yet. */
function hiddenSpots({ made }: Facts, isHidden: (key: MadeKey) => boolean): Spot[] {
  return [...made.values()]
    .filter(isHidden)
    .flatMap(({ place }) => (place ? { ...place, state: 'waiting', reportAt: null } : []))
}

/** Returns those of them whose administration is not listed. */
export function unlistedSpots(facts: Facts): Spot[] {
  const { status } = facts.view
  if (status === 'loading' || status === 'failed') return []
  return hiddenSpots(facts, (key) => !facts.administrations.has(String(key.administration)))
}

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
