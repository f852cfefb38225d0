import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { row } from '../database/database.ts'
import type { SandboxEnv } from '../sandbox.ts'

type Call = Context<SandboxEnv>

/** Throws an exception that refuses a call with a status and a message. */
export function refuse(status: ContentfulStatusCode, message: string): never {
  throw new HTTPException(status, { message })
}

/** Creates an error in the accounting package's format: Dutch text, mostly with an error code. */
export const problem = (errorCode: string | null, message: string, ...details: string[]) => ({
  ...(errorCode && { errorCode }),
  message,
  details,
})

/**
 * Refuses a call with errors in the accounting package's format. The status is 400 unless the contract names
 * another.
 */
export function refuseWithProblems(
  status: 400 | 409,
  ...problems: ReturnType<typeof problem>[]
): never {
  throw new HTTPException(status, { cause: problems })
}

/** Schema of a numeric id, which clients may send back as text (contract §3). */
export const numericId = z.union([z.int(), z.string().regex(/^\d+$/).transform(Number)])

/** Returns the validated JSON body of a call; refuses with 400 and a list of all errors. */
export async function readJsonBody<Schema extends z.ZodType>(
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

/** Returns a required query parameter; refuses with 400 if the parameter is missing or empty. */
export function readRequiredQuery(c: Call, name: string): string {
  const value = c.req.query(name)
  if (!value) refuse(400, `Query parameter ${name} is required`)
  return value
}

/** Returns a required request header; refuses with 400 if the header is missing or empty. */
function requiredHeader(c: Call, name: string): string {
  const value = c.req.header(name)
  if (!value) refuse(400, `Header ${name} is required`)
  return value
}

/** Converts an id from a path or header to a number. Returns null, which matches no row, for other text. */
export const parseId = (id: string | number) => (/^\d+$/.test(String(id)) ? Number(id) : null)

/** Returns the administration with an id; refuses with 404 if it does not exist. */
export function knownAdministration(db: DatabaseSync, id: string | number) {
  const administration = row(db, 'administrations', { id: parseId(id) })
  return administration ?? refuse(404, `Administration ${id} is unknown`)
}

/** Returns the location with an id, optionally of one administration; refuses with 404 if it does not exist. */
export function knownLocation(db: DatabaseSync, id: string | number, administrationId?: number) {
  const location = row(db, 'locations', { id: parseId(id) })
  if (!location) refuse(404, `Location ${id} is unknown`)
  if (administrationId !== undefined && location.administration_id !== administrationId)
    refuse(404, `Location ${id} is not of administration ${administrationId}`)
  return location
}

/** Returns the administration that the required `administration` header names (§7). */
export function readAdministration(c: Call, db: DatabaseSync) {
  return knownAdministration(db, requiredHeader(c, 'administration'))
}

/**
 * Returns the administration from the header and the location from the query (§7). Both are
 * required.
 */
export function readAdministrationAndLocation(c: Call, db: DatabaseSync) {
  const administrationId = requiredHeader(c, 'administration')
  const locationId = readRequiredQuery(c, 'location')
  const administration = knownAdministration(db, administrationId)
  return { administration, location: knownLocation(db, locationId, administration.id) }
}

/**
 * Returns the administration that the request header names, or else the one of the given location. §7 leaves
 * the choice open.
 */
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
