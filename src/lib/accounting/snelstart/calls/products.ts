import * as z from 'zod/mini'
import { importTimeout } from '../../../limits.ts'
import { id, listOfLocation, ofLocation, write } from '../../../api/endpoint.ts'

export const product = z.object({ id, name: z.string(), sku_code: z.nullish(id) })
export type Product = z.infer<typeof product>

export const listProducts = listOfLocation('/snelstart/product/list', product)

export const createProduct = write({
  method: 'POST',
  path: '/snelstart/product',
  request: z.object({
    ...ofLocation,
    body: z.object({
      name: z.string(),
      sku_code: z.string(),
      artikelomzetgroep: z.optional(id),
    }),
  }),
  response: product,
  fill: ({ body }) => body,
})

/** GET /snelstart/product/import: starts the import, so it counts as a write. */
export const importProducts = write({
  method: 'GET',
  path: '/snelstart/product/import?productpages=true',
  exactly200: true,
  timeout: importTimeout,
  request: z.object({ headers: z.object({ administration: id }) }),
  response: z.unknown(),
})
