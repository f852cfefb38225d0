import { getCompanySettings } from '../../../lib/accounting/snelstart/stored-settings.ts'
import type { Call } from '../../../lib/api/caller.ts'
import { statusOf } from '../../../lib/api/errors.ts'
import { listAdministrations, type Administration } from '../../../lib/api/places.ts'
import type { BoardingValues } from '../../../lib/domain/customer.ts'
import { cocKey } from '../../../lib/domain/company.ts'
import { nameKey } from '../../../lib/domain/customer-list.ts'
import { ofIds, type PlaceIds } from '../../../lib/domain/place.ts'
import { madeKeyLimit, sideBySide } from '../../../lib/limits.ts'
import { approvalAddress } from '../../coupling/customer-links.ts'
import { isAt, readMadeKeys, type MadeKey } from '../../coupling/remembered-places.ts'
import { createList, createTurns } from '../../form/list.ts'
import { readsOf } from '../../gateway/reads.ts'
import type { SignedIn } from '../../shell/portal.ts'
import { readNamesakes, unlessRefused } from '../customer-writes.ts'
import type { Namesake } from './rows.ts'

/** A coupling that waits (409) has its key. */
const getState = { ...getCompanySettings, absent: [404] }

/** Which of the customers exist already: more is read only of administrations that have the name of one. */
export function createExisting(portal: SignedIn, customers: () => readonly BoardingValues[]) {
  const reads = readsOf(portal)
  const inTurn = createTurns(sideBySide)
  /** What was answered, or is asked; what a server refuses to tell stays so. */
  const asked = new Map<string, Promise<unknown>>()
  const known = new Map<string, readonly Namesake[]>()
  let reading = new AbortController()
  let byName: ReadonlyMap<string, readonly Administration[]> | null = null
  let keys: readonly MadeKey[] = []
  /** Whether this browser has keys of customers of the list, and so can tell which it has none of. */
  let knowsKeys = false

  const call: Call = (endpoint, request) => {
    const name = JSON.stringify([endpoint.path, request])
    const earlier = asked.get(name)
    if (earlier) return earlier as Promise<never>
    const { signal } = reading
    const asking = inTurn(() => reads.call(endpoint, request, { signal }))
    asked.set(name, asking)
    asking.catch((error: unknown) => {
      if (statusOf(error) === undefined) asked.delete(name)
    })
    return asking
  }

  /** What is there of a customer; of a place, only where that is surely the customer's. */
  async function find(values: BoardingValues): Promise<readonly Namesake[]> {
    const { serial, location } = values.serial_info
    const namesakes = byName?.get(nameKey(serial.name, '')) ?? []
    const found = (await readNamesakes(call, namesakes, serial)).map(
      async ({ administration: { id: administration }, registration, locations }) => {
        const { coc, emails } = registration ?? {}
        const hasNumber = serial.coc !== '' && cocKey(coc ?? '') === cocKey(serial.coc)
        const { username } = values.merchant_info
        const isCertain = hasNumber || !!emails?.some(({ email }) => areSame(email, username))
        const named = locations?.find(({ name }) => isCertain && areSame(name, location.name))
        const place = named ? { administration, location: named.id } : null
        const made = place && keys.find(isAt(place))
        const isKeyless = place !== null && !made && (await isUncoupled(place))
        return {
          ...{ administration, isCertain, isKeyless },
          hasLocations: locations?.length !== 0,
          location: place?.location ?? null,
          approval: made ? { key: made.key, link: approvalAddress(portal, made) } : null,
        }
      },
    )
    return Promise.all(found)
  }

  async function isUncoupled(place: PlaceIds): Promise<boolean> {
    const asking = call(getState, ofIds(place)).then((settings) => ({ settings }))
    return (await unlessRefused(asking))?.settings === null
  }

  const list = createList(portal.environment, 'existing customers', async () => {
    try {
      byName ??= Map.groupBy(await reads.call(listAdministrations, {}), ({ name }) =>
        nameKey(name, ''),
      )
      keys = await readMadeKeys(portal)
      const finding = customers().map(async (values) => {
        const found = await find(values)
        known.set(keyOf(values), found)
        return found
      })
      const found = (await Promise.all(finding)).flat()
      const owned = new Set(keys.map(({ administration }) => String(administration)))
      // Of more keys than it keeps, this browser cannot tell which it made.
      knowsKeys =
        keys.length < madeKeyLimit &&
        found.some(({ administration }) => owned.has(String(administration)))
      return found
    } catch (error) {
      // What is not asked yet would fail as well.
      reading.abort()
      reading = new AbortController()
      throw error
    }
  })

  return {
    /** What exists of the customers; read anew, that is asked only of what is not known yet. */
    list,
    /** What is known to be there of a customer; the same as long as nothing is. */
    namesakesOf: (values: BoardingValues) => known.get(keyOf(values)) ?? none,
    /** Whether the rest of what is there is to be made unless somebody decides otherwise. */
    isUnfinished: ({ hasLocations, isKeyless }: Namesake): boolean =>
      !hasLocations || (isKeyless && knowsKeys),
  }
}

const none: readonly Namesake[] = []

const keyOf = ({ merchant_info: merchant, serial_info: company }: BoardingValues) =>
  JSON.stringify([merchant, company])

const areSame = (one: string, other: string) =>
  one.trim().toLowerCase() === other.trim().toLowerCase()
