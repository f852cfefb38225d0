import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { insert, row, type Row, rows } from '../database/database.ts'
import type { Sandbox, SandboxEnv } from '../sandbox.ts'
import { connectKey, findConnectedKey, isConnected, knownKey } from './connection.ts'
import { readJsonBody, knownAdministration, knownLocation, numericId, refuse } from './request.ts'

export const unconnectedKeyBody = z.object({ administration_id: numericId, location_id: numericId })
const keyBody = unconnectedKeyBody.extend({ apiKey: z.string().min(1) })
const updateBody = z.object({ default_no_relation: z.string().min(1).nullable() })

const shownKey = (key: Row<'keys'>) => ({
  id: key.id,
  administration_id: key.administration_id,
  location_id: key.location_id,
  ...(key.api_key !== null && isConnected(key) && { apiKey: key.api_key }),
  default_no_relation: key.default_no_relation,
})

function ownerOf(db: DatabaseSync, body: z.output<typeof unconnectedKeyBody>) {
  const { id } = knownAdministration(db, body.administration_id)
  return { administration_id: id, location_id: knownLocation(db, body.location_id, id).id }
}

/** Returns the unconnected key of a location. Creates the key if there is none. */
export function unconnectedKey(db: DatabaseSync, body: z.output<typeof unconnectedKeyBody>) {
  const owner = ownerOf(db, body)
  const waiting = rows(db, 'keys', owner).find(({ connected_at }) => connected_at === null)
  if (waiting) return waiting
  const id = randomUUID()
  insert(db, 'keys', { id, ...owner })
  return knownKey(db, id)
}

/** Routes of accounting keys (§3, §7), which are unconnected until the accounting package connects them. */
export function keys({ db }: Sandbox) {
  const app = new Hono<SandboxEnv>()

  app.post('/snelstart/keys/unconnected', async (c) =>
    c.json(shownKey(unconnectedKey(db, await readJsonBody(c, unconnectedKeyBody)))),
  )

  app.post('/snelstart/keys', async (c) => {
    const body = await readJsonBody(c, keyBody)
    const owner = ownerOf(db, body)
    const connectedKey = findConnectedKey(db, owner.administration_id, owner.location_id)
    if (connectedKey?.api_key === body.apiKey) refuse(409, 'This API key is stored already')
    const id = randomUUID()
    insert(db, 'keys', { id, ...owner, api_key: body.apiKey })
    connectKey(db, id)
    return c.json(shownKey(knownKey(db, id)))
  })

  app.put('/snelstart/keys/:id', async (c) => {
    const { default_no_relation: relation } = await readJsonBody(c, updateBody)
    const { id, administration_id } = knownKey(db, c.req.param('id'))
    if (relation !== null && !row(db, 'relations', { id: relation, administration_id }))
      refuse(422, `Relation ${relation} is unknown`)
    db.prepare('UPDATE keys SET default_no_relation = ? WHERE id = ?').run(relation, id)
    return c.json(shownKey(knownKey(db, id)))
  })
  return app
}
