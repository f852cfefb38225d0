import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { insert, one } from '../database/database.ts'
import { tables } from '../database/tables.ts'
import type { Row } from '../database/tables.ts'
import type { Sandbox, SandboxEnv } from '../sandbox.ts'
import { connectKey, connectedKey, isConnected } from './connection.ts'
import { bodyOf, knownAdministration, knownLocation, numericId } from './request.ts'

const unconnectedBody = z.object({ administration_id: numericId, location_id: numericId })
const keyBody = unconnectedBody.extend({ apiKey: z.string().min(1) })
const updateBody = z.object({ default_no_relation: z.string().min(1).nullable() })

/** A key as §3 shows it: without `apiKey` until the coupling is confirmed. */
const shownKey = (key: Row<'keys'>) => ({
  id: key.id,
  administration_id: key.administration_id,
  location_id: key.location_id,
  ...(key.api_key !== null && isConnected(key) && { apiKey: key.api_key }),
  default_no_relation: key.default_no_relation,
})

/** The key with this id; 404 when there is none. */
export function knownKey(db: DatabaseSync, id: string) {
  const key = one(db, tables.keys, 'SELECT * FROM keys WHERE id = ?', id)
  if (!key) throw new HTTPException(404, { message: `Key ${id} is unknown` })
  return key
}

/** An unconnected key for a location; asking again before it is used gives the same one. */
export function unconnectedKey(db: DatabaseSync, administrationId: number, locationId: number) {
  const sql = `SELECT * FROM keys WHERE administration_id = ? AND location_id = ?
    AND connected_at IS NULL`
  const waiting = one(db, tables.keys, sql, administrationId, locationId)
  if (waiting) return waiting
  const id = randomUUID()
  insert(db, 'keys', { id, administration_id: administrationId, location_id: locationId })
  return knownKey(db, id)
}

/** Accounting keys (§3, §7): made unconnected, connected by the accounting package. */
export function keys({ db }: Sandbox) {
  const app = new Hono<SandboxEnv>()

  app.post('/snelstart/keys/unconnected', async (c) => {
    const { administration_id, location_id } = await bodyOf(c, unconnectedBody)
    const administration = knownAdministration(db, administration_id)
    const location = knownLocation(db, location_id, administration.id)
    return c.json(shownKey(unconnectedKey(db, administration.id, location.id)))
  })

  app.post('/snelstart/keys', async (c) => {
    const { administration_id, location_id, apiKey } = await bodyOf(c, keyBody)
    const administration = knownAdministration(db, administration_id)
    const location = knownLocation(db, location_id, administration.id)
    const known = connectedKey(db, administration.id, location.id)
    if (known?.api_key === apiKey)
      throw new HTTPException(409, { message: 'This API key is stored already' })
    const id = randomUUID()
    const owner = { administration_id: administration.id, location_id: location.id }
    insert(db, 'keys', { id, ...owner, api_key: apiKey })
    connectKey(db, id)
    return c.json(shownKey(knownKey(db, id)))
  })

  app.put('/snelstart/keys/:id', async (c) => {
    const { default_no_relation } = await bodyOf(c, updateBody)
    const key = knownKey(db, c.req.param('id'))
    const sql = 'SELECT * FROM relations WHERE id = ? AND administration_id = ?'
    if (
      default_no_relation !== null &&
      !one(db, tables.relations, sql, default_no_relation, key.administration_id)
    )
      throw new HTTPException(422, { message: `Relation ${default_no_relation} is unknown` })
    db.prepare('UPDATE keys SET default_no_relation = ? WHERE id = ?').run(
      default_no_relation,
      key.id,
    )
    return c.json(shownKey(knownKey(db, key.id)))
  })
  return app
}
