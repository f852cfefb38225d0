import * as z from 'zod/mini'
import { ledgerNumberPattern } from '../../../lib/accounting/snelstart/ledgers.ts'
import type { PlaceIds } from '../../../lib/domain/place.ts'
import type { Environment } from '../../../lib/environment.ts'
import { rememberedInBrowser, sharedPlaceKey } from '../../../lib/remembered.ts'

const ledgerNumber = z.string().check(z.regex(ledgerNumberPattern))

export type CashDifferences = Awaited<ReturnType<typeof cashDifferencesOf>>

/** The ledger of cash differences of a place, which its settings do not name (contract §4). */
export async function cashDifferencesOf(environment: Environment, user: string, place: PlaceIds) {
  const key = await sharedPlaceKey('cashDifferences', user, place)
  const { read, write } = rememberedInBrowser(environment, 'cashDifferences', key, ledgerNumber)
  return {
    /** Its number when this user last completed the wizard in this browser; null where nobody did. */
    last: read(),
    /** A browser that remembers nothing has it accepted again. */
    remember: write,
  }
}
