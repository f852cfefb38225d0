import { Hono } from 'hono'
import { decodeJwt } from 'jose'
import { z } from 'zod'
import { insert } from '../database/database.ts'
import { row, rows } from '../database/tables.ts'
import type { Sandbox, SandboxEnv } from '../sandbox.ts'
import { bodyOf, knownAdministration, refuse } from './request.ts'

const serialBody = z.object({ name: z.string().trim().min(1), country_code: z.string().length(2) })

/** Administrations (§7 serials): list, create, read, and add a user. */
export function serials({ db, directory }: Sandbox) {
  const app = new Hono<SandboxEnv>()

  /** The administrations of a merchant who was added to any; null for everybody else, who sees all. */
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
