import type { Id } from '../../lib/api/endpoint.ts'
import type { Administration, Location } from '../../lib/api/places.ts'
import { checkAddress, showAddress, wizardOf } from '../../lib/domain/coupling.ts'
import { apartIn } from '../../lib/domain/options.ts'
import { administrationLabel, idsOf, placeName } from '../../lib/domain/place.ts'
import { resellerIn, withReseller } from '../../lib/domain/query.ts'
import { withStep } from '../../lib/domain/steps.ts'
import { localizedPath, type Message, type MessageKey } from '../../lib/i18n/messages.ts'
import { noonOf, type Choice, type MadeKey } from '../coupling/remembered-places.ts'
import { customerTitle, type Draft } from '../form/drafts.ts'
import type { SignedIn } from '../shell/portal.ts'
import type { Facts, State } from './facts.ts'
import { isShop, keyOf, shownTab, type Order } from './order.ts'
import {
  isAt,
  presentations,
  spotsOf,
  stateOf,
  unlistedSpots,
  type ChipKind,
  type Spot,
  type Tab,
} from './places.ts'

/** What rows are computed from. */
export interface Context {
  portal: SignedIn
  facts: Facts
  order: Order
  /** Names of the places whose links are chosen. */
  chosen: ReadonlySet<string>
  /** Words a number of days from now, such as yesterday. */
  dayText: (days: number) => string
}

/** The one thing to do next: an address, or a request to read the state of an administration again. */
export interface Next {
  text: MessageKey
  address?: URL
  /** Choice to make at /connect before the address is gone to. */
  choice?: Choice
  asksAgain?: Id
}

interface Way {
  text: Message
  address: URL
}

/** A row of Home. It has no chip and nothing that depends on the state until that is known. */
export interface Row {
  key: string
  title: Message
  notes: readonly Message[]
  state?: State
  chip?: { kind: ChipKind; text: Message }
  help?: MessageKey
  /** Number of coupled locations of an administration that has several, which can be unfolded. */
  several?: { text: Message; isUnfolded: boolean; administration: Id } | undefined
  next?: Next | undefined
  /** Its check, and what there is of a coupling that is set up. */
  ways?: readonly Way[]
  /** Its link, if this browser has the key, in the tab of those that wait for a customer. */
  link?: RowLink | undefined
}

/** A link that can be chosen, to be told with others (§2). */
export interface RowLink {
  key: MadeKey
  name: string
  shop: string
  isChosen: boolean
}

const coupledStates: readonly State[] = ['broken', 'coupled', 'setUp']

function dateMessage(
  { portal: { locale } }: Context,
  key: MessageKey,
  time: number,
  form: Intl.DateTimeFormatOptions,
): Message {
  return { key, parameters: { date: new Date(time).toLocaleDateString(locale, form) } }
}

function notesOf(context: Context, of: Administration, location?: Location | null): Message[] {
  const { portal, facts, dayText } = context
  const isHere = isAt(of, location)
  const notes: Message[] = []
  const isBegun = facts.drafts.some(
    ({ flow, place }) => flow === 'wizard' && place && isHere(place),
  )
  if (isBegun) notes.push({ key: 'home:unfinished' })
  const at = facts.work.find(isHere)?.at
  if (at !== undefined) {
    const since = (noonOf(at) - noonOf(portal.environment.now())) / (24 * 3600 * 1000)
    notes.push({ key: 'home:worked', parameters: { when: dayText(Math.round(since)) } })
  }
  return notes
}

/** Mails whoever can add a location, if an address for that is configured. */
function mailNext({ portal }: Context, administration: Administration): Next | undefined {
  const mail = portal.configuration.support.find(({ address }) => address.startsWith('mailto:'))
  const subject = encodeURIComponent(administrationLabel(administration).toWellFormed())
  return mail && { text: 'home:ask', address: new URL(`${mail.address}?subject=${subject}`) }
}

/** Address of a flow, with the reseller of a draft, or else of Home's own address. */
function flowAddress(
  { locale, environment }: SignedIn,
  flow: Draft['flow'],
  reseller?: string,
): URL {
  const location = environment.location()
  const path = localizedPath(locale, `/${flow}`)
  return new URL(withReseller(path, reseller ?? resellerIn(location)), location)
}

function nextOf(context: Context, spot: Spot): Next | undefined {
  const { portal, facts } = context
  const { administration, location, state, linkAt } = spot
  if (state === 'empty') return mailNext(context, administration)
  if (state === 'unknown') return { text: 'shell:retry', asksAgain: administration.id }
  if (state === 'none' || !location || linkAt !== undefined) {
    const text = state === 'none' ? 'home:couple' : 'home:look'
    return {
      text: linkAt === undefined ? text : 'home:newLink',
      address: flowAddress(portal, 'connect'),
      choice: { administration, location, isGiven: true },
    }
  }
  const place = idsOf({ administration, location })
  const address = wizardOf(portal, place)
  if (state === 'setUp') return { text: 'home:settings', address: withStep(address, 'summary') }
  const isToForward = state === 'waiting' && facts.made.has(placeName(place))
  return { text: isToForward ? 'home:forward' : wizardTexts[state], address }
}

const wizardTexts = {
  broken: 'home:look',
  waiting: 'home:check',
  coupled: 'home:setUp',
} as const

/** Where the other locations are set up like that of a wizard. */
function chainWay(wizard: URL, count: number): Way {
  const key = count === 2 ? 'shell:chainOne' : 'shell:chainMany'
  const text = { key, parameters: { count: String(count - 1) } } as const
  return { text, address: showAddress(wizard, 'chain') }
}

const countIn = ({ known }: Facts, { id }: Administration) => known.get(String(id))?.count ?? 0

function waysOf({ facts }: Context, wizard: URL, { administration, state }: Spot): Way[] {
  const check: Way = { text: { key: 'shell:checkCoupling' }, address: checkAddress(wizard) }
  if (state !== 'setUp') return [check]
  const report: Way = { text: { key: 'shell:report' }, address: showAddress(wizard, 'report') }
  const count = countIn(facts, administration)
  return [check, report, ...(count < 2 ? [] : [chainWay(wizard, count)])]
}

function linkOf({ facts, order, chosen }: Context, spot: Spot): RowLink | undefined {
  const { administration, location, state } = spot
  if (state !== 'waiting' || !location || shownTab(facts, order) !== 'waiting') return undefined
  const place = placeName(idsOf({ administration, location }))
  const key = facts.made.get(place)
  const isChosen = chosen.has(place)
  return key && { key, name: administration.name, shop: location.name, isChosen }
}

function spotRow(context: Context, spot: Spot, name: string): Row {
  const { administration, location, state, reportAt, linkAt } = spot
  const { kind, text: key, help } = presentations[state]
  let text: Message = { key }
  if (linkAt !== undefined)
    text = dateMessage(context, 'home:linkOn', linkAt, { day: 'numeric', month: 'long' })
  if (state === 'setUp' && reportAt !== null)
    text = dateMessage(context, 'home:readyOn', reportAt, { dateStyle: 'medium' })
  const next = nextOf(context, spot)
  const isCoupled = location !== null && coupledStates.includes(state)
  return {
    key: keyOf(administration, location),
    title: { key: 'home:shop', parameters: { name } },
    notes: notesOf(context, administration, location),
    state,
    chip: { kind, text },
    help,
    next,
    link: linkOf(context, spot),
    ways: isCoupled && next?.address ? waysOf(context, next.address, spot) : [],
  }
}

/** An administration with what its most urgent location needs. */
function administrationRow(context: Context, administration: Administration, spots: Spot[]): Row {
  const { facts, order } = context
  const { id } = administration
  const [first, ...others] = spots
  if (!first) return unknownRow(context, administration)
  const row = spotRow(context, first, facts.nameOf(administration))
  const count = countIn(facts, administration)
  const notes = notesOf(context, administration)
  // That of a shop says so in its help.
  if (first.state === 'empty' && !isShop(facts)) notes.unshift({ key: 'home:emptyAsk' })
  const waiting = others.filter(({ state }) => state === 'waiting').length
  if (first.state !== 'waiting' && waiting > 0)
    notes.unshift({ key: 'home:someWaiting', parameters: { count: String(waiting) } })
  if (count < 2 && first.location)
    notes.unshift({ key: 'home:shop', parameters: { name: first.location.name } })
  const done = others.find(({ state }) => state === 'setUp')
  const example = done && nextOf(context, done)?.address
  const isToFollow = spots.some(({ state }) => state === 'coupled')
  const chain = example && isToFollow ? [chainWay(example, count)] : []
  const several = count > 1 && {
    text: coupledMessage(facts, administration),
    isUnfolded: order.unfolded.has(String(id)),
    administration: id,
  }
  return {
    ...row,
    key: keyOf(administration, null),
    notes,
    several: several || undefined,
    ways: [...(row.ways ?? []), ...chain],
  }
}

function coupledMessage({ known }: Facts, { id }: Administration): Message {
  const { locations, count } = known.get(String(id)) ?? { locations: [], count: 0 }
  const connected = locations.filter(({ state }) => state === 'coupled' || state === 'setUp')
  const all = locations.length < count ? `${locations.length}+` : String(count)
  const parameters = { connected: String(connected.length), count: all }
  return { key: 'home:someCoupled', parameters }
}

function unknownRow(context: Context, of: Administration, location: Location | null = null): Row {
  const name = location?.name ?? context.facts.nameOf(of)
  return {
    key: keyOf(of, location),
    title: { key: 'home:shop', parameters: { name } },
    notes: notesOf(context, of, location),
  }
}

/** Returns the row of an administration, or of one of its locations. */
export function rowOf(context: Context, of: Administration, location: Location | null): Row {
  const spots = spotsOf(context.facts, of)
  if (location === null) return administrationRow(context, of, spots)
  const spot = spots.find((each) => String(each.location?.id) === String(location.id))
  if (!spot) return unknownRow(context, of, location)
  const located = spots.flatMap((each) => each.location ?? [])
  const shopOf = apartIn(
    located,
    ({ name }) => name,
    ({ id }) => id,
  )
  return spotRow(context, spot, shopOf(location))
}

function hiddenRows(context: Context): Row[] {
  return unlistedSpots(context.facts).map((spot) => ({
    ...spotRow(context, spot, context.facts.nameOf(spot.administration)),
    notes: [{ key: 'home:hidden' }],
  }))
}

function draftTitles({ facts }: Context, draft: Draft): Message[] {
  const { flow, place, administration = '', location } = draft
  if (flow === 'boarding') return [customerTitle(draft)]
  if (flow !== 'connect') return []
  if (!location) return [{ key: 'home:noLocation', parameters: { administration } }]
  // A place whose key was made is among the customers.
  if (facts.work.some((each) => place && placeName(each) === placeName(place))) return []
  return [{ key: 'home:place', parameters: { administration, location } }]
}

/** Returns the rows above the list: hidden customers, and drafts that are for nobody who is listed. */
export function draftRows(context: Context, tab: Tab): Row[] {
  const { facts, portal } = context
  const chip = { kind: 'information', text: { key: 'home:unfinished' } } as const
  const begun = facts.drafts.flatMap((draft) => {
    const address = flowAddress(portal, draft.flow, draft.reseller)
    const next: Next = { text: 'home:goOn', address }
    return draftTitles(context, draft).map((title): Row => {
      return { key: draft.name, title, notes: [], chip, next }
    })
  })
  return [
    ...(tab === 'todo' || tab === 'ready' ? [] : hiddenRows(context)),
    ...(tab === 'waiting' || tab === 'ready' ? [] : begun),
  ]
}

/** Returns the links that can be chosen in the tab of those that wait for a customer. */
export function linksOf(context: Context): RowLink[] {
  const { facts } = context
  const waiting = [...facts.administrations.values()].filter(
    (each) => stateOf(facts, each) === 'waiting',
  )
  return [...unlistedSpots(facts), ...waiting.flatMap((each) => spotsOf(facts, each))].flatMap(
    (spot) => linkOf(context, spot) ?? [],
  )
}
