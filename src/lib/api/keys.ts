import * as z from 'zod/mini'
import { id, defineWrite } from './endpoint.ts'

/** Some responses contain the key's `id` only in `apiKey` (§7). */
const apiKeyOf = (_: unknown, { apiKey }: Readonly<Record<string, unknown>>) => apiKey

export const createUnconnectedKey = defineWrite({
  path: '/snelstart/keys/unconnected',
  request: z.object({ body: z.object({ administration_id: id, location_id: id }) }),
  response: z.object({ id }),
  fill: apiKeyOf,
})

export const createKey = defineWrite({
  path: '/snelstart/keys',
  request: z.object({
    body: z.object({ administration_id: id, location_id: id, apiKey: z.string() }),
  }),
  response: z.object({ id }),
  fill: apiKeyOf,
})

export const updateKey = defineWrite({
  method: 'PUT',
  path: '/snelstart/keys/{id}',
  request: z.object({
    path: z.object({ id }),
    body: z.object({ default_no_relation: z.nullable(id) }),
  }),
})
