import * as z from 'zod/mini'
import { choice, id, ofLocation, readList } from './endpoint.ts'

const orderTemplate = z.object({
  id,
  omschrijving: z.string(),
  /** Whether prices are entered excluding VAT; unknown where it is missing. */
  prijsIngaveExclusiefBtw: z.nullish(choice),
})
export type OrderTemplate = z.infer<typeof orderTemplate>

/** GET /snelstart/salesorder/template */
export const listOrderTemplates = readList({
  path: '/snelstart/salesorder/template',
  request: z.object(ofLocation),
  items: orderTemplate,
})
