import type { BoardingValues } from '../../../lib/domain/customer.ts'
import { madeKeyLimit, sideBySide } from '../../../lib/limits.ts'
import { approvalAddress } from '../../coupling/customer-links.ts'
import { isAt, readMadeKeys } from '../../coupling/remembered-places.ts'
import { createList } from '../../form/list.ts'
import { createRequestCache } from '../../gateway/request-cache.ts'
import type { SignedIn } from '../../shell/portal.ts'
import { lookUpCustomer, valuesAsSent, type CustomerMatch } from '../customer-lookup.ts'
import type { Namesake, Row } from './rows.ts'

export interface LookedUpRow {
  id: Row['id']
  /** Values that were looked up. The row may have been edited meanwhile. */
  values: BoardingValues
  namesakes: readonly Namesake[]
}

/** Looks up which customers exist, for the table. Boarding looks up each row again. */
export function createExisting(portal: SignedIn, rows: () => readonly Row[]) {
  const cache = createRequestCache(portal, sideBySide)

  const list = createList<LookedUpRow>(portal.environment, 'existing customers', async () => {
    const keys = await readMadeKeys(portal)
    const approvalOf = ({ administration, locationId: location }: CustomerMatch) => {
      const made = location === null ? null : keys.find(isAt({ administration, location }))
      return made ? { key: made.key, link: approvalAddress(portal, made) } : null
    }
    const looking = rows().map(async ({ id, values }) => {
      return { id, values, matches: await lookUpCustomer(cache.call, valuesAsSent(portal, values)) }
    })
    const found = await Promise.all(looking)
    // A browser that made no key of the list, or more keys than it stores, cannot tell which key is missing.
    const knowsKeys =
      keys.length < madeKeyLimit && found.some((row) => row.matches.some(approvalOf))
    return found.map(({ matches, ...row }) => {
      const namesakes = matches.map((match) => {
        const approval = approvalOf(match)
        const isUnfinished = match.location === 'unfinished' && approval === null && knowsKeys
        return { ...match, approval, isToFinish: match.location === 'none' || isUnfinished }
      })
      return { ...row, namesakes }
    })
  })

  return {
    list,
    /** Reads everything again with the next look-up. */
    renew: cache.renew,
  }
}
