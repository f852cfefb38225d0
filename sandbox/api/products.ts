import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { z } from 'zod'
import { all, insert, row, rows, tables } from '../database/database.ts'
import type { Sandbox, SandboxEnv } from '../sandbox.ts'
import { requireCoupledId } from './connection.ts'
import {
  readAdministrationAndLocation,
  readAdministration,
  readJsonBody,
  problem,
  refuse,
  refuseWithProblems,
} from './request.ts'

const text = z.union([z.string().trim().min(1), z.number().transform(String)])

const productBody = z.object({
  name: z.string().trim().min(1).max(50),
  sku_code: z.union([z.string().trim(), text]),
  artikelomzetgroep: text.nullish(),
})

const shownProduct = tables.products.omit({ administration_id: true })

/** Routes of products in the accounting administration and their import (§7, contract §3). */
export function products({ db }: Sandbox) {
  const app = new Hono<SandboxEnv>()

  app.get('/snelstart/product/list', (c) => {
    const { administration } = readAdministrationAndLocation(c, db)
    const sql = 'SELECT * FROM products WHERE administration_id = ? ORDER BY name'
    return c.json(all(db, shownProduct, sql, requireCoupledId(db, administration)))
  })

  app.post('/snelstart/product', async (c) => {
    const administration_id = requireCoupledId(db, readAdministration(c, db))
    const { artikelomzetgroep: nummer = null, ...product } = await readJsonBody(c, productBody)
    const { sku_code } = product
    if (sku_code === '')
      refuseWithProblems(400, problem('ART-0002', 'De artikelcode is verplicht.'))
    if (row(db, 'products', { administration_id, sku_code }))
      refuseWithProblems(409, problem('ART-0005', `Artikelcode ${sku_code} bestaat al.`))
    if (nummer !== null && !row(db, 'product_groups', { administration_id, nummer }))
      refuseWithProblems(400, problem('ART-0009', `Artikelomzetgroep ${nummer} bestaat niet.`))
    const id = randomUUID()
    insert(db, 'products', { id, administration_id, ...product, artikelomzetgroep: nummer })
    return c.json({ id, ...product, artikelomzetgroep: nummer })
  })

  app.get('/snelstart/product/import', (c) => {
    const administration = readAdministration(c, db)
    if (c.req.query('productpages') !== 'true')
      refuse(400, 'Query parameter productpages must be true')
    const administration_id = requireCoupledId(db, administration)
    insert(db, 'imports', { administration_id, kind: 'products', requested_at: Date.now() })
    return c.json({ started: true })
  })
  return app
}

/** Routes of order templates (§3, §7), which only desktop administrations have. */
export function salesOrders({ db }: Sandbox) {
  const app = new Hono<SandboxEnv>()
  app.get('/snelstart/salesorder/template', (c) => {
    const { administration } = readAdministrationAndLocation(c, db)
    const templates = rows(db, 'order_templates', {
      administration_id: requireCoupledId(db, administration),
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
