import * as z from 'zod/mini'
import { id, ofLocation, read } from './endpoint.ts'

const orderTemplate = z.object({
  id,
  omschrijving: z.string(),
  prijsIngaveExclusiefBtw: z.boolean(),
})
export type OrderTemplate = z.infer<typeof orderTemplate>

/** GET /snelstart/salesorder/template */
export const listOrderTemplates = read({
  path: '/snelstart/salesorder/template',
  request: z.object(ofLocation),
  response: z.array(orderTemplate),
})
