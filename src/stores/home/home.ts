import { atom, computed, readonlyType } from 'nanostores'
import { listAdministrations, type Administration } from '../../lib/api/places.ts'
import { administrationLabel, idsOf, placeName, type PlaceIds } from '../../lib/domain/place.ts'
import { apartIn, searchOf } from '../../lib/domain/options.ts'
import { createList, itemsOf } from '../form/list.ts'
import { readsOf } from '../gateway/reads.ts'
import type { SignedIn } from '../shell/portal.ts'
import type { Id } from '../../lib/api/endpoint.ts'
import { checkAddress, showAddress, wizardOf } from '../../lib/domain/coupling.ts'
import { withStep } from '../../lib/domain/steps.ts'
import { homeRowLimit } from '../../lib/limits.ts'
import { localizedPath, type Message, type MessageKey } from '../../lib/i18n/messages.ts'
import {
  connectMemory,
  forgetOldLinks,
  noonOf,
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

/** What Home's list is divided into, as its address names it. */
export const tabs = ['todo', 'waiting', 'ready', 'all'] as const
export type Tab = (typeof tabs)[number]

type ChipKind = 'neutral' | 'information' | 'failure'

/** What is said of a state, and in which tab; what needs somebody first stands first. */
const said: Readonly<
  Record<State, { tab: Exclude<Tab, 'all'>; kind: ChipKind; text: MessageKey; help: MessageKey }>
> = {
  broken: { tab: 'todo', kind: 'failure', text: 'home:broken', help: 'home:brokenHelp' },
  unknown: { tab: 'todo', kind: 'neutral', text: 'home:unknown', help: 'home:unknownHelp' },
  coupled: { tab: 'todo', kind: 'information', text: 'shell:coupled', help: 'home:coupledHelp' },
  new: { tab: 'todo', kind: 'neutral', text: 'shell:notCoupled', help: 'home:newHelp' },
  empty: { tab: 'todo', kind: 'neutral', text: 'home:empty', help: 'home:emptyHelp' },
  waiting: { tab: 'waiting', kind: 'information', text: 'shell:waiting', help: 'home:waitingHelp' },
  ready: { tab: 'ready', kind: 'neutral', text: 'shell:setUp', help: 'home:readyHelp' },
}
const order = Object.keys(said)
const rankOf = (state: State) => order.indexOf(state)
/** What is next in each of a coupling's three steps: to make it, to approve it, to set it up. */
const steps: readonly State[] = ['new', 'waiting', 'coupled']
const coupled: readonly State[] = ['broken', 'coupled', 'ready']

/** What has a row in the list: an administration, or one of its locations where that is unfolded, by their order. */
export interface Entry {
  administration: Administration
  place: number | null
}

/** A row of Home: an administration, one of its locations, or a draft of this tab. */
export interface Row {
  title: Message
  notes: readonly Message[]
  /** None while it is looked up, as of all below. */
  chip?: { kind: ChipKind; text: Message }
  help?: MessageKey
  /** Which of a coupling's three steps is next, from 0; -1 for none. */
  step?: number
  /** Where it has several locations, how many of them are coupled; they can be unfolded. */
  several?: { text: Message; isUnfolded: boolean; toggle: () => void } | undefined
  /** What somebody does next: it goes somewhere, or is done here. */
  next?: { text: MessageKey; address?: URL; act?: () => void } | undefined
  /** Where its coupling is checked, where there is one, and what there is of one that is set up. */
  ways?: readonly { text: Message; address: URL }[]
  /** Its link, where this browser has its key, in the tab of those that wait for a customer. */
  link?: RowLink | undefined
}

/** A location of an administration, as far as it is known. */
type Spot = Located & { administration: Administration }

/** A link that can be chosen, to be told with others (§2). */
export interface RowLink {
  key: MadeKey
  name: string
  shop: string
  isChosen: boolean
  choose: (isChosen: boolean) => void
}

const idOf = ({ id }: { id: Id }) => id

/** Home (contract §4): a merchant's shop, or a reseller's customers, each with what is to be done next. */
export function createHome(portal: SignedIn) {
  const { environment, locale } = portal
  const { origin } = environment.location()
  const { call } = readsOf(portal)
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
    return { ...list, status: 'reseller' } as const
  })
  /** By name, and what tells them apart. */
  const $all = computed(administrations.$list, (list) => {
    const { compare } = new Intl.Collator(locale)
    const items = itemsOf(list).toSorted((one, other) => compare(one.name, other.name))
    const ids = new Set(items.map(({ id }) => String(id)))
    return { items, ids, nameOf: apartIn(items, administrationLabel, idOf) }
  })
  /** Made when it is read: preparing a search of thousands takes long. */
  const $search = computed($all, ({ items }) =>
    searchOf(items, (each) => `${administrationLabel(each)} ${each.id}`),
  )
  /** Made for the first row that says when: that takes as long as all that is shown at first. */
  let days: Intl.RelativeTimeFormat | null = null
  let work: readonly Work[] = []
  /** Keys that were made here and are not known to be approved, by the names of their places. */
  let made: ReadonlyMap<string, MadeKey> = new Map()
  const $chosen = atom<ReadonlySet<string>>(new Set())
  let unfinished: readonly PlaceIds[] = []
  const states = createStates(portal)
  const knownOf = ({ id }: Administration) => states.$known.get().get(String(id))
  const tabNow = (): Tab => {
    const asked = environment.location().searchParams.get('tab')
    return tabs.find((tab) => tab === asked) ?? 'todo'
  }
  /** It is made when it is asked for: what is known later moves no row, and what then belongs to it comes last. */
  const $list = atom({ tab: tabNow(), query: '', entries: [] as readonly Entry[] })
  let listed: readonly Administration[] = []
  const unfolded = new Set<string>()
  /** One merchant's shop: its list has its locations alone. */
  const isShop = () => $view.get().status === 'merchant'

  /** Those of a tab whose name, country or id has a text in it: what needs somebody first, then by name. */
  function find(tab: Tab, query: string): Administration[] {
    const { items } = $all.get()
    const named = query === '' ? items : $search.get()(query, Infinity).shown
    return named
      .map((each) => ({ each, state: stateOf(each) ?? 'new' }))
      .filter(({ state }) => tab === 'all' || said[state].tab === tab)
      .sort((one, other) => rankOf(one.state) - rankOf(other.state))
      .map(({ each }) => each)
  }

  function list(tab = $list.get().tab, query = $list.get().query): void {
    const entries = listed.flatMap((administration): Entry[] => {
      const isOpen = isShop() || unfolded.has(String(administration.id))
      const places = isOpen ? [...placesOf(administration).keys()] : []
      const row = { administration, place: null }
      return [...(isShop() ? [] : [row]), ...places.map((place) => ({ administration, place }))]
    })
    $list.set({ tab, query, entries })
  }

  /** Makes the list anew, of those in whom a text is found. */
  function sort(query = $list.get().query): void {
    const tab = query === '' && !isShop() ? tabNow() : 'all'
    listed = find(tab, query)
    list(tab, query)
  }

  /** How many there are, of how many of them it is known what they need, and in which tab those are. */
  function counts(of: readonly Administration[] = $all.get().items) {
    const found = { todo: 0, waiting: 0, ready: 0, all: of.length, seen: 0 }
    for (const each of of) {
      const state = stateOf(each)
      if (!state) continue
      found[said[state].tab] += 1
      found.seen += 1
    }
    return found
  }

  /** Its locations, what needs somebody first, those of equal need in their order; none before they are known. */
  function spotsOf(administration: Administration): Spot[] {
    const { locations } = knownOf(administration) ?? {}
    if (!locations) return []
    const ids = new Set(locations.map(({ location }) => String(location?.id)))
    const hidden = hiddenAt((key) => isOf(administration.id)(key) && !ids.has(String(key.location)))
    const placed = locations.map((each): Spot => {
      const { location, state } = each
      const isMade = location !== null && made.has(placeName(idsOf({ administration, location })))
      // Of what was made here more is known than the day, and a coupling that has come is one.
      const mayWait = !isMade && (state === 'new' || state === 'waiting')
      const linkAt = mayWait ? each.linkAt : undefined
      const isAwaited = state === 'new' && (isMade || linkAt !== undefined)
      return { ...each, administration, linkAt, state: isAwaited ? 'waiting' : state }
    })
    // One that has such a location is not without any.
    const shown = hidden.length > 0 ? placed.filter(({ location }) => location) : placed
    return [...shown, ...hidden].sort((one, other) => rankOf(one.state) - rankOf(other.state))
  }

  /** How the location stands that needs somebody first; undefined until that was read. */
  const stateOf = (administration: Administration) => spotsOf(administration)[0]?.state

  /** Places that this browser made, and that the service does not show to this user yet. */
  const hiddenAt = (isHidden: (key: MadeKey) => boolean): Spot[] =>
    [...made.values()]
      .filter(isHidden)
      .flatMap(({ place }) => (place ? { ...place, state: 'waiting', reportAt: null } : []))

  const isOf = (administration: Id, location?: Id) => (each: PlaceIds) =>
    String(each.administration) === String(administration) &&
    (location === undefined || String(each.location) === String(location))

  function notesOf(administration: Id, location?: Id): Message[] {
    const at = work.find(isOf(administration, location))?.at
    const notes: Message[] = []
    if (unfinished.some(isOf(administration, location))) notes.push({ key: 'home:unfinished' })
    if (at !== undefined) {
      const since = (noonOf(at) - noonOf(environment.now())) / (24 * 3600 * 1000)
      days ??= new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
      const when = days.format(Math.round(since), 'day')
      notes.push({ key: 'home:worked', parameters: { when } })
    }
    return notes
  }

  /** Who can add a location is asked for one by mail, where an address for that is configured. */
  function askOf(administration: Administration): Row['next'] {
    const mail = portal.configuration.support.find(({ address }) => address.startsWith('mailto:'))
    const subject = encodeURIComponent(administrationLabel(administration).toWellFormed())
    return mail && { text: 'home:ask', address: new URL(`${mail.address}?subject=${subject}`) }
  }

  function nextOf({ administration, location, state, linkAt }: Spot): Row['next'] {
    if (state === 'empty') return askOf(administration)
    if (state === 'unknown') {
      return { text: 'shell:retry', act: () => states.askAgain(administration.id) }
    }
    if (state === 'new' || !location || linkAt !== undefined) {
      const choice = { administration, location, isGiven: true }
      const text = state === 'new' ? 'home:couple' : 'home:look'
      return {
        text: linkAt === undefined ? text : 'home:newLink',
        address: new URL(localizedPath(locale, '/connect'), origin),
        act: () => connectMemory(portal).write(choice),
      }
    }
    const place = idsOf({ administration, location })
    const address = wizardOf(portal, place)
    if (state === 'ready') return { text: 'home:settings', address: withStep(address, 'summary') }
    const isToForward = state === 'waiting' && made.has(placeName(place))
    return { text: isToForward ? 'home:forward' : atWizard[state], address }
  }

  const nameOf = (administration: Administration) => $all.get().nameOf(administration)

  /** What is said before anything is known. */
  const unknownRow = (administration: Administration): Row => ({
    title: { key: 'home:shop', parameters: { name: nameOf(administration) } },
    notes: notesOf(administration.id),
  })

  function rowOf(spot: Spot, name = nameOf(spot.administration)): Row {
    const { administration, location, state, reportAt, linkAt } = spot
    const { kind, text: key, help } = said[state]
    let text: Message = { key }
    if (linkAt !== undefined) text = on('home:linkOn', linkAt, { day: 'numeric', month: 'long' })
    if (state === 'ready' && reportAt !== null) {
      text = on('home:readyOn', reportAt, { dateStyle: 'medium' })
    }
    const next = nextOf(spot)
    const isMade = location !== null && coupled.includes(state)
    return {
      title: { key: 'home:shop', parameters: { name } },
      notes: notesOf(administration.id, location?.id),
      chip: { kind, text },
      help,
      step: steps.indexOf(state),
      next,
      link: linkOf(spot),
      ways: isMade && next?.address ? waysOf(next.address, spot) : [],
    }
  }

  function waysOf(wizard: URL, { administration, state }: Spot): Required<Row>['ways'] {
    const check = { text: { key: 'shell:checkCoupling' }, address: checkAddress(wizard) } as const
    if (state !== 'ready') return [check]
    const report = {
      text: { key: 'shell:report' },
      address: showAddress(wizard, 'report'),
    } as const
    const count = knownOf(administration)?.count ?? 1
    return [check, report, ...(count < 2 ? [] : [chainOf(wizard, count)])]
  }

  /** Where the other locations are set up like the one of a wizard. */
  function chainOf(wizard: URL, count: number) {
    const key = count === 2 ? 'shell:chainOne' : 'shell:chainMany'
    const text = { key, parameters: { count: String(count - 1) } } as const
    return { text, address: showAddress(wizard, 'chain') }
  }

  function linkOf({ administration, location, state }: Spot): RowLink | undefined {
    if (state !== 'waiting' || !location || $list.get().tab !== 'waiting') return undefined
    const place = placeName(idsOf({ administration, location }))
    const key = made.get(place)
    const isChosen = $chosen.get().has(place)
    const choose = (is: boolean) => chooseAll([place], is)
    return key && { key, name: administration.name, shop: location.name, isChosen, choose }
  }

  /** Chooses the links of places, by their names, or leaves them. */
  function chooseAll(places: readonly string[], isChosen: boolean): void {
    const others = [...$chosen.get()].filter((each) => !places.includes(each))
    $chosen.set(new Set(isChosen ? [...others, ...places] : others))
  }

  function hiddenRows(): Row[] {
    if (administrations.$list.get().status !== 'loaded') return []
    const { ids } = $all.get()
    return hiddenAt(({ administration }) => !ids.has(String(administration))).map((spot): Row => ({
      ...rowOf(spot),
      notes: [{ key: 'home:hidden' }],
    }))
  }

  const on = (key: MessageKey, time: number, form: Intl.DateTimeFormatOptions): Message => ({
    key,
    parameters: { date: new Date(time).toLocaleDateString(locale, form) },
  })

  function placesOf(administration: Administration): Row[] {
    const spots = spotsOf(administration)
    if (spots.length === 0) return [unknownRow(administration)]
    const located = spots.flatMap(({ location }) => location ?? [])
    const shopOf = apartIn(located, ({ name }) => name, idOf)
    return spots.map((spot) => rowOf(spot, spot.location ? shopOf(spot.location) : undefined))
  }

  /** The links that can be chosen now: of what the tab of those that wait for a customer has. */
  function links(): RowLink[] {
    const waiting = $all.get().items.filter((each) => stateOf(each) === 'waiting')
    return [...hiddenRows(), ...waiting.flatMap(placesOf)].flatMap(({ link }) => link ?? [])
  }

  function countOf({ locations, count }: Known): Message | undefined {
    if (count < 2) return undefined
    const connected = locations.filter(({ state }) => state === 'coupled' || state === 'ready')
    const all = locations.length < count ? `${locations.length}+` : String(count)
    const parameters = { connected: String(connected.length), count: all }
    return { key: 'home:someCoupled', parameters }
  }

  /** Whether it is asked for out of sight too: in another tab it may be by now. */
  function isToAsk(administration: Administration): boolean {
    const known = knownOf(administration)
    return !known || (work.find(isOf(known.administration))?.at ?? 0) >= known.at
  }

  async function renew(): Promise<void> {
    work = await readWork(portal)
    made = new Map((await readMadeKeys(portal)).map((key) => [placeName(key), key]))
    forgetOldLinks(environment)
    unfinished = wizardDrafts(portal)
    states.renew()
  }

  return {
    $view,
    /** What is known of administrations, by id as text: with it the rows change. */
    $known: states.$known,
    /** Has the state asked for of those that are in sight, and of others that are unknown or worked on where they are few. */
    show: (administrations: readonly Administration[]): void => {
      const all = $all.get().items
      const others = all.length > homeRowLimit ? [] : all.filter(isToAsk)
      states.show([...administrations, ...others])
    },
    renew,
    start: async (): Promise<void> => {
      await renew()
      await administrations.load()
    },
    retry: administrations.reload,
    $list: readonlyType($list),
    sort,
    goTo: (tab: Tab): void => {
      const address = environment.location()
      address.searchParams.set('tab', tab)
      environment.pushAddress(address)
      sort('')
    },
    /** Adds what belongs to the list since it was made. */
    grow: (): void => {
      const { tab, query } = $list.get()
      listed = [...new Set([...listed, ...find(tab, query)])]
      list()
    },
    counts: () => counts(),
    /** The same of those that are listed. */
    listedCounts: () => counts(listed),
    /** An administration among others, with what its location needs that needs it most; or one of its locations. */
    rowOf: (administration: Administration, place: number | null = null): Row => {
      if (place !== null) return placesOf(administration)[place] ?? unknownRow(administration)
      const known = knownOf(administration)
      const spots = spotsOf(administration)
      const [first, ...others] = spots
      if (!known || !first) return unknownRow(administration)
      const notes = notesOf(administration.id)
      if (first.state === 'empty') notes.unshift({ key: 'home:emptyAsk' })
      const count = String(others.filter(({ state }) => state === 'waiting').length)
      const isAwaited = first.state !== 'waiting' && count !== '0'
      if (isAwaited) notes.unshift({ key: 'home:someWaiting', parameters: { count } })
      const name = known.count > 1 ? undefined : first.location?.name
      if (name) notes.unshift({ key: 'home:shop', parameters: { name } })
      const coupled = countOf(known)
      const id = String(administration.id)
      const toggle = () => {
        if (!unfolded.delete(id)) unfolded.add(id)
        list()
      }
      const several = coupled && { text: coupled, isUnfolded: unfolded.has(id), toggle }
      const row = rowOf(first)
      const done = others.find(({ state }) => state === 'ready')
      const example = done && nextOf(done)?.address
      const isToFollow = spots.some(({ state }) => state === 'coupled')
      const chain = example && isToFollow ? [chainOf(example, known.count)] : []
      return { ...row, notes, several, ways: [...(row.ways ?? []), ...chain] }
    },
    placesOf,
    /** What was made here and is not listed yet, and what was begun in this tab and is for nobody there. */
    drafts: (tab: Tab = 'all'): Row[] => [
      ...(tab === 'todo' || tab === 'ready' ? [] : hiddenRows()),
      ...(tab === 'waiting' || tab === 'ready' ? [] : draftRows(portal, work)),
    ],
    $chosen: readonlyType($chosen),
    links,
    chooseAll: (isChosen: boolean) =>
      chooseAll(
        links().map(({ key }) => placeName(key)),
        isChosen,
      ),
  }
}

/** What somebody does at the wizard of a coupling that stands so. */
const atWizard = {
  broken: 'home:look',
  waiting: 'home:check',
  coupled: 'home:setUp',
} as const
