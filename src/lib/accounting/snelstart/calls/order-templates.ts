import * as z from 'zod/mini'
import { choice, id, listOfLocation, type Id } from '../../../api/endpoint.ts'

const orderTemplate = z.object({
  id,
  omschrijving: z.string(),
  /** Whether prices are entered excluding VAT; unknown where it is missing. */
  prijsIngaveExclusiefBtw: z.nullish(choice),
})
export type OrderTemplate = z.infer<typeof orderTemplate>

export const listOrderTemplates = listOfLocation('/snelstart/salesorder/template', orderTemplate)

export function findTemplate(
  templates: readonly OrderTemplate[],
  id: Id | null,
): OrderTemplate | undefined {
  return id === null ? undefined : templates.find((template) => String(template.id) === String(id))
}
