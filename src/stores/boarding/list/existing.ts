import type { CallError } from '../../../lib/api/errors.ts'
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
  /** Result of the last lookup, which may have failed for some existing customers. */
  let matched: readonly Pick<BoardingRow, 'id' | 'values' | 'matches'>[] = []

  const list = createListStore(portal.environment, 'existing customers', async (signal) => {
    const keys = await readPendingKeys(portal)
    const approvalOf = ({ administration, locationId: location }: CustomerMatch) => {
      const pending =
        location === null ? null : keys.find(isSamePlaceAs({ administration, location }))
      return pending ? { key: pending.key, link: approvalAddress(portal, pending) } : null
    }
    const unread: CallError[] = []
    const findMatches = await createCustomerFinder(
      cache.call,
      portal.person.email?.toLowerCase() ?? null,
      (error) => unread.push(error),
    )
    const looking = rows().map(async ({ id, values }) => {
      return { id, values, found: await findMatches(getValuesToSend(portal, values)) }
    })
    const lookedUp = await Promise.all(looking)
    // A customer may have a key that this browser could not store.
    const knowsKeys =
      keys.length < pendingKeyLimit && lookedUp.some(({ found }) => found.some(approvalOf))
    signal.throwIfAborted()
    matched = lookedUp.map(({ found, ...row }) => {
      const matches = found.map((match) => {
        const approval = approvalOf(match)
        const isUnfinished = match.location === 'unfinished' && approval === null && knowsKeys
        return { ...match, approval, isToFinish: match.location === 'none' || isUnfinished }
      })
      return { ...row, matches }
    })
    if (unread[0]) throw unread[0]
    return matched
  })

  return {
    list,
    matched: () => matched,
    renew: cache.renew,
  }
}
