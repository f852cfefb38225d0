import * as z from 'zod/mini'
import { importTimeout } from '../limits.ts'
import { dryRunId, id, ofLocation, read, write } from './endpoint.ts'

const relation = z.object({
  id,
  relatiecode: id,
  naam: z.string(),
  relatiesoort: z.array(z.string()),
})
export type Relation = z.infer<typeof relation>

/** GET /snelstart/relations/{id}; null when there is no such relation. */
export const getRelation = read({
  path: '/snelstart/relations/{id}',
  absent: [404],
  request: z.object({ ...ofLocation, path: z.object({ id }) }),
  response: z.nullable(relation),
})

/** GET /snelstart/relations: the relation with this code; null when there is none. */
export const findRelation = read({
  path: '/snelstart/relations',
  absent: [404],
  request: z.object({
    query: z.object({ relatiecode: z.string(), location: id }),
    headers: ofLocation.headers,
  }),
  response: z.nullable(relation),
})

/** POST /snelstart/relations */
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
  dryRun: ({ body }) => ({ id: dryRunId, ...body }),
})

/** GET /snelstart/relations/import: starts the import, so it counts as a write. */
export const importRelations = write({
  method: 'GET',
  path: '/snelstart/relations/import',
  timeout: importTimeout,
  request: z.object(ofLocation),
  response: z.unknown(),
  dryRun: () => null,
})
