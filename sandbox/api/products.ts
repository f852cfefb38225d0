import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { z } from 'zod'
import { all, insert, one } from '../database/database.ts'
import { tables } from '../database/tables.ts'
import type { Sandbox, SandboxEnv } from '../sandbox.ts'
import { accountingAdministration } from './connection.ts'
import { administrationAndLocationOf, administrationOf, bodyOf } from './request.ts'

const text = z.union([z.string().trim().min(1), z.number().transform(String)])

const productBody = z.object({
  name: z.string().trim().min(1).max(50),
  sku_code: text,
  artikelomzetgroep: text.nullish(),
})

const shownProduct = tables.products.omit({ administration_id: true })

/** Products of the accounting administration and their import (§7, contract §3). */
export function products({ db }: Sandbox) {
  const app = new Hono<SandboxEnv>()

  app.get('/snelstart/product/list', (c) => {
    const { administration } = administrationAndLocationOf(c, db)
    accountingAdministration(db, administration.id)
    const sql = 'SELECT * FROM products WHERE administration_id = ? ORDER BY name'
    return c.json(all(db, shownProduct, sql, administration.id))
  })

  app.post('/snelstart/product', async (c) => {
    const { id: administration_id } = administrationOf(c, db)
    accountingAdministration(db, administration_id)
    const { artikelomzetgroep = null, ...product } = await bodyOf(c, productBody)
    const sameCode = 'SELECT * FROM products WHERE administration_id = ? AND sku_code = ?'
    if (one(db, shownProduct, sameCode, administration_id, product.sku_code))
      throw new HTTPException(409, {
        message: `Artikelcode ${product.sku_code} bestaat al in deze administratie.`,
      })
    const group = 'SELECT * FROM product_groups WHERE administration_id = ? AND nummer = ?'
    if (
      artikelomzetgroep !== null &&
      !one(db, tables.product_groups, group, administration_id, artikelomzetgroep)
    )
      throw new HTTPException(422, {
        message: `Artikelomzetgroep ${artikelomzetgroep} bestaat niet.`,
      })
    const id = randomUUID()
    insert(db, 'products', { id, administration_id, ...product, artikelomzetgroep })
    return c.json({ id, ...product, artikelomzetgroep })
  })

  app.get('/snelstart/product/import', (c) => {
    const { id: administration_id } = administrationOf(c, db)
    if (c.req.query('productpages') !== 'true')
      throw new HTTPException(400, { message: 'Query parameter productpages must be true' })
    accountingAdministration(db, administration_id)
    insert(db, 'imports', { administration_id, kind: 'products', requested_at: Date.now() })
    return c.json({ started: true })
  })
  return app
}
