import { randomUUID } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { openAccountingAdministration } from '../database/seed.ts'
import { one, row, type Row, tables } from '../database/database.ts'
import { refuse } from './request.ts'

/** The key with this id; 404 when there is none. */
export function knownKey(db: DatabaseSync, id: string) {
  return row(db, 'keys', { id }) ?? refuse(404, `Key ${id} is unknown`)
}

/**
 * Couples a key to the accounting package, from `at` on: a later moment plays a confirmation that is under way. A
 * customer that is new to the accounting package gets a fresh web administration there.
 */
export function connectKey(db: DatabaseSync, keyId: string, at = Date.now()): void {
  const { administration_id } = knownKey(db, keyId)
  if (!row(db, 'accounting_administrations', { administration_id }))
    openAccountingAdministration(db, { administrationId: administration_id, application: 'web' })
  db.prepare(
    `UPDATE keys SET api_key = coalesce(api_key, ?), connected_at = min(coalesce(connected_at, ?), ?)
     WHERE id = ?`,
  ).run(randomUUID(), at, at, keyId)
}

/** True if the coupling is confirmed. The time of a late confirmation is in the future. */
export const isConnected = ({ connected_at }: Row<'keys'>) =>
  connected_at !== null && connected_at <= Date.now()

/** The key that couples this administration, or this location of it, by now. */
export function findConnectedKey(db: DatabaseSync, administrationId: number, locationId?: number) {
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

/** The coupled accounting administration; 409 until then, not to be mistaken for a ledger that does not exist. */
export function accountingAdministration(db: DatabaseSync, administrationId: number) {
  const opened = row(db, 'accounting_administrations', { administration_id: administrationId })
  if (!opened || !findConnectedKey(db, administrationId))
    refuse(409, `Administration ${administrationId} is not connected yet`)
  return opened
}

/** The id of an administration that is coupled; 409 while it is not. */
export function requireCoupledId(db: DatabaseSync, { id }: Row<'administrations'>): number {
  accountingAdministration(db, id)
  return id
}
