import { Hono } from 'hono'
import { decodeJwt } from 'jose'
import { z } from 'zod'
import { insert, one, row, rows } from '../database/database.ts'
import type { Sandbox, SandboxEnv } from '../sandbox.ts'
import {
  readAdministration,
  readJsonBody,
  knownAdministration,
  knownLocation,
  refuse,
} from './request.ts'
import type { DatabaseSync } from 'node:sqlite'

const serialBody = z.object({ name: z.string().trim().min(1), country_code: z.string().length(2) })

/** Routes to list, create and read administrations, and to add a user (§7 serials). */
export function serials({ db, directory }: Sandbox) {
  const app = new Hono<SandboxEnv>()

  /** Returns the administrations that a merchant was added to; null for users who see all administrations. */
  function ownOf(authorization = ''): ReadonlySet<number> | null {
    const { sub = '' } = decodeJwt(authorization.replace(/^Bearer /i, ''))
    const isMerchant = row(db, 'users', { id: sub })?.roles.every((role) => role === 'merchant')
    const own = rows(db, 'administration_users', { user_id: sub })
    if (!isMerchant || own.length === 0) return null
    return new Set(own.map(({ administration_id }) => administration_id))
  }

  app.get('/serials/serial/list', (c) => {
    const own = ownOf(c.req.header('authorization'))
    const all = rows(db, 'administrations', {}, 'id')
    return c.json(all.filter(({ id }) => own?.has(id) ?? true))
  })

  app.post('/serials/serial', async (c) => {
    const serial = await readJsonBody(c, serialBody)
    return c.json({ id: insert(db, 'administrations', serial), ...serial })
  })

  app.post('/serials/serial/:id', async (c) => {
    const { user_id } = await readJsonBody(c, z.object({ user_id: z.string().min(1) }))
    const administration = knownAdministration(db, c.req.param('id'))
    if (!(await directory.exists(user_id))) refuse(404, `User ${user_id} is unknown`)
    db.prepare('INSERT OR IGNORE INTO administration_users VALUES (?, ?)').run(
      administration.id,
      user_id,
    )
    return c.json(administration)
  })

  app.get('/serials/serial/:id', (c) => c.json(knownAdministration(db, c.req.param('id'))))
  return app
}

const idRow = z.object({ id: z.number().nullable() })

export function nextLocationId(db: DatabaseSync): number {
  const sql = `SELECT max(id) AS id FROM
    (SELECT id FROM locations UNION ALL SELECT location_id AS id FROM registrations)`
  return (one(db, idRow, sql)?.id ?? 2000) + 1
}

function reservedLocationId(db: DatabaseSync, administrationId: number) {
  const sql = `SELECT location_id AS id FROM registrations WHERE administration_id = ?
    AND location_id NOT IN (SELECT id FROM locations)`
  return one(db, idRow, sql, administrationId)?.id
}

/** Routes of an administration's locations (§7). */
export function locations({ db }: Sandbox) {
  const app = new Hono<SandboxEnv>()

  app.get('/locations/location/list/all', (c) => {
    const { id: administration_id } = readAdministration(c, db)
    return c.json(rows(db, 'locations', { administration_id }, 'id'))
  })

  app.post('/locations/location', async (c) => {
    const administration = readAdministration(c, db)
    const { name } = await readJsonBody(c, z.object({ name: z.string().trim().min(1) }))
    const id = reservedLocationId(db, administration.id) ?? nextLocationId(db)
    insert(db, 'locations', { id, administration_id: administration.id, name })
    return c.json(knownLocation(db, id))
  })

  app.get('/locations/location/:id', (c) => c.json(knownLocation(db, c.req.param('id'))))
  return app
}
