import type { Id } from '../../lib/api/endpoint.ts'
import { checkAddress, showAddress, wizardOf } from '../../lib/domain/coupling.ts'
import { apartIn } from '../../lib/domain/options.ts'
import { administrationLabel, idsOf, placeName, type PlaceIds } from '../../lib/domain/place.ts'
import { resellerIn, withReseller } from '../../lib/domain/query.ts'
import { withStep } from '../../lib/domain/steps.ts'
import { localizedPath, type Message, type MessageKey } from '../../lib/i18n/messages.ts'
import { noonOf, type Choice, type MadeKey } from '../coupling/remembered-places.ts'
import { customerTitle, type Draft } from '../form/drafts.ts'
import type { SignedIn } from '../shell/portal.ts'
import type { Facts, State } from './facts.ts'
import * as list from './list.ts'

/** What rows are computed from. */
export interface Context {
  portal: SignedIn
  facts: Facts
  order: list.Order
  /** Names of the places whose links are chosen. */
  chosen: ReadonlySet<string>
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

/** A row of Home. Before the state is known it has a title and notes alone. */
export interface Row {
  title: Message
  notes: readonly Message[]
  state?: State
  chip?: { kind: string; text: Message }
  help?: MessageKey
  /** Number of coupled locations of an administration that has several, which can be unfolded. */
  several?: { text: Message; isUnfolded: boolean; administration: Id }
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

function notesOf({ portal, facts }: Context, isHere: (place: PlaceIds) => boolean): Message[] {
  const isBegun = facts.drafts.some(
    ({ flow, place }) => flow === 'wizard' && place && isHere(place),
  )
  const unfinished: Message[] = isBegun ? [{ key: 'home:unfinished' }] : []
  const at = facts.work.find(isHere)?.at
  if (at === undefined) return unfinished
  const days = (noonOf(at) - noonOf(portal.environment.now())) / (24 * 3600 * 1000)
  const format = new Intl.RelativeTimeFormat(portal.locale, { numeric: 'auto' })
  const when = format.format(Math.round(days), 'day')
  return [...unfinished, { key: 'home:worked', parameters: { when } }]
}

/** Address of a flow, with the reseller of a draft, or else of Home's own address. */
function flowAddress({ locale, environment }: SignedIn, flow: Draft['flow'], reseller?: string) {
  const location = environment.location()
  const path = localizedPath(locale, `/${flow}`)
  return new URL(withReseller(path, reseller ?? resellerIn(location)), location)
}

/** Returns what can be done about a location: the one thing that is next, and what it leads to besides. */
function actionsOf({ portal, facts }: Context, spot: list.Spot): Pick<Row, 'next' | 'ways'> {
  const { administration, location, state, keptAt } = spot
  if (state === 'empty') {
    // Whoever can add a location is asked for one, where an address for that is configured.
    const mail = portal.configuration.support.find(({ address }) => address.startsWith('mailto:'))
    const subject = encodeURIComponent(administrationLabel(administration).toWellFormed())
    const address = mail && new URL(`${mail.address}?subject=${subject}`)
    return { next: address && { text: 'home:ask', address } }
  }
  if (state === 'unknown') return { next: { text: 'shell:retry', asksAgain: administration.id } }
  const isOldLink = state === 'waiting' && keptAt !== null
  if (state === 'none' || !location || isOldLink) {
    const text = state === 'none' ? 'home:couple' : 'home:look'
    const address = flowAddress(portal, 'connect')
    const choice = { administration, location, isGiven: true }
    return { next: { text: isOldLink ? 'home:newLink' : text, address, choice } }
  }
  const place = idsOf({ administration, location })
  const address = wizardOf(portal, place)
  if (state === 'waiting') {
    const text = facts.made.has(placeName(place)) ? 'home:forward' : 'home:check'
    return { next: { text, address } }
  }
  const check: Way = { text: { key: 'shell:checkCoupling' }, address: checkAddress(address) }
  if (state === 'broken') return { next: { text: 'home:look', address }, ways: [check] }
  if (state === 'coupled') return { next: { text: 'home:setUp', address }, ways: [check] }
  const report: Way = { text: { key: 'shell:report' }, address: showAddress(address, 'report') }
  const next: Next = { text: 'home:settings', address: withStep(address, 'summary') }
  const others = (facts.known.get(String(administration.id))?.count ?? 0) - 1
  const key = others === 1 ? 'shell:chainOne' : 'shell:chainMany'
  const text: Message = { key, parameters: { count: String(others) } }
  const chain: Way = { text, address: showAddress(address, 'chain') }
  return { next, ways: others > 0 ? [check, report, chain] : [check, report] }
}

function linkOf(context: Context, { administration, location, state }: list.Spot) {
  const { facts, order, chosen } = context
  const isOffered = state === 'waiting' && list.shownTab(facts, order) === 'waiting'
  if (!isOffered || !location) return undefined
  const place = placeName(idsOf({ administration, location }))
  const key = facts.made.get(place)
  const isChosen = chosen.has(place)
  return key && { key, name: administration.name, shop: location.name, isChosen }
}

/** Returns what a row has once the state of its location is known. */
function stateParts(context: Context, spot: list.Spot) {
  const { state, keptAt } = spot
  const { kind, text: key, help } = list.presentations[state]
  const on = (key: MessageKey, form: Intl.DateTimeFormatOptions): Message => ({
    key,
    parameters: { date: new Date(keptAt ?? 0).toLocaleDateString(context.portal.locale, form) },
  })
  let text: Message = { key }
  if (keptAt !== null)
    text =
      state === 'setUp'
        ? on('home:readyOn', { dateStyle: 'medium' })
        : on('home:linkOn', { day: 'numeric', month: 'long' })
  const link = linkOf(context, spot)
  return { state, chip: { kind, text }, help, link, ...actionsOf(context, spot) }
}

/** Returns the row of an administration, with what its most urgent location needs, or of one of its locations. */
export function rowOf(
  context: Context,
  { administration, location }: Omit<list.Entry, 'key'>,
): Row {
  const { facts, order } = context
  const id = String(administration.id)
  const spots = list.spotsOf(facts, administration)
  const shops = spots.flatMap((each) => each.location ?? [])
  const nameOf = apartIn(shops, (shop) => shop.name, idOf)
  const name = location ? nameOf(location) : facts.nameOf(administration)
  const title: Message = { key: 'home:shop', parameters: { name } }
  const notes = notesOf(context, list.isAt(administration, location))
  const spot = location
    ? spots.find((each) => String(each.location?.id) === String(location.id))
    : spots[0]
  const known = facts.known.get(id)
  if (!spot || !known?.at) return { title, notes }
  const parts = stateParts(context, spot)
  if (location) return { title, notes, ...parts }

  const inStates = (...states: State[]) =>
    spots.filter(({ state }) => states.includes(state)).length
  const waiting = inStates('waiting')
  if (spot.state !== 'waiting' && waiting > 0)
    notes.unshift({ key: 'home:someWaiting', parameters: { count: String(waiting) } })
  // That of a shop says so in its help.
  if (spot.state === 'empty' && !list.isShop(facts)) notes.unshift({ key: 'home:emptyAsk' })
  const [only, ...others] = shops
  if (only && others.length === 0)
    notes.unshift({ key: 'home:shop', parameters: { name: only.name } })
  if (others.length === 0) return { title, notes, ...parts }
  const connected = String(inStates('coupled', 'setUp'))
  const count = known.count > known.locations.length ? `${spots.length}+` : String(spots.length)
  const text: Message = { key: 'home:someCoupled', parameters: { connected, count } }
  // The others can be set up like one that is.
  const example = inStates('coupled') > 0 && spots.find(({ state }) => state === 'setUp')
  const chain = example ? (actionsOf(context, example).ways ?? []).slice(-1) : []
  return {
    title,
    notes,
    ...parts,
    several: { text, isUnfolded: order.unfolded.has(id), administration: administration.id },
    ways: [...(parts.ways ?? []), ...chain],
  }
}

const idOf = ({ id }: { id: Id }) => id

function draftTitle({ facts }: Context, draft: Draft): Message | null {
  const { flow, place, administration = '', location } = draft
  if (flow === 'boarding') return customerTitle(draft)
  // A place whose key was made is among the customers.
  const isMade = facts.work.some((each) => place && placeName(each) === placeName(place))
  if (flow !== 'connect' || isMade) return null
  if (!location) return { key: 'home:noLocation', parameters: { administration } }
  return { key: 'home:place', parameters: { administration, location } }
}

/** Returns the rows above the list: hidden customers, and drafts that are for nobody who is listed. */
export function draftRows(context: Context, tab: list.Tab): (Row & { key: string })[] {
  const { facts, portal } = context
  const chip = { kind: 'information', text: { key: 'home:unfinished' } } as const
  const hidden = list.unlistedSpots(facts).map((spot) => ({
    key: JSON.stringify([spot.administration.id, spot.location?.id]),
    title: { key: 'home:shop', parameters: { name: facts.nameOf(spot.administration) } } as const,
    notes: [{ key: 'home:hidden' } as const],
    ...stateParts(context, spot),
  }))
  const begun = facts.drafts.flatMap((draft) => {
    const title = draftTitle(context, draft)
    const address = flowAddress(portal, draft.flow, draft.reseller)
    const next = { text: 'home:goOn', address } as const
    return title ? [{ key: draft.name, title, notes: [], chip, next }] : []
  })
  return [
    ...(tab === 'todo' || tab === 'ready' ? [] : hidden),
    ...(tab === 'waiting' || tab === 'ready' ? [] : begun),
  ]
}

/** Returns the links that can be chosen in the tab of those that wait for a customer. */
export function linksOf(context: Context): RowLink[] {
  const { facts } = context
  const spots = facts.find('').flatMap((each) => {
    const listed = list.spotsOf(facts, each)
    return listed[0]?.state === 'waiting' ? listed : []
  })
  return [...list.unlistedSpots(facts), ...spots].flatMap((spot) => linkOf(context, spot) ?? [])
}
