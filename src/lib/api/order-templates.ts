import * as z from 'zod/mini'
import { id, ofLocation, readList } from './endpoint.ts'

const orderTemplate = z.object({
  id,
  omschrijving: z.string(),
  prijsIngaveExclusiefBtw: z.boolean(),
})
export type OrderTemplate = z.infer<typeof orderTemplate>

/** GET /snelstart/salesorder/template */
export const listOrderTemplates = readList({
  path: '/snelstart/salesorder/template',
  request: z.object(ofLocation),
  items: orderTemplate,
})
