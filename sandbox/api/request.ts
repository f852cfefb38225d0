import { randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { selectFirstRow, findRow, type Row, tableSchemas } from '../database/database.ts'
import { openAccountingAdministration } from '../database/seed.ts'
import type { SandboxEnv } from '../sandbox.ts'

type Call = Context<SandboxEnv>

/** Throws an exception that refuses a call. */
export function throwRefusal(status: ContentfulStatusCode, message: string): never {
  throw new HTTPException(status, { message })
}

/** Creates a Dutch error in the accounting package's format. */
export const createProblem = (errorCode: string | null, message: string, ...details: string[]) => ({
  ...(errorCode && { errorCode }),
  message,
  details,
})

/** Refuses a call with errors in the accounting package's format. */
export function refuseWithProblems(
  status: 400 | 409,
  ...problems: ReturnType<typeof createProblem>[]
): never {
  throw new HTTPException(status, { cause: problems })
}

/** Numeric id that clients may send as text (contract §3). */
export const numericId = z.union([z.int(), z.string().regex(/^\d+$/).transform(Number)])

/** Returns the JSON body of a call, or refuses with 400. */
export async function readJsonBody<Schema extends z.ZodType>(
  c: Call,
  schema: Schema,
): Promise<z.output<Schema>> {
  let json: unknown
  try {
    json = JSON.parse(await c.req.text())
  } catch {
    throwRefusal(400, 'The body is not JSON')
  }
  const parsed = schema.safeParse(json)
  if (parsed.success) return parsed.data
  const problems = parsed.error.issues.map(
    ({ path, message }) => `${path.join('.') || 'body'}: ${message}`,
  )
  throwRefusal(400, problems.join('; '))
}

/** Returns a required query parameter, or refuses with 400. */
export function readRequiredQuery(c: Call, name: string): string {
  const value = c.req.query(name)
  if (!value) throwRefusal(400, `Query parameter ${name} is required`)
  return value
}

/** Returns a required request header, or refuses with 400. */
function readRequiredHeader(c: Call, name: string): string {
  const value = c.req.header(name)
  if (!value) throwRefusal(400, `Header ${name} is required`)
  return value
}

/** Converts an id to a number, or other text to null. */
export const parseId = (id: string | number) => (/^\d+$/.test(String(id)) ? Number(id) : null)

/** Returns an administration by id, or refuses with 404. */
export function requireAdministration(db: DatabaseSync, id: string | number) {
  const administration = findRow(db, 'administrations', { id: parseId(id) })
  return administration ?? throwRefusal(404, `Administration ${id} is unknown`)
}

/** Returns a location by id, or refuses with 404. */
export function requireLocation(db: DatabaseSync, id: string | number, administrationId?: number) {
  const location = findRow(db, 'locations', { id: parseId(id) })
  if (!location) throwRefusal(404, `Location ${id} is unknown`)
  if (administrationId !== undefined && location.administration_id !== administrationId)
    throwRefusal(404, `Location ${id} is not of administration ${administrationId}`)
  return location
}

/** Returns the administration that the required `administration` header names (§7). */
export function readAdministration(c: Call, db: DatabaseSync) {
  return requireAdministration(db, readRequiredHeader(c, 'administration'))
}

/** Ids of an administration and one of its locations. */
export type Owner = Pick<Row<'company_settings'>, 'administration_id' | 'location_id'>

/** Returns the ids of a location and its administration. */
export function requireOwner(
  db: DatabaseSync,
  { administration_id, location_id }: Record<keyof Owner, string | number>,
): Owner {
  const { id } = requireAdministration(db, administration_id)
  return { administration_id: id, location_id: requireLocation(db, location_id, id).id }
}

/** Reads the required administration and location of a request (§7). */
export function readOwner(c: Call, db: DatabaseSync): Owner {
  const administration_id = readRequiredHeader(c, 'administration')
  return requireOwner(db, { administration_id, location_id: readRequiredQuery(c, 'location') })
}

/** Returns the administration in the header, or else the location's administration (§7). */
export function readImpliedAdministration(c: Call, db: DatabaseSync) {
  const header = c.req.header('administration')
  const locationId = c.req.query('location') ?? c.req.header('location')
  if (header) {
    const administration = requireAdministration(db, header)
    if (locationId) requireLocation(db, locationId, administration.id)
    return administration
  }
  if (!locationId) throwRefusal(400, 'Header administration or a location is required')
  return requireAdministration(db, requireLocation(db, locationId).administration_id)
}

/** Returns a key by id, or refuses with 404. */
export function requireKey(db: DatabaseSync, id: string) {
  return findRow(db, 'keys', { id }) ?? throwRefusal(404, `Key ${id} is unknown`)
}

/**
 * Connects a key, and creates a web administration for new customers.
 *
 * @param at time of the confirmation, possibly in the future
 */
export function connectKey(db: DatabaseSync, keyId: string, at = Date.now()): void {
  const { administration_id } = requireKey(db, keyId)
  if (!findRow(db, 'accounting_administrations', { administration_id }))
    openAccountingAdministration(db, { administrationId: administration_id, application: 'web' })
  db.prepare(
    `UPDATE keys SET api_key = coalesce(api_key, ?), connected_at = min(coalesce(connected_at, ?), ?)
     WHERE id = ?`,
  ).run(randomUUID(), at, at, keyId)
}

/** True if the key's coupling is already confirmed. */
export const isConnected = ({ connected_at }: Row<'keys'>) =>
  connected_at !== null && connected_at <= Date.now()

/** Returns the connected key of an administration or a location. */
export function findConnectedKey(db: DatabaseSync, administrationId: number, locationId?: number) {
  return selectFirstRow(
    db,
    tableSchemas.keys,
    `SELECT * FROM keys WHERE administration_id = ? AND (? IS NULL OR location_id = ?)
     AND connected_at <= ? ORDER BY connected_at DESC, rowid DESC LIMIT 1`,
    administrationId,
    locationId ?? null,
    locationId ?? null,
    Date.now(),
  )
}

/** Status 409 is used, because 404 would mean a missing ledger. */
export function requireAccountingAdministration(db: DatabaseSync, administrationId: number) {
  const opened = findRow(db, 'accounting_administrations', { administration_id: administrationId })
  if (!opened || !findConnectedKey(db, administrationId))
    throwRefusal(409, `Administration ${administrationId} is not connected yet`)
  return opened
}

/** Returns the administration id, or refuses with 409 if uncoupled. */
export function readCoupledId(c: Call, db: DatabaseSync): number {
  const { id } = readImpliedAdministration(c, db)
  requireAccountingAdministration(db, id)
  return id
}
