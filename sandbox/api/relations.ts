import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { insert, one } from '../database/database.ts'
import { tables } from '../database/tables.ts'
import type { Sandbox, SandboxEnv } from '../sandbox.ts'
import { accountingAdministration } from './connection.ts'
import { bodyOf, impliedAdministration, requiredQuery } from './request.ts'

const code = z.union([z.string().regex(/^-?\d+$/), z.int().transform(String)])

const relationBody = z.object({
  relatiesoort: z.array(z.enum(['Klant', 'Leverancier'])).min(1),
  relatiecode: code,
  naam: z.string().trim().min(1).max(50),
})

const shownRelation = tables.relations.omit({ administration_id: true })

function relationByCode(db: DatabaseSync, administrationId: number, relatiecode: string) {
  const sql = 'SELECT * FROM relations WHERE administration_id = ? AND relatiecode = ?'
  return one(db, shownRelation, sql, administrationId, relatiecode)
}

/** Relations of the accounting administration (§3, §7), the walk-in customer among them. */
export function relations({ db }: Sandbox) {
  const app = new Hono<SandboxEnv>()

  app.get('/snelstart/relations', (c) => {
    const relatiecode = requiredQuery(c, 'relatiecode')
    const { id } = impliedAdministration(c, db)
    accountingAdministration(db, id)
    const relation = relationByCode(db, id, relatiecode)
    if (!relation)
      throw new HTTPException(404, { message: `Relation ${relatiecode} does not exist` })
    return c.json(relation)
  })

  app.get('/snelstart/relations/import', (c) => {
    const { id: administration_id } = impliedAdministration(c, db)
    accountingAdministration(db, administration_id)
    insert(db, 'imports', { administration_id, kind: 'relations', requested_at: Date.now() })
    return c.json({ started: true })
  })

  app.get('/snelstart/relations/:id', (c) => {
    const administration = impliedAdministration(c, db)
    accountingAdministration(db, administration.id)
    const sql = 'SELECT * FROM relations WHERE administration_id = ? AND id = ?'
    const id = c.req.param('id')
    const relation = one(db, shownRelation, sql, administration.id, id)
    if (!relation) throw new HTTPException(404, { message: `Relation ${id} does not exist` })
    return c.json(relation)
  })

  app.post('/snelstart/relations', async (c) => {
    const { id: administration_id } = impliedAdministration(c, db)
    accountingAdministration(db, administration_id)
    const { relatiesoort, relatiecode, naam } = await bodyOf(c, relationBody)
    if (relationByCode(db, administration_id, relatiecode))
      throw new HTTPException(409, {
        message: `Relatiecode ${relatiecode} bestaat al in deze administratie.`,
      })
    const id = randomUUID()
    insert(db, 'relations', {
      id,
      administration_id,
      relatiesoort: JSON.stringify(relatiesoort),
      relatiecode,
      naam,
    })
    return c.json({ id, relatiesoort, relatiecode, naam })
  })
  return app
}
