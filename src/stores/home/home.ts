import { computed } from 'nanostores'
import { listAdministrations, type Administration } from '../../lib/api/serials.ts'
import {
  administrationLabel,
  placeName,
  type Place,
  type PlaceIds,
} from '../../lib/domain/place.ts'
import { apartIn, searchOf } from '../../lib/domain/options.ts'
import type { Person } from '../../lib/identity/user.ts'
import { createList, itemsOf } from '../form/list.ts'
import { readsOf } from '../gateway/reads.ts'
import type { Portal } from '../shell/portal.ts'
import type { Id } from '../../lib/api/endpoint.ts'
import { checkAddress, reportAddress, variantOf, wizardAddress } from '../../lib/domain/coupling.ts'
import { withStep } from '../../lib/domain/steps.ts'
import { localizedPath, type Message, type MessageKey } from '../../lib/i18n/messages.ts'
import { workLimit } from '../../lib/limits.ts'
import {
  connectMemory,
  readMadeKeys,
  type MadeKey,
  readWork,
  type Work,
} from '../coupling/remembered-places.ts'
import {
  draftRows,
  wizardDrafts,
  createStates,
  type Known,
  type Located,
  type State,
} from './known.ts'

export type Home = ReturnType<typeof createHome>

type ChipKind = 'neutral' | 'information' | 'failure'

/** What is said of a state; what needs somebody first has the lowest rank. */
const said: Readonly<
  Record<State, { rank: number; kind: ChipKind; text: MessageKey; help: MessageKey }>
> = {
  broken: { rank: 0, kind: 'failure', text: 'home:broken', help: 'home:brokenHelp' },
  waiting: { rank: 1, kind: 'information', text: 'home:waiting', help: 'home:waitingHelp' },
  coupled: { rank: 2, kind: 'information', text: 'home:coupled', help: 'home:coupledHelp' },
  new: { rank: 3, kind: 'neutral', text: 'home:new', help: 'home:newHelp' },
  unknown: { rank: 3, kind: 'neutral', text: 'home:unknown', help: 'home:unknownHelp' },
  ready: { rank: 4, kind: 'neutral', text: 'home:ready', help: 'home:readyHelp' },
  empty: { rank: 4, kind: 'neutral', text: 'home:empty', help: 'home:emptyHelp' },
}
/** What is next in each of a coupling's three steps: to make it, to approve it, to set it up. */
const steps: readonly State[] = ['new', 'waiting', 'coupled']
/** Those in which there is a coupling to check. */
const coupled: readonly State[] = ['broken', 'coupled', 'ready']

/** A row of Home: an administration, one of its locations, or a draft of this tab. */
export interface Row {
  title: Message
  notes: readonly Message[]
  /** None while it is looked up, as of all below. */
  chip?: { kind: ChipKind; text: Message }
  help?: MessageKey
  /** Which of a coupling's three steps is next, from 0; -1 for none. */
  step?: number
  /** What somebody does next: it goes somewhere, or is done here. */
  next?: { text: MessageKey; address?: URL; act?: () => void } | undefined
  /** Where its coupling is checked, where there is one. */
  check?: URL | undefined
}

/** Home (contract §4): a merchant's shop, or a reseller's customers, each with what is to be done next. */
export function createHome(portal: Portal, { id: user, version }: Pick<Person, 'id' | 'version'>) {
  const { environment, locale } = portal
  const { origin } = environment.location()
  const { call } = readsOf(portal, user)
  const administrations = createList(environment, 'administrations', (signal, leftOut) =>
    call(listAdministrations, {}, { signal, leftOut }),
  )
  /** Nobody's role is known (§6): who has one administration is shown a shop, and who has several customers. */
  const $view = computed(administrations.$list, (list) => {
    if (list.status === 'failed') return list
    if (list.status !== 'loaded') return { status: 'loading' } as const
    const [administration, ...others] = list.items
    if (!administration) return { status: 'none' } as const
    if (others.length === 0 && !list.leftOut) return { status: 'merchant', administration } as const
    return { ...list, status: 'reseller', total: list.items.length } as const
  })
  const $labelOf = computed(administrations.$list, (list) =>
    apartIn(itemsOf(list), administrationLabel),
  )
  /** Made when it is read: preparing a search of thousands takes long. */
  const $search = computed(administrations.$list, (list) =>
    searchOf(itemsOf(list), (each) => `${administrationLabel(each)} ${each.id}`),
  )
  /** Made for the first row that says when: that takes as long as all that is shown at first. */
  let days: Intl.RelativeTimeFormat | null = null
  /** What was worked on in this browser, the latest first. */
  let work: readonly Work[] = []
  /** Keys that were made here and are not known to be approved, and the names of their places. */
  let keys: readonly MadeKey[] = []
  let made: ReadonlySet<string> = new Set()
  /** Places whose wizard has a draft in this tab. */
  let unfinished: readonly PlaceIds[] = []
  const states = createStates(portal, user, isAtRest)
  const knownOf = ({ id }: Administration) => states.$known.get().get(String(id))

  /** Its locations, what needs somebody first; those of equal need in the order of the list. */
  function placedIn({ administration, locations }: Known): Located[] {
    const listed = new Set(locations.map(({ location }) => String(location?.id)))
    const hidden = hiddenAt(
      (key) => isOf(administration)(key) && !listed.has(String(key.location)),
    ).map(locatedAt)
    const placed = locations.map((each): Located => {
      const { location, state } = each
      const isMade = location && made.has(placeName({ administration, location: location.id }))
      return isMade && state === 'new' ? { ...each, state: 'waiting' } : each
    })
    // One that has such a location is not without any.
    const shown = hidden.length > 0 ? placed.filter(({ location }) => location) : placed
    return [...shown, ...hidden].sort((one, other) => said[one.state].rank - said[other.state].rank)
  }

  /** Places that this browser made, and that the service does not show to this user yet. */
  const hiddenAt = (isHidden: (key: MadeKey) => boolean) =>
    keys.filter(isHidden).flatMap(({ place }) => place ?? [])

  const isOf = (administration: Id, location?: Id) => (each: PlaceIds) =>
    String(each.administration) === String(administration) &&
    (location === undefined || String(each.location) === String(location))

  function notesOf(administration: Id, location?: Id): Message[] {
    const at = work.find(isOf(administration, location))?.at
    const notes: Message[] = []
    if (unfinished.some(isOf(administration, location))) notes.push({ key: 'home:unfinished' })
    if (at !== undefined) {
      days ??= new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
      const when = days.format(dayOf(at) - dayOf(environment.now()), 'day')
      notes.push({ key: 'home:worked', parameters: { when } })
    }
    return notes
  }

  function nextOf(
    administration: Administration,
    { location, state, reportAt }: Located,
  ): Row['next'] {
    const { id } = administration
    if (state === 'empty') return undefined
    if (state === 'unknown') return { text: 'shell:retry', act: () => states.askAgain(id) }
    if (state === 'new' || !location) {
      const choice = { administration, location, isGiven: true }
      return {
        text: state === 'new' ? 'home:couple' : 'home:look',
        address: new URL(localizedPath(locale, '/connect'), origin),
        act: () => connectMemory(environment, user).write(choice),
      }
    }
    const place = { administration: id, location: location.id }
    const address = wizardAddress(origin, locale, place, variantOf({ version }))
    if (state === 'ready') {
      return reportAt === null
        ? { text: 'home:settings', address: withStep(address, 'summary') }
        : { text: 'home:report', address: reportAddress(address) }
    }
    const isToForward = state === 'waiting' && made.has(placeName(place))
    return { text: isToForward ? 'home:forward' : atWizard[state], address }
  }

  /** @param located none where nothing is known yet */
  function rowOf(
    administration: Administration,
    located?: Located,
    name = $labelOf.get()(administration),
  ): Row {
    const base = {
      title: { key: 'home:shop', parameters: { name } },
      notes: notesOf(administration.id, located?.location?.id),
    } as const
    if (!located) return base
    const { state, reportAt } = located
    const { kind, text: key, help } = said[state]
    const text: Message = state === 'ready' && reportAt !== null ? readyOn(reportAt) : { key }
    const next = nextOf(administration, located)
    const isMade = located.location !== null && coupled.includes(state)
    const check = isMade && next?.address ? checkAddress(next.address) : undefined
    return { ...base, chip: { kind, text }, help, step: steps.indexOf(state), next, check }
  }

  function readyOn(time: number): Message {
    const date = new Date(time).toLocaleDateString(locale, { dateStyle: 'medium' })
    return { key: 'home:readyOn', parameters: { date } }
  }

  /** How many of several locations are coupled. */
  function countOf({ locations, count }: Known): Message[] {
    if (count < 2) return []
    const connected = locations.filter(({ state }) => state === 'coupled' || state === 'ready')
    const all = locations.length < count ? `${locations.length}+` : String(count)
    const parameters = { connected: String(connected.length), count: all }
    return [{ key: 'home:someCoupled', parameters }]
  }

  /** Whether a state will stay as it is, as long as nobody works on it. */
  function isAtRest(known: Known): boolean {
    const workedAt = work.find(isOf(known.administration))?.at ?? 0
    const isResting = ({ state }: Located) => state === 'new' || state === 'ready'
    return workedAt < known.at && placedIn(known).every(isResting)
  }

  /** Reads anew what this browser knows, and has asked what may have changed: the user is back. */
  async function renew(): Promise<void> {
    work = await readWork(environment, user)
    keys = await readMadeKeys(environment, user)
    made = new Set(keys.map(placeName))
    unfinished = wizardDrafts(environment, user)
    states.renew()
  }

  return {
    $view,
    /** What is known of administrations, by id as text: with it the rows change. */
    $known: states.$known,
    /** Has the state asked for of those that are in sight. */
    show: states.show,
    renew,
    /** Loads the administrations. */
    start: async (): Promise<void> => {
      await renew()
      await administrations.load()
    },
    /** Loads the administrations once more. */
    retry: administrations.reload,
    /**
     * The administrations that a search finds: what needs somebody first, as far as it is known now, and
     * of what is unknown as much can be said as of what is new. Among equals what was worked on last,
     * then the order of the list.
     */
    find: (query: string): readonly Administration[] => {
      const all = itemsOf(administrations.$list.get())
      const found = query === '' ? all : $search.get()(query, Infinity).shown
      const worked = work.map(({ administration }) => String(administration))
      const ranked = found.map((each) => {
        const known = knownOf(each)
        const { rank } = said[(known && placedIn(known)[0]?.state) ?? 'unknown']
        const at = worked.indexOf(String(each.id))
        return { each, rank, at: at < 0 ? workLimit : at }
      })
      ranked.sort((one, other) => one.rank - other.rank || one.at - other.at)
      return ranked.map(({ each }) => each)
    },
    /** An administration among others, with what its location needs that needs it most. */
    rowOf: (administration: Administration): Row => {
      const known = knownOf(administration)
      if (!known) return rowOf(administration)
      const notes = [...countOf(known), ...notesOf(administration.id)]
      return { ...rowOf(administration, placedIn(known)[0]), notes }
    },
    /** The locations of an administration. */
    placesOf: (administration: Administration): Row[] => {
      const known = knownOf(administration)
      if (!known) return [rowOf(administration)]
      const placed = placedIn(known)
      const locations = placed.flatMap(({ location }) => location ?? [])
      const nameOf = apartIn(locations, ({ name }) => name)
      return placed.map((each) =>
        rowOf(administration, each, each.location ? nameOf(each.location) : undefined),
      )
    },
    /** What was made here and is not listed yet, and what was begun in this tab and is for nobody there. */
    drafts: (): Row[] => {
      const list = administrations.$list.get()
      const ids = new Set(itemsOf(list).map(({ id }) => String(id)))
      const isHidden = ({ administration }: MadeKey) =>
        list.status === 'loaded' && !ids.has(String(administration))
      const hidden = hiddenAt(isHidden).map((place): Row => {
        const row = rowOf(place.administration, locatedAt(place))
        return { ...row, notes: [{ key: 'home:hidden' }] }
      })
      return [...hidden, ...draftRows(portal, user, work)]
    },
  }
}

const locatedAt = ({ location }: Place): Located => ({ location, state: 'waiting', reportAt: null })

/** What somebody does at the wizard of a coupling that stands so. */
const atWizard = {
  broken: 'home:look',
  waiting: 'home:check',
  coupled: 'home:setUp',
} as const

/** The days of a calendar, numbered. */
function dayOf(time: number): number {
  return Math.round(new Date(time).setHours(12, 0, 0, 0) / dayLength)
}
const dayLength = 24 * 3600 * 1000
