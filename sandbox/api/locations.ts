import { Hono } from 'hono'
import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { insert, one } from '../database/database.ts'
import { rows } from '../database/tables.ts'
import type { Sandbox, SandboxEnv } from '../sandbox.ts'
import { administrationOf, bodyOf, knownLocation } from './request.ts'

const idRow = z.object({ id: z.number().nullable() })

/** A location id that neither a location nor a registration has yet. */
export function nextLocationId(db: DatabaseSync): number {
  const sql = `SELECT max(id) AS id FROM
    (SELECT id FROM locations UNION ALL SELECT location_id AS id FROM registrations)`
  return (one(db, idRow, sql)?.id ?? 2000) + 1
}

/** The id that a registration reserved for the first location of this administration (§4). */
function reservedLocationId(db: DatabaseSync, administrationId: number) {
  const sql = `SELECT location_id AS id FROM registrations WHERE administration_id = ?
    AND location_id NOT IN (SELECT id FROM locations)`
  return one(db, idRow, sql, administrationId)?.id
}

/** Locations of an administration (§7). */
export function locations({ db }: Sandbox) {
  const app = new Hono<SandboxEnv>()

  app.get('/locations/location/list/all', (c) => {
    const { id: administration_id } = administrationOf(c, db)
    return c.json(rows(db, 'locations', { administration_id }, 'id'))
  })

  app.post('/locations/location', async (c) => {
    const administration = administrationOf(c, db)
    const { name } = await bodyOf(c, z.object({ name: z.string().trim().min(1) }))
    const id = reservedLocationId(db, administration.id) ?? nextLocationId(db)
    insert(db, 'locations', { id, administration_id: administration.id, name })
    return c.json(knownLocation(db, id))
  })

  app.get('/locations/location/:id', (c) => c.json(knownLocation(db, c.req.param('id'))))
  return app
}
