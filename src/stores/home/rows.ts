import type { Id } from '../../lib/api/endpoint.ts'
import type { Administration } from '../../lib/api/serials.ts'
import { administrationLabel } from '../../lib/domain/administration.ts'
import { reportAddress, variantOf, wizardAddress } from '../../lib/domain/coupling.ts'
import { placeName, type PlaceIds } from '../../lib/domain/place.ts'
import type { Person } from '../../lib/identity/person.ts'
import { localizedPath, type Message, type MessageKey } from '../../lib/i18n/messages.ts'
import type { Choice } from '../connect/memory.ts'
import type { Work } from '../coupling/worked-on.ts'
import type { Portal } from '../shell/portal.ts'
import { createDates } from './dates.ts'
import type { Known } from './states.ts'

type ChipKind = 'neutral' | 'information' | 'warning' | 'failure' | 'success'

/** The state of a coupling: `ready` is set up, `empty` has no location to couple. */
type State = 'broken' | 'waiting' | 'coupled' | 'new' | 'unknown' | 'ready' | 'empty'

/**
 * What is said of a state; what needs somebody first has the lowest rank. `done`: how many of a coupling's
 * three steps are behind it, which are to make it, to approve it and to set it up.
 */
const said: Readonly<
  Record<State, { rank: number; kind: ChipKind; text: MessageKey; help: MessageKey; done: number }>
> = {
  broken: { rank: 0, kind: 'failure', text: 'home:broken', help: 'home:brokenHelp', done: 0 },
  waiting: { rank: 1, kind: 'warning', text: 'home:waiting', help: 'home:waitingHelp', done: 1 },
  coupled: {
    rank: 2,
    kind: 'information',
    text: 'home:coupled',
    help: 'home:coupledHelp',
    done: 2,
  },
  new: { rank: 3, kind: 'neutral', text: 'home:new', help: 'home:newHelp', done: 0 },
  unknown: { rank: 3, kind: 'neutral', text: 'home:unknown', help: 'home:unknownHelp', done: 0 },
  ready: { rank: 4, kind: 'success', text: 'home:ready', help: 'home:readyHelp', done: 3 },
  empty: { rank: 4, kind: 'neutral', text: 'home:empty', help: 'home:emptyHelp', done: 0 },
}

/** What somebody does next: goes somewhere, perhaps with something chosen there, or has it asked once more. */
export type Next = { text: MessageKey } & ({ address: URL; choose?: Choice } | { asks: Id })

/** A row of Home: an administration, one of its locations, or a draft of this tab. */
export interface Row {
  /** Unique in its list. */
  name: string
  title: Message
  notes: readonly Message[]
  /** Null while it is looked up, as are `help` and `next`. */
  chip: { kind: ChipKind; text: Message } | null
  help: MessageKey | null
  done: number
  next: Next | null
}

/** What this browser knows of a user's places. */
export interface Remembered {
  /** The latest first. */
  work: readonly Work[]
  /** Names of places whose key was made here and is not known to be approved. */
  made: ReadonlySet<string>
  /** Places whose wizard has a draft in this tab. */
  drafts: readonly PlaceIds[]
}

interface Placed extends Omit<Known['locations'][number], 'answer'> {
  state: State
}

/** The rows of administrations, by what the service and this browser know of them. */
export function createRows(
  { environment, locale }: Pick<Portal, 'environment' | 'locale'>,
  person: Pick<Person, 'version'>,
  remembered: () => Remembered,
) {
  const { origin } = environment.location()
  const dates = createDates(locale)
  const flowAddress = (flow: 'connect' | 'boarding') =>
    new URL(localizedPath(locale, `/${flow}`), origin)

  /** Its locations, what needs somebody first; those of equal need in the order of the list. */
  function placedIn({ administration, locations }: Known): Placed[] {
    const { made } = remembered()
    const stateOf = ({ location, answer }: Known['locations'][number]): State => {
      const isMade = location && made.has(placeName({ administration, location: location.id }))
      const states = {
        none: isMade ? 'waiting' : 'new',
        pending: 'waiting',
        coupled: 'coupled',
        setUp: 'ready',
        refused: 'broken',
        unknown: 'unknown',
      } as const
      return states[answer]
    }
    return locations
      .map((each) => ({ ...each, state: stateOf(each) }))
      .sort((one, other) => said[one.state].rank - said[other.state].rank)
  }

  const isOf = (administration: Id, location?: Id) => (each: PlaceIds) =>
    String(each.administration) === String(administration) &&
    (location === undefined || String(each.location) === String(location))

  function notesOf(administration: Id, location?: Id): Message[] {
    const { work, drafts } = remembered()
    const at = work.find(isOf(administration, location))?.at
    const isUnfinished = drafts.some(isOf(administration, location))
    return [
      ...(isUnfinished ? [{ key: 'home:unfinished' as const }] : []),
      ...(at === undefined ? [] : [dates.worked(at, environment.now())]),
    ]
  }

  function nextOf(administration: Administration, { location, state, reportAt }: Placed): Next {
    const connecting = { address: flowAddress('connect'), choose: { administration, location } }
    if (state === 'unknown') return { text: 'shell:retry', asks: administration.id }
    if (state === 'new') return { text: 'home:couple', ...connecting }
    if (location === null) return { text: 'home:look', ...connecting }
    const place = { administration: administration.id, location: location.id }
    const address = wizardAddress(origin, locale, place, variantOf(person))
    if (state === 'broken') return { text: 'home:look', address }
    if (state === 'coupled') return { text: 'home:setUp', address }
    if (state === 'waiting') {
      const isMade = remembered().made.has(placeName(place))
      return { text: isMade ? 'home:forward' : 'home:check', address }
    }
    return reportAt === null
      ? { text: 'home:settings', address }
      : { text: 'home:report', address: reportAddress(address) }
  }

  /** @param placed null where there is no location, and undefined where nothing is known yet */
  function row(administration: Administration, title: string, placed?: Placed | null): Row {
    const { id } = administration
    const location = placed?.location?.id
    const base = {
      name: String(location ?? id),
      title: { key: 'home:shop', parameters: { name: title } },
      notes: notesOf(id, location),
    } as const
    if (placed === undefined) return { ...base, chip: null, help: null, done: 0, next: null }
    const { kind, text: key, help, done } = said[placed?.state ?? 'empty']
    const at = key === 'home:ready' && placed?.reportAt
    const text: Message = at
      ? { key: 'home:readyOn', parameters: { date: dates.date(at) } }
      : { key }
    return {
      ...base,
      chip: { kind, text },
      help,
      done,
      next: placed && nextOf(administration, placed),
    }
  }

  /** How many of several locations are coupled. */
  function countOf({ locations, count }: Known): Message[] {
    if (count < 2) return []
    const coupled = locations.filter(({ answer }) => answer === 'coupled' || answer === 'setUp')
    const all = locations.length < count ? `${locations.length}+` : String(count)
    const parameters = { connected: String(coupled.length), count: all }
    return [{ key: 'home:someCoupled', parameters }]
  }

  return {
    /** What needs somebody first has the lowest; of what is unknown as much can be said as of what is new. */
    rankOf: (known: Known | undefined): number =>
      known ? said[placedIn(known)[0]?.state ?? 'empty'].rank : said.unknown.rank,
    /** Whether a state will stay as it is, as long as nobody works on it. */
    isAtRest: (known: Known): boolean => {
      const workedAt = remembered().work.find(isOf(known.administration))?.at ?? 0
      const isResting = ({ state }: Placed) => state === 'new' || state === 'ready'
      return workedAt < known.at && placedIn(known).every(isResting)
    },
    /** An administration, with what its location needs that needs it most. */
    rowOf: (administration: Administration, known: Known | undefined): Row => {
      const name = String(administration.id)
      const title = administrationLabel(administration)
      if (!known) return row(administration, title)
      const notes = [...countOf(known), ...notesOf(administration.id)]
      return { ...row(administration, title, placedIn(known)[0] ?? null), name, notes }
    },
    /** The locations of an administration. */
    placesOf: (administration: Administration, known: Known | undefined): Row[] => {
      const title = administrationLabel(administration)
      if (!known) return [row(administration, title)]
      if (known.locations.length === 0) return [row(administration, title, null)]
      return placedIn(known).map((each) => row(administration, each.location?.name ?? title, each))
    },
    /** Something that was begun in a flow, and is for no customer of the list yet. */
    draftOf: (flow: 'connect' | 'boarding', title: Message): Row => ({
      name: flow,
      title,
      notes: [],
      chip: { kind: 'information', text: { key: 'home:unfinished' } },
      help: null,
      done: 0,
      next: { text: 'home:goOn', address: flowAddress(flow) },
    }),
  }
}
