import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { one } from '../database/database.ts'
import { tables } from '../database/tables.ts'
import type { Sandbox, SandboxEnv } from '../sandbox.ts'
import { accountingAdministration, connectedKey } from './connection.ts'
import {
  administrationAndLocationOf,
  bodyOf,
  impliedAdministration,
  requiredQuery,
} from './request.ts'

const text = z.union([z.string(), z.number().transform(String)]).nullable()

/** The company settings of §3 that are stored as sent. */
export const settingsBody = z.object({
  default_verkoop_order_sjabloon: text,
  invoice_verkoop_order_sjabloon: text,
  direct_payment_verkoop_order_sjabloon: text,
  write_as_order: z.boolean(),
  write_order: z.boolean(),
  sync_open_verkoop_factuur: z.boolean(),
  default_cash_register: text,
  default_emballage_ledger: text,
  default_cash_payment_ledger: text,
  default_eft_payment_ledger: text,
  default_webshop_payment_ledger: text,
  cash_gap_ledger: text,
  default_cash_difference_ledger: text,
  write_cash_count: z.boolean(),
  price_decimals: z.int().min(0),
  rounded_prices: z.boolean(),
  prices_inclusive_tax: z.boolean(),
  sync_product: z.boolean(),
  sync_relation: z.boolean(),
  skip_non_active_artikels: z.boolean(),
  skip_non_active_relations: z.boolean(),
  open_invoice_product: z.boolean(),
})

/** What a coupled location has before anybody went through the wizard. */
const unset: z.output<typeof settingsBody> = {
  default_verkoop_order_sjabloon: null,
  invoice_verkoop_order_sjabloon: null,
  direct_payment_verkoop_order_sjabloon: null,
  write_as_order: false,
  write_order: false,
  sync_open_verkoop_factuur: false,
  default_cash_register: null,
  default_emballage_ledger: null,
  default_cash_payment_ledger: null,
  default_eft_payment_ledger: null,
  default_webshop_payment_ledger: null,
  cash_gap_ledger: null,
  default_cash_difference_ledger: null,
  write_cash_count: false,
  price_decimals: 2,
  rounded_prices: false,
  prices_inclusive_tax: true,
  sync_product: false,
  sync_relation: false,
  skip_non_active_artikels: true,
  skip_non_active_relations: true,
  open_invoice_product: true,
}

function storedSettings(db: DatabaseSync, administrationId: number, locationId: number) {
  const sql = 'SELECT * FROM company_settings WHERE administration_id = ? AND location_id = ?'
  return one(db, tables.company_settings, sql, administrationId, locationId)?.settings
}

/** The company settings of a coupled location; 404 until its key is connected (contract §4). */
function companySettings(db: DatabaseSync, administrationId: number, locationId: number) {
  const key = connectedKey(db, administrationId, locationId)
  if (!key)
    throw new HTTPException(404, { message: `Location ${locationId} has no connected key yet` })
  const { identifier } = accountingAdministration(db, administrationId)
  return {
    snelstart_administratie_identifier: identifier,
    ...unset,
    ...storedSettings(db, administrationId, locationId),
    api_key: { id: key.id, default_no_relation: key.default_no_relation },
  }
}

/** Company settings and company info (§3, §7). */
export function company({ db }: Sandbox) {
  const app = new Hono<SandboxEnv>()

  app.get('/snelstart/company', (c) => {
    const { administration, location } = administrationAndLocationOf(c, db)
    return c.json(companySettings(db, administration.id, location.id))
  })

  app.get('/snelstart/company/info', (c) => {
    requiredQuery(c, 'location')
    const { aantal_decimalen_artikelprijzen, verkoopprijs_artikelbestand_exclusief_btw } =
      accountingAdministration(db, impliedAdministration(c, db).id)
    return c.json({ aantal_decimalen_artikelprijzen, verkoopprijs_artikelbestand_exclusief_btw })
  })

  app.post('/snelstart/company/:identifier', async (c) => {
    const { administration, location } = administrationAndLocationOf(c, db)
    const current = companySettings(db, administration.id, location.id)
    if (c.req.param('identifier') !== current.snelstart_administratie_identifier)
      throw new HTTPException(404, {
        message: `Accounting administration ${c.req.param('identifier')} is unknown`,
      })
    const settings = await bodyOf(c, settingsBody.partial())
    db.prepare('INSERT OR REPLACE INTO company_settings VALUES (?, ?, ?)').run(
      administration.id,
      location.id,
      JSON.stringify({ ...storedSettings(db, administration.id, location.id), ...settings }),
    )
    return c.json(companySettings(db, administration.id, location.id))
  })
  return app
}
