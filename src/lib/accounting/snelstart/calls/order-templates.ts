import * as z from 'zod/mini'
import { choice, id, ofLocation, readList, type Id } from '../../../api/endpoint.ts'

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

export function findTemplate(
  templates: readonly OrderTemplate[],
  id: Id | null,
): OrderTemplate | undefined {
  return id === null ? undefined : templates.find((template) => String(template.id) === String(id))
}

/** An order template as a list offers it. */
export function templateOption({ id, omschrijving: text }: OrderTemplate) {
  return { id, text }
}
