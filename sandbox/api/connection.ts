import { randomUUID } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { openAccountingAdministration } from '../database/seed.ts'
import { one, row, type Row, tables } from '../database/database.ts'
import { refuse } from './request.ts'

/** Returns the key with an id; refuses with 404 if the key does not exist. */
export function knownKey(db: DatabaseSync, id: string) {
  return row(db, 'keys', { id }) ?? refuse(404, `Key ${id} is unknown`)
}

/**
 * Connects a key to the accounting package. Creates a web administration for a new customer.
 *
 * @param at time of the confirmation, possibly in the future
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

/** True if the coupling is confirmed. A late confirmation has a future time. */
export const isConnected = ({ connected_at }: Row<'keys'>) =>
  connected_at !== null && connected_at <= Date.now()

/** Returns the connected key of an administration, or of one of its locations. */
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

/** Returns the coupled accounting administration. Refuses with 409, because 404 would mean a missing ledger. */
export function accountingAdministration(db: DatabaseSync, administrationId: number) {
  const opened = row(db, 'accounting_administrations', { administration_id: administrationId })
  if (!opened || !findConnectedKey(db, administrationId))
    refuse(409, `Administration ${administrationId} is not connected yet`)
  return opened
}

/** Returns the id of a coupled administration; refuses with 409 if it is not coupled. */
export function requireCoupledId(db: DatabaseSync, { id }: Row<'administrations'>): number {
  accountingAdministration(db, id)
  return id
}
