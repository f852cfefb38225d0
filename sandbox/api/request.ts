import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { row } from '../database/database.ts'
import type { SandboxEnv } from '../sandbox.ts'

type Call = Context<SandboxEnv>

/** Ends a call with a refusal, which says why in a sentence. */
export function refuse(status: ContentfulStatusCode, message: string): never {
  throw new HTTPException(status, { message })
}

/** What is wrong with a call, as the accounting package says it: in Dutch, and of most things with a code. */
export const problem = (errorCode: string | null, message: string, ...details: string[]) => ({
  ...(errorCode && { errorCode }),
  message,
  details,
})

/** Ends a call with a refusal in the accounting package's form, which is 400 where the contract has no other. */
export function refuseAs(status: 400 | 409, ...problems: ReturnType<typeof problem>[]): never {
  throw new HTTPException(status, { cause: problems })
}

/** Numeric ids may come back as text: clients hold them as opaque values (contract §3). */
export const numericId = z.union([z.int(), z.string().regex(/^\d+$/).transform(Number)])

/** The JSON body of a call, checked; 400 with every problem in one message otherwise. */
export async function bodyOf<Schema extends z.ZodType>(
  c: Call,
  schema: Schema,
): Promise<z.output<Schema>> {
  let json: unknown
  try {
    json = JSON.parse(await c.req.text())
  } catch {
    refuse(400, 'The body is not JSON')
  }
  const parsed = schema.safeParse(json)
  if (parsed.success) return parsed.data
  const problems = parsed.error.issues.map(
    ({ path, message }) => `${path.join('.') || 'body'}: ${message}`,
  )
  refuse(400, problems.join('; '))
}

/** A query parameter that the call requires; 400 when it is missing or empty. */
export function requiredQuery(c: Call, name: string): string {
  const value = c.req.query(name)
  if (!value) refuse(400, `Query parameter ${name} is required`)
  return value
}

/** A header that the call requires; 400 when it is missing or empty. */
function requiredHeader(c: Call, name: string): string {
  const value = c.req.header(name)
  if (!value) refuse(400, `Header ${name} is required`)
  return value
}

/** An id from an address or header as a number; `null`, which no row has, for anything else. */
export const idFrom = (id: string | number) => (/^\d+$/.test(String(id)) ? Number(id) : null)

/** The administration with this id; 404 when there is none. */
export function knownAdministration(db: DatabaseSync, id: string | number) {
  const administration = row(db, 'administrations', { id: idFrom(id) })
  return administration ?? refuse(404, `Administration ${id} is unknown`)
}

/** The location with this id, which must be of `administrationId` where given; 404 otherwise. */
export function knownLocation(db: DatabaseSync, id: string | number, administrationId?: number) {
  const location = row(db, 'locations', { id: idFrom(id) })
  if (!location) refuse(404, `Location ${id} is unknown`)
  if (administrationId !== undefined && location.administration_id !== administrationId)
    refuse(404, `Location ${id} is not of administration ${administrationId}`)
  return location
}

/** A required `administration` header that names a known administration (§7). */
export function administrationOf(c: Call, db: DatabaseSync) {
  return knownAdministration(db, requiredHeader(c, 'administration'))
}

/** Header administration and query location, both required and belonging together (§7). */
export function administrationAndLocationOf(c: Call, db: DatabaseSync) {
  const administrationId = requiredHeader(c, 'administration')
  const locationId = requiredQuery(c, 'location')
  const administration = knownAdministration(db, administrationId)
  return { administration, location: knownLocation(db, locationId, administration.id) }
}

/** The administration of a call that §7 leaves open: header administration, or the one that the location is of. */
export function impliedAdministration(c: Call, db: DatabaseSync) {
  const header = c.req.header('administration')
  const locationId = c.req.query('location') ?? c.req.header('location')
  if (header) {
    const administration = knownAdministration(db, header)
    if (locationId) knownLocation(db, locationId, administration.id)
    return administration
  }
  if (!locationId) refuse(400, 'Header administration or a location is required')
  return knownAdministration(db, knownLocation(db, locationId).administration_id)
}
