import { Hono } from 'hono'
import { rows } from '../database/tables.ts'
import type { Sandbox, SandboxEnv } from '../sandbox.ts'
import { coupledId } from './connection.ts'
import { administrationAndLocationOf } from './request.ts'

/** Order templates (§3, §7): a desktop administration has them, a web one has none. */
export function salesOrders({ db }: Sandbox) {
  const app = new Hono<SandboxEnv>()
  app.get('/snelstart/salesorder/template', (c) => {
    const { administration } = administrationAndLocationOf(c, db)
    const templates = rows(db, 'order_templates', {
      administration_id: coupledId(db, administration),
    })
    return c.json(
      templates.map(({ id, omschrijving, prijs_ingave_exclusief_btw }) => ({
        id,
        omschrijving,
        prijsIngaveExclusiefBtw: prijs_ingave_exclusief_btw,
      })),
    )
  })
  return app
}
