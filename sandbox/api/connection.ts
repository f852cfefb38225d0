import { randomUUID } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { HTTPException } from 'hono/http-exception'
import { openAccountingAdministration } from '../database/accounting-seed.ts'
import { one } from '../database/database.ts'
import { tables } from '../database/tables.ts'
import type { Row } from '../database/tables.ts'

/** The accounting administration of a point-of-sale administration, where one is opened. */
function openedAdministration(db: DatabaseSync, administrationId: number) {
  const sql = 'SELECT * FROM accounting_administrations WHERE administration_id = ?'
  return one(db, tables.accounting_administrations, sql, administrationId)
}

/**
 * Couples a key to the accounting package, from `at` on (milliseconds since 1970; a later moment
 * plays a confirmation that is under way, and survives a restart). A customer that is new to the
 * accounting package gets a fresh web administration there.
 */
export function connectKey(db: DatabaseSync, keyId: string, at = Date.now()): void {
  const key = one(db, tables.keys, 'SELECT * FROM keys WHERE id = ?', keyId)
  if (!key) throw new HTTPException(404, { message: `Key ${keyId} is unknown` })
  if (!openedAdministration(db, key.administration_id))
    openAccountingAdministration(db, {
      administrationId: key.administration_id,
      application: 'web',
    })
  db.prepare(
    `UPDATE keys SET api_key = coalesce(api_key, ?), connected_at = min(coalesce(connected_at, ?), ?)
     WHERE id = ?`,
  ).run(randomUUID(), at, at, keyId)
}

/** Whether the accounting package has confirmed the coupling; a late confirmation is yet to come. */
export const isConnected = ({ connected_at }: Row<'keys'>) =>
  connected_at !== null && connected_at <= Date.now()

/** The key through which this administration, or this location of it, is coupled by now. */
export function connectedKey(db: DatabaseSync, administrationId: number, locationId?: number) {
  return one(
    db,
    tables.keys,
    `SELECT * FROM keys WHERE administration_id = ? AND (? IS NULL OR location_id = ?)
     AND connected_at <= ? ORDER BY connected_at DESC, rowid DESC LIMIT 1`,
    administrationId,
    locationId ?? null,
    locationId ?? null,
    Date.now(),
  )
}

/**
 * The coupled accounting administration; 409 while the coupling is not confirmed, so that it
 * cannot be mistaken for a ledger or relation that does not exist (404).
 */
export function accountingAdministration(db: DatabaseSync, administrationId: number) {
  const opened = openedAdministration(db, administrationId)
  if (!opened || !connectedKey(db, administrationId))
    throw new HTTPException(409, {
      message: `Administration ${administrationId} is not connected yet`,
    })
  return opened
}
