import { Hono } from 'hono'
import { z } from 'zod'
import { insert } from '../database/database.ts'
import { rows } from '../database/tables.ts'
import type { Sandbox, SandboxEnv } from '../sandbox.ts'
import { bodyOf, knownAdministration, refuse } from './request.ts'

const serialBody = z.object({ name: z.string().trim().min(1), country_code: z.string().length(2) })

/** Administrations (§7 serials): list, create, read, and add a user. */
export function serials({ db, directory }: Sandbox) {
  const app = new Hono<SandboxEnv>()

  app.get('/serials/serial/list', (c) => c.json(rows(db, 'administrations', {}, 'id')))

  app.post('/serials/serial', async (c) => {
    const serial = await bodyOf(c, serialBody)
    return c.json({ id: insert(db, 'administrations', serial), ...serial })
  })

  app.post('/serials/serial/:id', async (c) => {
    const { user_id } = await bodyOf(c, z.object({ user_id: z.string().min(1) }))
    const administration = knownAdministration(db, c.req.param('id'))
    if (!(await directory.has(user_id))) refuse(404, `User ${user_id} is unknown`)
    db.prepare('INSERT OR IGNORE INTO administration_users VALUES (?, ?)').run(
      administration.id,
      user_id,
    )
    return c.json(administration)
  })

  app.get('/serials/serial/:id', (c) => c.json(knownAdministration(db, c.req.param('id'))))
  return app
}
