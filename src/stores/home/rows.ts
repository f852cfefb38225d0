import type { Id } from '../../lib/api/endpoint.ts'
import { getCheckUrl, getCheckSectionUrl, getWizardUrl } from '../../lib/domain/coupling.ts'
import { createUniqueLabel } from '../../lib/domain/options.ts'
import {
  administrationLabel,
  coupledPlaceName,
  getPlaceIds,
  placeName,
  type PlaceIds,
} from '../../lib/domain/place.ts'
import { findReseller, addReseller } from '../../lib/domain/query.ts'
import { withStep } from '../../lib/domain/steps.ts'
import { getTextKey } from '../../lib/domain/text.ts'
import { localizePath, type Message, type MessageKey } from '../../lib/i18n/messages.ts'
import { getLocalNoon, type SelectedPlace, type PendingKey } from '../coupling/remembered-places.ts'
import { getCustomerTitle, type Draft } from '../form/drafts.ts'
import type { SignedIn } from '../shell/portal.ts'
import type { HomeData, HomeState } from './data.ts'
import * as list from './list.ts'

interface RowContext {
  portal: SignedIn
  data: HomeData
  order: list.HomeListOrder
  chosen: ReadonlySet<string>
}

/** Next action of a row, which is a link or a reload. */
export interface NextAction {
  text: MessageKey
  parameters?: Message['parameters']
  address?: URL
  /** Location to preselect on /connect. */
  choice?: SelectedPlace
  readsAgain?: Id
}

interface RowAddress {
  text: Message
  address: URL
}

/** Row of the list on Home, with only a title while its state is unknown. */
export interface HomeRow {
  title: Message
  notes: readonly Message[]
  state?: HomeState
  chip?: { kind: string; text: Message }
  help?: MessageKey
  /** Button that expands the locations, omitted for a single location. */
  fold?: { text: Message; isUnfolded: boolean; administration: Id }
  next?: NextAction | undefined
  further?: readonly RowAddress[]
  link?: RowLink | undefined
}

export interface DraftRow extends HomeRow {
  key: string
}

export interface RowLink {
  key: PendingKey
  name: string
  shop: string
  isChosen: boolean
}

function notesOf({ portal, data }: RowContext, isHere: (place: PlaceIds) => boolean): Message[] {
  const isBegun = data.drafts.some(({ flow, place }) => flow === 'wizard' && place && isHere(place))
  const unfinished: Message[] = isBegun ? [{ key: 'home:unfinished' }] : []
  const at = data.work.find(isHere)?.at
  if (at === undefined) return unfinished
  const days = (getLocalNoon(at) - getLocalNoon(portal.environment.now())) / (24 * 3600 * 1000)
  const format = new Intl.RelativeTimeFormat(portal.locale, { numeric: 'auto' })
  const when = format.format(Math.round(days), 'day')
  return [...unfinished, { key: 'home:worked', parameters: { when } }]
}

/** Returns the address of a flow with the reseller parameter. */
function flowAddress({ locale, environment }: SignedIn, flow: Draft['flow'], reseller?: string) {
  const location = environment.location()
  const path = localizePath(locale, `/${flow}`)
  return new URL(addReseller(path, reseller ?? findReseller(location)), location)
}

function actionsOf(
  { portal, data }: RowContext,
  { administration, location, state, book, keptAt }: list.PlaceState,
): Pick<HomeRow, 'next' | 'further'> {
  if (state === 'empty') {
    // Only the helpdesk can add a location.
    const mail = portal.configuration.support.find(({ address }) => address.startsWith('mailto:'))
    const subject = encodeURIComponent(administrationLabel(administration).toWellFormed())
    const address = mail && new URL(`${mail.address}?subject=${subject}`)
    return { next: address && { text: 'home:ask', address } }
  }
  if (state === 'unknown') return { next: { text: 'shell:retry', readsAgain: administration.id } }
  const isOldLink = state === 'waiting' && keptAt !== null
  if (state === 'none' || !location || isOldLink) {
    const text = state === 'none' ? 'home:couple' : 'home:look'
    const address = flowAddress(portal, 'connect')
    const choice = { administration, location, isGiven: true }
    return { next: { text: isOldLink ? 'home:newLink' : text, address, choice } }
  }
  const place = getPlaceIds({ administration, location })
  const address = getWizardUrl(portal, place)
  if (state === 'waiting') {
    const text = data.pendingKeys.has(placeName(place)) ? 'home:forward' : 'home:check'
    return { next: { text, address } }
  }
  const further: RowAddress[] = [
    { text: { key: 'shell:checkCoupling' }, address: getCheckUrl(address) },
  ]
  if (state === 'broken') return { next: { text: 'home:look', address }, further }
  const name = coupledPlaceName(place, book ?? '')
  const begun = data.drafts.find((draft) => draft.name === name)?.step
  const goOn = begun && {
    text: 'home:goOnAt' as const,
    parameters: { step: String(begun.number) },
    address: withStep(address, begun.name),
  }
  if (state === 'coupled') return { next: goOn ?? { text: 'home:setUp', address }, further }
  further.push({ text: { key: 'shell:report' }, address: getCheckSectionUrl(address, 'report') })
  const others = (data.readings.get(String(administration.id))?.count ?? 0) - 1
  if (others > 0) {
    const key = others === 1 ? 'shell:chainOne' : 'shell:chainMany'
    const text = { key, parameters: { count: String(others) } } as const
    further.push({ text, address: getCheckSectionUrl(address, 'chain') })
  }
  const settings = { text: 'home:settings', address: withStep(address, 'summary') } as const
  return { next: goOn ?? settings, further }
}

function linkOf(context: RowContext, { administration, location, state }: list.PlaceState) {
  const { data, order, chosen } = context
  const isOffered = state === 'waiting' && list.getShownTab(data, order) === 'waiting'
  if (!isOffered || !location) return undefined
  const place = placeName(getPlaceIds({ administration, location }))
  const key = data.pendingKeys.get(place)
  const isChosen = chosen.has(place)
  return key && { key, name: administration.name, shop: location.name, isChosen }
}

function statePartsOf(context: RowContext, place: list.PlaceState) {
  const { state, keptAt } = place
  const { kind, text: key, help } = list.homeStatePresentations[state]
  const dated = (key: MessageKey, form: Intl.DateTimeFormatOptions): Message => ({
    key,
    parameters: { date: new Date(keptAt ?? 0).toLocaleDateString(context.portal.locale, form) },
  })
  let text: Message = { key }
  if (keptAt !== null)
    text =
      state === 'setUp'
        ? dated('home:readyOn', { dateStyle: 'medium' })
        : dated('home:linkOn', { day: 'numeric', month: 'long' })
  const link = linkOf(context, place)
  return { state, chip: { kind, text }, help, link, ...actionsOf(context, place) }
}

/** Creates the row that Home shows for a location or an administration. */
export function createRow(
  context: RowContext,
  { administration, location }: Omit<list.HomeListEntry, 'key'>,
): HomeRow {
  const { data, order } = context
  const id = String(administration.id)
  const places = list.listLocationStates(data, administration)
  const shops = places.flatMap((each) => each.location ?? [])
  const nameOf = createUniqueLabel(shops, (shop) => shop.name, idOf)
  const name = location ? nameOf(location) : data.nameOf(administration)
  const title: Message = { key: 'home:shop', parameters: { name } }
  const notes = notesOf(context, list.matchesEntry(administration, location))
  const place = location
    ? places.find((each) => String(each.location?.id) === String(location.id))
    : places[0]
  const reading = data.readings.get(id)
  if (!place || !reading?.at) return { title, notes }
  const row = { title, notes, ...statePartsOf(context, place) }
  if (location) return row

  const countIn = (...states: HomeState[]) =>
    places.filter(({ state }) => states.includes(state)).length
  const waiting = countIn('waiting')
  if (place.state !== 'waiting' && waiting > 0)
    notes.unshift({ key: 'home:someWaiting', parameters: { count: String(waiting) } })
  if (place.state === 'empty' && !list.isSingleShop(data)) notes.unshift({ key: 'home:emptyAsk' })
  const [only, ...others] = shops
  if (only && others.length === 0)
    notes.unshift({ key: 'home:shop', parameters: { name: only.name } })
  if (others.length === 0) return row
  const connected = String(countIn('coupled', 'setUp'))
  const plus = reading.count > reading.locations.length ? '+' : ''
  const text: Message =
    place.state === 'none'
      ? { key: 'home:someToCouple', parameters: { count: `${countIn('none')}${plus}` } }
      : { key: 'home:someCoupled', parameters: { connected, count: `${places.length}${plus}` } }
  // Coupled location whose settings can be copied to other locations.
  const example = countIn('coupled') > 0 && places.find(({ state }) => state === 'setUp')
  const chain = example ? (actionsOf(context, example).further ?? []).slice(-1) : []
  return {
    ...row,
    fold: { text, isUnfolded: order.unfolded.has(id), administration: administration.id },
    further: [...(row.further ?? []), ...chain],
  }
}

const idOf = ({ id }: { id: Id }) => id

function draftTitle({ data }: RowContext, draft: Draft): Message | null {
  const { flow, place, administration = '', location } = draft
  if (flow === 'boarding') return getCustomerTitle(draft)
  // A location with a key already has its own row.
  const hasKey = data.work.some((each) => place && placeName(each) === placeName(place))
  if (flow !== 'connect' || hasKey) return null
  if (!location) return { key: 'home:noLocation', parameters: { administration } }
  return { key: 'home:place', parameters: { administration, location } }
}

/** Creates the rows for unlisted customers and drafts, displayed above the list. */
export function createDraftRows(context: RowContext, tab: list.HomeTab, query: string): DraftRow[] {
  const { data, portal } = context
  const chip = { kind: 'information', text: { key: 'home:unfinished' } } as const
  const hidden = list.listUnlistedPlaces(data).map((place) => ({
    key: JSON.stringify([place.administration.id, place.location?.id]),
    title: { key: 'home:shop', parameters: { name: data.nameOf(place.administration) } } as const,
    notes: [{ key: 'home:hidden' } as const],
    ...statePartsOf(context, place),
  }))
  const begun = data.drafts.flatMap((draft) => {
    const title = draftTitle(context, draft)
    const address = flowAddress(portal, draft.flow, draft.reseller)
    const next = { text: 'home:goOn', address } as const
    return title ? [{ key: draft.name, title, notes: [], chip, next }] : []
  })
  const rows = [
    ...(tab === 'todo' || tab === 'ready' ? [] : hidden),
    ...(tab === 'waiting' || tab === 'ready' ? [] : begun),
  ]
  const nameOf = ({ title }: DraftRow) =>
    getTextKey(Object.values(title.parameters ?? {}).join(' '))
  return rows.filter((row) => nameOf(row).includes(getTextKey(query)))
}

export function listApprovalLinks(context: RowContext): RowLink[] {
  const { data } = context
  const listed = data.find('').flatMap((each) => {
    const places = list.listLocationStates(data, each)
    return places[0]?.state === 'waiting' ? places : []
  })
  return [...list.listUnlistedPlaces(data), ...listed].flatMap(
    (place) => linkOf(context, place) ?? [],
  )
}
