import { Hono } from 'hono'
import { all } from '../database/database.ts'
import { tables } from '../database/tables.ts'
import type { Sandbox, SandboxEnv } from '../sandbox.ts'
import { accountingAdministration } from './connection.ts'
import { administrationAndLocationOf } from './request.ts'

/** Order templates (§3, §7): a desktop administration has them, a web one has none. */
export function salesOrders({ db }: Sandbox) {
  const app = new Hono<SandboxEnv>()
  app.get('/snelstart/salesorder/template', (c) => {
    const { administration } = administrationAndLocationOf(c, db)
    accountingAdministration(db, administration.id)
    const sql = 'SELECT * FROM order_templates WHERE administration_id = ? ORDER BY rowid'
    return c.json(
      all(db, tables.order_templates, sql, administration.id).map((template) => ({
        id: template.id,
        omschrijving: template.omschrijving,
        prijsIngaveExclusiefBtw: template.prijs_ingave_exclusief_btw,
      })),
    )
  })
  return app
}
