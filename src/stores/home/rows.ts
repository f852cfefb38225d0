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
import type { Known, Located, State } from './states.ts'

type ChipKind = 'neutral' | 'information' | 'warning' | 'failure' | 'success'

/** What is said of a state; what needs somebody first has the lowest rank. */
const said: Readonly<
  Record<State, { rank: number; kind: ChipKind; text: MessageKey; help: MessageKey }>
> = {
  broken: { rank: 0, kind: 'failure', text: 'home:broken', help: 'home:brokenHelp' },
  waiting: { rank: 1, kind: 'warning', text: 'home:waiting', help: 'home:waitingHelp' },
  coupled: { rank: 2, kind: 'information', text: 'home:coupled', help: 'home:coupledHelp' },
  new: { rank: 3, kind: 'neutral', text: 'home:new', help: 'home:newHelp' },
  unknown: { rank: 3, kind: 'neutral', text: 'home:unknown', help: 'home:unknownHelp' },
  ready: { rank: 4, kind: 'success', text: 'home:ready', help: 'home:readyHelp' },
  empty: { rank: 4, kind: 'neutral', text: 'home:empty', help: 'home:emptyHelp' },
}
/** What is next in each of a coupling's three steps: to make it, to approve it, to set it up. */
const steps: readonly State[] = ['new', 'waiting', 'coupled']

/** A row of Home: an administration, one of its locations, or a draft of this tab. */
export interface Row {
  title: Message
  notes: readonly Message[]
  /** None while it is looked up, as of all below. */
  chip?: { kind: ChipKind; text: Message }
  help?: MessageKey
  /** Which of a coupling's three steps is next, from 0; -1 for none. */
  step?: number
  next?: Next | undefined
}

/** What somebody does next: it goes somewhere, or is done here. */
interface Next {
  text: MessageKey
  address?: URL
  act?: () => void
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

/**
 * The rows of administrations, by what the service and this browser know of them.
 *
 * @param choose chooses what /connect begins with
 * @param askAgain has the state of an administration asked for once more
 */
export function createRows(
  { environment, locale }: Pick<Portal, 'environment' | 'locale'>,
  person: Pick<Person, 'version'>,
  remembered: () => Remembered,
  choose: (choice: Choice) => void,
  askAgain: (administration: Id) => void,
) {
  const { origin } = environment.location()
  const dates = new Intl.DateTimeFormat(locale, { dateStyle: 'long' })
  const days = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  const flowAddress = (flow: 'connect' | 'boarding') =>
    new URL(localizedPath(locale, `/${flow}`), origin)

  const isMade = (administration: Id, location: Id) =>
    remembered().made.has(placeName({ administration, location }))

  /** Its locations, what needs somebody first; those of equal need in the order of the list. */
  function placedIn({ administration, locations }: Known): Located[] {
    const placed = locations.map((each): Located => {
      const isWaiting =
        each.state === 'new' && each.location && isMade(administration, each.location.id)
      return isWaiting ? { ...each, state: 'waiting' } : each
    })
    return placed.sort((one, other) => said[one.state].rank - said[other.state].rank)
  }

  const isOf = (administration: Id, location?: Id) => (each: PlaceIds) =>
    String(each.administration) === String(administration) &&
    (location === undefined || String(each.location) === String(location))

  function notesOf(administration: Id, location?: Id): Message[] {
    const { work, drafts } = remembered()
    const at = work.find(isOf(administration, location))?.at
    const notes: Message[] = []
    if (drafts.some(isOf(administration, location))) notes.push({ key: 'home:unfinished' })
    if (at !== undefined) {
      const when = days.format(dayOf(at) - dayOf(environment.now()), 'day')
      notes.push({ key: 'home:worked', parameters: { when } })
    }
    return notes
  }

  function nextOf(
    administration: Administration,
    { location, state, reportAt }: Located,
  ): Next | undefined {
    const { id } = administration
    const act = () => choose({ administration, location })
    const connecting = { address: flowAddress('connect'), act }
    if (state === 'empty') return undefined
    if (state === 'unknown') return { text: 'shell:retry', act: () => askAgain(id) }
    if (state === 'new') return { text: 'home:couple', ...connecting }
    if (location === null) return { text: 'home:look', ...connecting }
    const place = { administration: id, location: location.id }
    const address = wizardAddress(origin, locale, place, variantOf(person))
    if (state === 'ready' && reportAt !== null) {
      return { text: 'home:report', address: reportAddress(address) }
    }
    const isToForward = state === 'waiting' && isMade(id, location.id)
    return { text: isToForward ? 'home:forward' : atWizard[state], address }
  }

  /** @param located none where nothing is known yet */
  function row(administration: Administration, title: string, located?: Located): Row {
    const base = {
      title: { key: 'home:shop', parameters: { name: title } },
      notes: notesOf(administration.id, located?.location?.id),
    } as const
    if (!located) return base
    const { state, reportAt } = located
    const { kind, text: key, help } = said[state]
    const text: Message =
      state === 'ready' && reportAt !== null
        ? { key: 'home:readyOn', parameters: { date: dates.format(reportAt) } }
        : { key }
    const next = nextOf(administration, located)
    return { ...base, chip: { kind, text }, help, step: steps.indexOf(state), next }
  }

  /** How many of several locations are coupled. */
  function countOf({ locations, count }: Known): Message[] {
    if (count < 2) return []
    const coupled = locations.filter(({ state }) => state === 'coupled' || state === 'ready')
    const all = locations.length < count ? `${locations.length}+` : String(count)
    const parameters = { connected: String(coupled.length), count: all }
    return [{ key: 'home:someCoupled', parameters }]
  }

  return {
    /** What needs somebody first has the lowest; of what is unknown as much can be said as of what is new. */
    rankOf: (known: Known | undefined): number =>
      said[(known && placedIn(known)[0]?.state) ?? 'unknown'].rank,
    /** Whether a state will stay as it is, as long as nobody works on it. */
    isAtRest: (known: Known): boolean => {
      const workedAt = remembered().work.find(isOf(known.administration))?.at ?? 0
      const isResting = ({ state }: Located) => state === 'new' || state === 'ready'
      return workedAt < known.at && placedIn(known).every(isResting)
    },
    /** An administration, with what its location needs that needs it most. */
    rowOf: (administration: Administration, known: Known | undefined): Row => {
      const title = administrationLabel(administration)
      if (!known) return row(administration, title)
      const notes = [...countOf(known), ...notesOf(administration.id)]
      return { ...row(administration, title, placedIn(known)[0]), notes }
    },
    /** The locations of an administration. */
    placesOf: (administration: Administration, known: Known | undefined): Row[] => {
      const title = administrationLabel(administration)
      if (!known) return [row(administration, title)]
      return placedIn(known).map((each) => row(administration, each.location?.name ?? title, each))
    },
    /** Something that was begun in a flow, and is for no customer of the list yet. */
    draftOf: (flow: 'connect' | 'boarding', title: Message): Row => ({
      title,
      notes: [],
      chip: { kind: 'information', text: { key: 'home:unfinished' } },
      next: { text: 'home:goOn', address: flowAddress(flow) },
    }),
  }
}

/** What somebody does at the wizard of a coupling that stands so. */
const atWizard = {
  broken: 'home:look',
  waiting: 'home:check',
  coupled: 'home:setUp',
  ready: 'home:settings',
} as const

/** The days of a calendar, numbered. */
function dayOf(time: number): number {
  return Math.round(new Date(time).setHours(12, 0, 0, 0) / dayLength)
}
const dayLength = 24 * 3600 * 1000
