import type { Call } from '../../../lib/api/caller.ts'
import type { BoardingValues } from '../../../lib/domain/customer.ts'
import { madeKeyLimit, sideBySide } from '../../../lib/limits.ts'
import { approvalAddress } from '../../coupling/customer-links.ts'
import { isAt, readMadeKeys, type MadeKey } from '../../coupling/remembered-places.ts'
import { createList, createTurns } from '../../form/list.ts'
import { readsOf } from '../../gateway/reads.ts'
import type { SignedIn } from '../../shell/portal.ts'
import { lookUpCustomer, valuesAsSent } from '../customer-lookup.ts'
import type { Namesake } from './rows.ts'

/** Which of the customers exist already: more is read only of administrations that have the name of one. */
export function createExisting(portal: SignedIn, customers: () => readonly BoardingValues[]) {
  const reads = readsOf(portal)
  const inTurn = createTurns(sideBySide)
  /** What was answered, or is asked. */
  const asked = new Map<string, Promise<unknown>>()
  const known = new Map<string, readonly Namesake[]>()
  let reading = new AbortController()
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
    asking.catch(() => asked.delete(name))
    return asking
  }

  /** Finds what is there of a customer, with the key that this browser made for it. */
  async function find(values: BoardingValues): Promise<readonly Namesake[]> {
    const matches = await lookUpCustomer(call, valuesAsSent(portal, values))
    return matches.map(({ administration, match, location, locationId }) => {
      const place = locationId === null ? null : { administration, location: locationId }
      const made = place && keys.find(isAt(place))
      return {
        ...{ administration, isCertain: match === 'certain' },
        isKeyless: location === 'unfinished' && !made,
        hasLocations: location !== 'none',
        location: locationId,
        approval: made ? { key: made.key, link: approvalAddress(portal, made) } : null,
      }
    })
  }

  const list = createList(portal.environment, 'existing customers', async () => {
    try {
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
