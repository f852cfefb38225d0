import { atom, readonlyType } from 'nanostores'
import { getCompanySettings } from '../../../lib/accounting/snelstart/stored-settings.ts'
import type { Id } from '../../../lib/api/endpoint.ts'
import { listLocations, type Location } from '../../../lib/api/locations.ts'
import { findRegistration } from '../../../lib/api/registrations.ts'
import { listAdministrations, type Administration } from '../../../lib/api/serials.ts'
import { findUsers } from '../../../lib/api/users.ts'
import type { BoardingValues } from '../../../lib/domain/customer.ts'
import { cocKey } from '../../../lib/domain/company.ts'
import { nameKey } from '../../../lib/domain/customer-list.ts'
import { variantOf } from '../../../lib/domain/coupling.ts'
import { placeName, type PlaceIds } from '../../../lib/domain/place.ts'
import { noteFailure, type Failure } from '../../../lib/failure.ts'
import type { Person } from '../../../lib/identity/user.ts'
import { madeKeyLimit, sideBySide } from '../../../lib/limits.ts'
import { approvalAddress } from '../../coupling/place.ts'
import { isAt, readMadeKeys, type MadeKey } from '../../coupling/remembered-places.ts'
import { createLoadSignal, retryWhenOnline, createTurns } from '../../form/list.ts'
import { readsOf } from '../../gateway/reads.ts'
import type { Portal } from '../../shell/portal.ts'
import { unlessRefused } from '../customer-writes.ts'
import type { Namesake, Row } from './rows.ts'

/** What is told of an administration; what a server refuses to tell is null. */
interface Told {
  coc: string | null
  emails: readonly string[]
  locations: readonly Location[] | null
}

/** A coupling that waits (409) has its key. */
const getState = { ...getCompanySettings, absent: [404] }

/** How far it is known which customers exist. */
export type Look = { status: 'none' | 'looking' | 'done' } | { status: 'failed'; detail: Failure }

/**
 * Which customers of a list exist already: the administrations are read once, and more only of those that
 * have the name and country of a customer, a few calls side by side.
 */
export function createExisting(portal: Portal, person: Person) {
  const user = person.id
  const isPolaris = variantOf(person) === 'polaris'
  const { environment } = portal
  const { call } = readsOf(portal, user)
  const nextSignal = createLoadSignal()
  const $look = atom<Look>({ status: 'none' })
  let byName: ReadonlyMap<string, readonly Administration[]> | null = null
  const told = new Map<Id, Told>()
  /** Whether an e-mail address has an account. */
  const accounts = new Map<string, boolean>()
  /** Whether a place is not coupled, by its name. */
  const uncoupled = new Map<string, boolean>()
  let keys: readonly MadeKey[] = []
  let mayAskUsers = true

  function namesakesOf({ serial_info: { serial } }: BoardingValues): readonly Administration[] {
    const found = byName?.get(nameKey(serial.name, '')) ?? []
    return found.filter(
      ({ country_code: country }) =>
        (country ?? serial.country_code).toUpperCase() === serial.country_code.toUpperCase(),
    )
  }

  async function askAbout(administration: Id, signal: AbortSignal): Promise<void> {
    const query = { administration_id: administration }
    const registration = await unlessRefused(call(findRegistration, { query }, { signal }))
    const headers = { administration }
    const locations = await unlessRefused(call(listLocations, { headers }, { signal }))
    const { coc = null, emails } = registration ?? {}
    told.set(administration, { coc, emails: emails?.map(({ email }) => email) ?? [], locations })
  }

  async function askUser(username: string, signal: AbortSignal): Promise<void> {
    if (!mayAskUsers) return
    const query = { username, exact: 'true' } as const
    const users = await unlessRefused(call(findUsers, { query }, { signal }))
    // Who may not look up users is told so by the first customer that is made.
    mayAskUsers = users !== null
    accounts.set(
      username,
      (users ?? []).some((each) => areSame(each.username, username)),
    )
  }

  /** What is known to be there of a customer; of a place, only where that is surely the customer's. */
  function found(values: BoardingValues) {
    const { serial, location } = values.serial_info
    const { username } = values.merchant_info
    return namesakesOf(values).flatMap(({ id }) => {
      const { coc, emails, locations } = told.get(id) ?? {}
      // Not asked about yet, or another company of that name.
      const isSame = cocKey(coc ?? '') === cocKey(serial.coc)
      if (!emails || (coc && serial.coc !== '' && !isSame)) return []
      const hasNumber = serial.coc !== '' && isSame
      const isCertain = hasNumber || emails.some((email) => areSame(email, username))
      const named = locations?.find(({ name }) => isCertain && areSame(name, location.name))
      const place = named ? { administration: id, location: named.id } : null
      return [{ administration: id, isCertain, hasLocations: locations?.length !== 0, place }]
    })
  }

  async function askCoupling(place: PlaceIds, signal: AbortSignal): Promise<void> {
    const { administration, location } = place
    const request = { query: { location }, headers: { administration } }
    const state = call(getState, request, { signal }).then((settings) => ({ settings }))
    uncoupled.set(placeName(place), (await unlessRefused(state))?.settings === null)
  }

  /** The calls that tell whether what is there of customers is coupled. */
  function couplingAsks(customers: readonly BoardingValues[], signal: AbortSignal) {
    const places = customers
      .flatMap(found)
      .flatMap(({ place }) => (place ? [[placeName(place), place] as const] : []))
    return [...new Map(places)].flatMap(([name, place]) =>
      uncoupled.has(name) ? [] : [() => askCoupling(place, signal)],
    )
  }

  /** The calls that tell what is not known yet about customers. */
  function asks(customers: readonly BoardingValues[], signal: AbortSignal) {
    const known = customers.filter((values) => namesakesOf(values).length > 0)
    const ids = new Set(known.flatMap(namesakesOf).map(({ id }) => id))
    const names = new Set(known.map(({ merchant_info: { username } }) => username))
    return [
      ...[...ids].flatMap((id) => (told.has(id) ? [] : [() => askAbout(id, signal)])),
      ...[...names].flatMap((name) =>
        name === '' || accounts.has(name) ? [] : [() => askUser(name, signal)],
      ),
    ]
  }

  async function look(customers: readonly BoardingValues[]): Promise<void> {
    const signal = nextSignal()
    if (byName && [...asks(customers, signal), ...couplingAsks(customers, signal)].length === 0) {
      if ($look.get().status !== 'done') $look.set({ status: 'done' })
      return
    }
    const reading = new AbortController()
    const either = AbortSignal.any([signal, reading.signal])
    $look.set({ status: 'looking' })
    try {
      byName ??= Map.groupBy(await call(listAdministrations, {}, { signal }), ({ name }) =>
        nameKey(name, ''),
      )
      const inTurn = createTurns(sideBySide)
      await Promise.all(asks(customers, either).map(inTurn))
      keys = await readMadeKeys(environment, user)
      await Promise.all(couplingAsks(customers, either).map(inTurn))
      if (!signal.aborted) $look.set({ status: 'done' })
    } catch (error) {
      if (signal.aborted) return
      // What is not asked yet would fail as well.
      reading.abort()
      const detail = noteFailure(environment, 'could not be looked up: existing customers', error)
      $look.set({ status: 'failed', detail })
      retryWhenOnline(environment, error, signal, () => look(customers))
    }
  }

  return {
    $look: readonlyType($look),
    /** Finds out what is not known yet about customers. Never fails: `$look` has how it went. */
    look,
    /** What is known to be there of a customer. */
    knownOf: (values: BoardingValues): Pick<Row, 'namesakes' | 'hasAccount'> => {
      // Of more keys than it keeps, this browser cannot tell which it made.
      const knowsKeys =
        keys.length < madeKeyLimit && keys.some((key) => told.has(key.administration))
      const namesakes = found(values).map(({ place, ...there }): Namesake => {
        const made = place && keys.find(isAt(place))
        const approval = made
          ? { key: made.key, link: approvalAddress(portal, made, isPolaris) }
          : null
        const isKeyless = place !== null && uncoupled.get(placeName(place)) === true && !made
        const isUnfinished = !there.hasLocations || (isKeyless && knowsKeys)
        return { ...there, location: place?.location ?? null, approval, isKeyless, isUnfinished }
      })
      const hasAccount = accounts.get(values.merchant_info.username) === true
      return { namesakes, hasAccount: namesakes.length > 0 && hasAccount }
    },
  }
}

const areSame = (one: string, other: string) =>
  one.trim().toLowerCase() === other.trim().toLowerCase()
