import { pendingKeyLimit, concurrentCallLimit } from '../../../lib/limits.ts'
import { approvalAddress } from '../../coupling/customer-links.ts'
import { isSamePlaceAs, readPendingKeys } from '../../coupling/remembered-places.ts'
import { createListStore } from '../../form/list.ts'
import { createRequestCache } from '../../gateway/request-cache.ts'
import type { SignedIn } from '../../shell/portal.ts'
import { createCustomerFinder, getValuesToSend, type CustomerMatch } from '../customer-lookup.ts'
import type { BoardingRow } from './rows.ts'

/** Creates the store of existing customers that match the rows. */
export function createExistingCustomers(portal: SignedIn, rows: () => readonly BoardingRow[]) {
  const cache = createRequestCache(portal, concurrentCallLimit)

  const list = createListStore(portal.environment, 'existing customers', async () => {
    const keys = await readPendingKeys(portal)
    const approvalOf = ({ administration, locationId: location }: CustomerMatch) => {
      const pending =
        location === null ? null : keys.find(isSamePlaceAs({ administration, location }))
      return pending ? { key: pending.key, link: approvalAddress(portal, pending) } : null
    }
    const findMatches = await createCustomerFinder(
      cache.call,
      portal.person.email?.toLowerCase() ?? null,
    )
    const looking = rows().map(async ({ id, values }) => {
      return { id, values, found: await findMatches(getValuesToSend(portal, values)) }
    })
    const lookedUp = await Promise.all(looking)
    // A missing key proves nothing if some keys were not stored.
    const knowsKeys =
      keys.length < pendingKeyLimit && lookedUp.some(({ found }) => found.some(approvalOf))
    return lookedUp.map(({ found, ...row }) => {
      const matches = found.map((match) => {
        const approval = approvalOf(match)
        const isUnfinished = match.location === 'unfinished' && approval === null && knowsKeys
        return { ...match, approval, isToFinish: match.location === 'none' || isUnfinished }
      })
      return { ...row, matches }
    })
  })

  return {
    list,
    renew: cache.renew,
  }
}
