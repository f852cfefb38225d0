import { atom, readonlyType } from 'nanostores'
import { getCompanySettings } from '../../../lib/accounting/snelstart/stored-settings.ts'
import { listLocations } from '../../../lib/api/locations.ts'
import { findRegistration } from '../../../lib/api/registrations.ts'
import { listAdministrations, type Administration } from '../../../lib/api/serials.ts'
import type { BoardingValues } from '../../../lib/domain/customer.ts'
import { cocKey } from '../../../lib/domain/company.ts'
import { nameKey } from '../../../lib/domain/customer-list.ts'
import { variantOf } from '../../../lib/domain/coupling.ts'
import { placeName, type PlaceIds } from '../../../lib/domain/place.ts'
import { noteFailure, type Failure } from '../../../lib/failure.ts'
import { madeKeyLimit, sideBySide } from '../../../lib/limits.ts'
import { approvalAddress } from '../../coupling/customer-links.ts'
import { isAt, readMadeKeys, type MadeKey } from '../../coupling/remembered-places.ts'
import { createLoadSignal, retryWhenOnline, createTurns } from '../../form/list.ts'
import { readsOf } from '../../gateway/reads.ts'
import type { SignedIn } from '../../shell/portal.ts'
import { unlessRefused } from '../customer-writes.ts'
import type { Namesake } from './rows.ts'

/** A coupling that waits (409) has its key. */
const getState = { ...getCompanySettings, absent: [404] }

export type Look = { status: 'none' | 'looking' | 'done' } | { status: 'failed'; detail: Failure }

/** Which customers of a list exist already: more is read only of administrations that have the name of one. */
export function createExisting(portal: SignedIn) {
  const isPolaris = variantOf(portal.person) === 'polaris'
  const { environment } = portal
  const { call } = readsOf(portal)
  const inTurn = createTurns(sideBySide)
  const nextSignal = createLoadSignal()
  const $look = atom<Look>({ status: 'none' })
  /** What was answered, or is asked: null where a server refuses to tell. */
  const asked = new Map<string, Promise<unknown>>()
  const known = new Map<string, readonly Namesake[]>()
  let administrations: ReadonlyMap<string, readonly Administration[]> | null = null
  let keys: readonly MadeKey[] = []

  function once<Answer>(name: string, ask: () => Promise<Answer>): Promise<Answer | null> {
    const asking = asked.get(name) ?? inTurn(() => unlessRefused(ask()))
    asked.set(name, asking)
    asking.catch(() => asked.delete(name))
    return asking as Promise<Answer | null>
  }

  /** What is there of a customer; of a place, only where that is surely the customer's. */
  async function find(
    { serial_info: { serial, location }, merchant_info: { username } }: BoardingValues,
    byName: ReadonlyMap<string, readonly Administration[]>,
    signal: AbortSignal,
  ): Promise<Namesake[]> {
    const alike = (byName.get(nameKey(serial.name, '')) ?? []).filter(
      ({ country_code: country }) =>
        (country ?? serial.country_code).toUpperCase() === serial.country_code.toUpperCase(),
    )

    async function namesake({ id: administration }: Administration): Promise<Namesake | null> {
      const headers = { administration }
      const query = { administration_id: administration }
      const { coc, emails } =
        (await once(registrationOf({ administration }), () =>
          call(findRegistration, { query }, { signal }),
        )) ?? {}
      const locations = await once(`locations ${administration}`, () =>
        call(listLocations, { headers }, { signal }),
      )
      const isSame = cocKey(coc ?? '') === cocKey(serial.coc)
      // Another company of that name.
      if (coc && serial.coc !== '' && !isSame) return null
      const hasNumber = serial.coc !== '' && isSame
      const isCertain = hasNumber || !!emails?.some(({ email }) => areSame(email, username))
      const named = locations?.find(({ name }) => isCertain && areSame(name, location.name))
      const place = named ? { administration, location: named.id } : null
      const made = place && keys.find(isAt(place))
      const isKeyless = place !== null && !made && (await isUncoupled(place, signal))
      const hasLocations = locations?.length !== 0
      return {
        ...{ administration, isCertain, hasLocations, isKeyless },
        location: place?.location ?? null,
        approval: made ? { key: made.key, link: approvalAddress(portal, made, isPolaris) } : null,
      }
    }

    const found = await Promise.all(alike.map(namesake))
    return found.filter((each) => each !== null)
  }

  async function isUncoupled(place: PlaceIds, signal: AbortSignal): Promise<boolean> {
    const { administration, location } = place
    const request = { query: { location }, headers: { administration } }
    const state = await once(`coupling ${placeName(place)}`, async () => ({
      settings: await call(getState, request, { signal }),
    }))
    return state?.settings === null
  }

  async function look(customers: readonly BoardingValues[]): Promise<void> {
    const signal = nextSignal()
    const reading = new AbortController()
    $look.set({ status: 'looking' })
    try {
      const list = () => call(listAdministrations, {}, { signal: reading.signal })
      administrations ??= Map.groupBy(await list(), ({ name }) => nameKey(name, ''))
      const byName = administrations
      keys = await readMadeKeys(portal)
      const finding = customers.map(async (values) => {
        known.set(keyOf(values), await find(values, byName, reading.signal))
      })
      await Promise.all(finding)
      if (!signal.aborted) $look.set({ status: 'done' })
    } catch (error) {
      // What is not asked yet would fail as well.
      reading.abort()
      if (signal.aborted) return
      const detail = noteFailure(environment, 'could not be looked up: existing customers', error)
      $look.set({ status: 'failed', detail })
      retryWhenOnline(environment, error, signal, () => look(customers))
    }
  }

  return {
    $look: readonlyType($look),
    /** Finds out what is not known yet about customers. Never fails: `$look` has how it went. */
    look,
    /** What is known to be there of a customer; the same as long as nothing is. */
    namesakesOf: (values: BoardingValues) => known.get(keyOf(values)) ?? none,
    /** Whether the rest of what is there is to be made unless somebody decides otherwise. */
    isUnfinished: ({ hasLocations, isKeyless }: Namesake): boolean => {
      // Of more keys than it keeps, this browser cannot tell which it made.
      const knowsKeys =
        keys.length < madeKeyLimit && keys.some((key) => asked.has(registrationOf(key)))
      return !hasLocations || (isKeyless && knowsKeys)
    },
  }
}

const none: readonly Namesake[] = []

const keyOf = ({ merchant_info: merchant, serial_info: company }: BoardingValues) =>
  JSON.stringify([merchant, company])

/** How the question for an administration's registration is known. */
const registrationOf = ({ administration }: Pick<PlaceIds, 'administration'>) =>
  `registration ${administration}`

const areSame = (one: string, other: string) =>
  one.trim().toLowerCase() === other.trim().toLowerCase()
