import { ledgerNumberPattern } from '../../../lib/accounting/snelstart/ledgers.ts'
import { placeName, type PlaceIds } from '../../../lib/domain/place.ts'
import { logError, type Environment } from '../../../lib/environment.ts'
import { isForgotten, keptPrefix, keyOf } from '../../session/user-memory.ts'

/** Where it is kept: a number, under a key that says neither whose nor where. */
export function cashDifferencesKey(user: string, place: PlaceIds): Promise<string> {
  return keyOf(`${keptPrefix}cash-differences:`, JSON.stringify([user, placeName(place)]))
}

export type CashDifferences = Awaited<ReturnType<typeof cashDifferencesOf>>

/** The ledger of cash differences of a place, which its settings do not name (contract §4). */
export async function cashDifferencesOf(environment: Environment, user: string, place: PlaceIds) {
  const key = await cashDifferencesKey(user, place)
  const stored = environment.sharedStorage.getItem(key) ?? ''
  return {
    /** Its number when this user last completed the wizard in this browser; null where nobody did. */
    last: ledgerNumberPattern.test(stored) ? stored : null,
    /** Never fails: a browser that remembers nothing has it accepted again. */
    remember: (number: string) => {
      try {
        if (!isForgotten(environment)) environment.sharedStorage.setItem(key, number)
      } catch (error) {
        logError(environment, 'this browser could not remember the cash differences', error)
      }
    },
  }
}
