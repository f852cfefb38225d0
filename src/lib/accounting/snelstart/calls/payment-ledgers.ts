import * as z from 'zod/mini'
import { fits, id, isSet, read, readList, write } from '../../../api/endpoint.ts'
import type { PlaceIds } from '../../../domain/place.ts'

const paymentLedgers = z.object({
  administration_id: id,
  location_id: id,
  cash_ledger: z.string(),
  eft_ledger: z.string(),
  webshop_ledger: z.string(),
  type: z.literal('SNELSTART'),
})
export type PaymentLedgers = z.infer<typeof paymentLedgers>

/**
 * A stored record. Without an id it cannot be updated, which is for the user to hear (§5). Whose it is
 * counts where it says so. The ledgers are for a check, and for whoever has to say whose it is.
 */
const stored = z.object({
  id: z.nullish(id),
  administration_id: z.optional(z.unknown()),
  location_id: z.optional(z.unknown()),
  type: z.optional(z.unknown()),
  cash_ledger: z.optional(z.unknown()),
  eft_ledger: z.optional(z.unknown()),
  webshop_ledger: z.optional(z.unknown()),
})
export type StoredPaymentLedgers = z.infer<typeof stored>

/** GET /accounting/paymentledgers; 204 and 404 say that there are none. */
export const listPaymentLedgers = readList({
  path: '/accounting/paymentledgers',
  absent: [404],
  request: z.object({ headers: z.object({ administration: id, location: z.optional(id) }) }),
  items: stored,
})

/**
 * The records of a location, of all that were listed: one that names another location, administration or
 * accounting package is none of its. Those that name no location count where none names this one.
 */
export function paymentLedgersOf(
  { administration, location }: PlaceIds,
  records: readonly StoredPaymentLedgers[],
): { records: readonly StoredPaymentLedgers[]; isCertain: boolean } {
  const ours = records.filter(
    (record) =>
      fits(record.administration_id, administration) &&
      fits(record.location_id, location) &&
      fits(record.type, 'SNELSTART'),
  )
  const named = ours.filter((record) => isSet(record.location_id))
  if (named.length > 0) return { records: named, isCertain: true }
  return { records: ours, isCertain: ours.length <= 1 }
}

/** GET /accounting/paymentledgers/{id}; null when there is no such record. */
export const getPaymentLedgers = read({
  path: '/accounting/paymentledgers/{id}',
  absent: [404],
  request: z.object({ path: z.object({ id }) }),
  response: z.nullable(stored),
})

export const createPaymentLedgers = write({
  method: 'POST',
  path: '/accounting/paymentledgers',
  request: z.object({ body: paymentLedgers }),
  response: z.unknown(),
})

export const updatePaymentLedgers = write({
  method: 'PUT',
  path: '/accounting/paymentledgers/{id}',
  request: z.object({
    path: z.object({ id }),
    headers: z.object({ administration: id }),
    body: z.object({ ...paymentLedgers.shape, id }),
  }),
  response: z.unknown(),
})
