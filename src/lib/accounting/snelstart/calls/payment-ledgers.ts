import * as z from 'zod/mini'
import { id, read, readList, write } from '../../../api/endpoint.ts'

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
 * A stored record. To update it only its id matters; without one it cannot be, which is for the user to
 * hear (§5). The ledgers are for a check.
 */
const stored = z.object({
  id: z.nullish(id),
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
