import * as z from 'zod/mini'
import { importTimeout } from '../../../limits.ts'
import { id, ofLocation, read, readList, write } from '../../../api/endpoint.ts'

const relation = z.object({
  id,
  relatiecode: id,
  naam: z.nullish(z.string()),
  relatiesoort: z.nullish(z.union([z.array(z.string()), z.string()])),
})
export type Relation = z.infer<typeof relation>

/** GET /snelstart/relations/{id}; null when there is no such relation. */
export const getRelation = read({
  path: '/snelstart/relations/{id}',
  absent: [404],
  request: z.object({ ...ofLocation, path: z.object({ id }) }),
  response: z.nullable(relation),
})

/** GET /snelstart/relations: those with this code. */
export const findRelations = readList({
  path: '/snelstart/relations',
  absent: [404],
  request: z.object({
    query: z.object({ relatiecode: z.string(), location: id }),
    headers: ofLocation.headers,
  }),
  items: relation,
})

export const createRelation = write({
  method: 'POST',
  path: '/snelstart/relations',
  request: z.object({
    ...ofLocation,
    body: z.object({
      relatiesoort: z.array(z.string()),
      relatiecode: z.string(),
      naam: z.string(),
    }),
  }),
  response: relation,
  fill: ({ body }) => body,
})

/** GET /snelstart/relations/import: starts the import, so it counts as a write. */
export const importRelations = write({
  method: 'GET',
  path: '/snelstart/relations/import',
  timeout: importTimeout,
  request: z.object(ofLocation),
  response: z.unknown(),
})
