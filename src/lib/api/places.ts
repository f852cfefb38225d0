import * as z from 'zod/mini'
import { choice, id, isSameIdOrOmitted, atLocation, readById, readList, write } from './endpoint.ts'

export const administration = z.object({
  id,
  name: z.string(),
  country_code: z.nullish(z.string()),
})
/** Administration, which the API calls "serial" (§3). */
export type Administration = z.infer<typeof administration>

export const listAdministrations = readList({
  path: '/serials/serial/list',
  request: z.object({}),
  items: administration,
})

export const getAdministration = readById('/serials/serial/{id}', administration)

export const createAdministration = write({
  path: '/serials/serial',
  request: z.object({ body: z.object({ name: z.string(), country_code: z.string() }) }),
  response: administration,
  fill: ({ body }) => body,
})

export const addUserToAdministration = write({
  path: '/serials/serial/{id}',
  request: z.object({ path: z.object({ id }), body: z.object({ user_id: id }) }),
})

export const location = z.object({
  id,
  name: z.string(),
  administration_id: z.nullish(id),
  eco: z.nullish(choice),
})
export type Location = z.infer<typeof location>

export const listLocations = readList({
  path: '/locations/location/list/all',
  request: z.object({ headers: atLocation.headers }),
  items: location,
  isRequested: ({ headers }, { administration_id: owner }) =>
    isSameIdOrOmitted(owner, headers.administration),
})

export const getLocation = readById('/locations/location/{id}', location)

export const createLocation = write({
  path: '/locations/location',
  request: z.object({ headers: atLocation.headers, body: z.object({ name: z.string() }) }),
  response: location,
  fill: ({ headers, body }) => ({ ...body, administration_id: headers.administration }),
})
