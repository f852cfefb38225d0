import * as z from 'zod/mini'
import { dryRunId, id, write } from './endpoint.ts'

/** POST /snelstart/keys/unconnected: the key that the accounting package is asked to activate. */
export const createUnconnectedKey = write({
  method: 'POST',
  path: '/snelstart/keys/unconnected',
  request: z.object({ body: z.object({ administration_id: id, location_id: id }) }),
  response: z.object({ id }),
  dryRun: () => ({ id: dryRunId }),
})

/** POST /snelstart/keys: stores a key that is known already. */
export const createKey = write({
  method: 'POST',
  path: '/snelstart/keys',
  request: z.object({
    body: z.object({ administration_id: id, location_id: id, apiKey: z.string() }),
  }),
  response: z.object({ id }),
  dryRun: () => ({ id: dryRunId }),
})

/** PUT /snelstart/keys/{id}: which relation unknown customers are booked on. */
export const updateKey = write({
  method: 'PUT',
  path: '/snelstart/keys/{id}',
  request: z.object({
    path: z.object({ id }),
    body: z.object({ default_no_relation: z.nullable(id) }),
  }),
  response: z.unknown(),
  dryRun: () => null,
})
