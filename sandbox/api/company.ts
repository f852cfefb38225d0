import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { DatabaseSync } from 'node:sqlite'
import { settingsBody, unset } from '../accounting/settings.ts'
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
