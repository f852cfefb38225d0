import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { z } from 'zod'
import { insert, row, type Row } from '../database/database.ts'
import type { Sandbox, SandboxEnv } from '../sandbox.ts'
import { requireCoupledId } from './connection.ts'
import {
  readJsonBody,
  impliedAdministration,
  problem,
  refuse,
  refuseWithProblems,
  readRequiredQuery,
} from './request.ts'

const code = z.union([z.string().regex(/^-?\d+$/), z.int().transform(String)])

const relationBody = z.object({
  relatiesoort: z.array(z.enum(['Klant', 'Leverancier'])).min(1),
  relatiecode: code,
  naam: z.string().trim().max(50),
})

const shownRelation = ({ id, relatiesoort, relatiecode, naam }: Row<'relations'>) => ({
  id,
  relatiesoort,
  relatiecode,
  naam,
})

/** Routes of relations in the accounting administration (§3, §7), including the walk-in customer. */
export function relations({ db }: Sandbox) {
  const app = new Hono<SandboxEnv>()

  app.get('/snelstart/relations', (c) => {
    const relatiecode = readRequiredQuery(c, 'relatiecode')
    const administration_id = requireCoupledId(db, impliedAdministration(c, db))
    const relation = row(db, 'relations', { administration_id, relatiecode })
    return c.json(shownRelation(relation ?? refuse(404, `Relation ${relatiecode} does not exist`)))
  })

  app.get('/snelstart/relations/import', (c) => {
    const administration_id = requireCoupledId(db, impliedAdministration(c, db))
    insert(db, 'imports', { administration_id, kind: 'relations', requested_at: Date.now() })
    return c.json({ started: true })
  })

  app.get('/snelstart/relations/:id', (c) => {
    const administration_id = requireCoupledId(db, impliedAdministration(c, db))
    const id = c.req.param('id')
    const relation = row(db, 'relations', { administration_id, id })
    return c.json(shownRelation(relation ?? refuse(404, `Relation ${id} does not exist`)))
  })

  app.post('/snelstart/relations', async (c) => {
    const administration_id = requireCoupledId(db, impliedAdministration(c, db))
    const relation = await readJsonBody(c, relationBody)
    const { relatiesoort, relatiecode } = relation
    if (relation.naam === '')
      refuseWithProblems(400, problem('REL-0007', 'De naam moet gevuld zijn.'))
    if (row(db, 'relations', { administration_id, relatiecode }))
      refuseWithProblems(
        409,
        problem('REL-0008', `Relatiecode ${relatiecode} is reeds in gebruik.`),
      )
    const owner = { id: randomUUID(), administration_id }
    insert(db, 'relations', { ...owner, ...relation, relatiesoort: JSON.stringify(relatiesoort) })
    return c.json(shownRelation({ ...owner, ...relation }))
  })
  return app
}
