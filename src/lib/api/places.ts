import * as z from 'zod/mini'
import {
  booleanSchema,
  id,
  isSameIdOrOmitted,
  locationFields,
  defineReadById,
  defineListRead,
  defineWrite,
} from './endpoint.ts'

export const administrationSchema = z.object({
  id,
  name: z.string(),
  country_code: z.nullish(z.string()),
})
/** Administration, which the API calls "serial" (§3). */
export type Administration = z.infer<typeof administrationSchema>

export const listAdministrations = defineListRead({
  path: '/serials/serial/list',
  request: z.object({}),
  items: administrationSchema,
})

export const getAdministration = defineReadById('/serials/serial/{id}', administrationSchema)

export const createAdministration = defineWrite({
  path: '/serials/serial',
  request: z.object({ body: z.object({ name: z.string(), country_code: z.string() }) }),
  response: administrationSchema,
  fill: ({ body }) => body,
})

export const addUserToAdministration = defineWrite({
  path: '/serials/serial/{id}',
  request: z.object({ path: z.object({ id }), body: z.object({ user_id: id }) }),
})

export const locationSchema = z.object({
  id,
  name: z.string(),
  administration_id: z.nullish(id),
  eco: z.nullish(booleanSchema),
})
export type Location = z.infer<typeof locationSchema>

export const listLocations = defineListRead({
  path: '/locations/location/list/all',
  request: z.object({ headers: locationFields.headers }),
  items: locationSchema,
  isRequested: ({ headers }, { administration_id: owner }) =>
    isSameIdOrOmitted(owner, headers.administration),
})

export const getLocation = defineReadById('/locations/location/{id}', locationSchema)

export const createLocation = defineWrite({
  path: '/locations/location',
  request: z.object({ headers: locationFields.headers, body: z.object({ name: z.string() }) }),
  response: locationSchema,
  fill: ({ headers, body }) => ({ ...body, administration_id: headers.administration }),
})
