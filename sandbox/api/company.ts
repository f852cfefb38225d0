import { Hono, type Context } from 'hono'
import type { DatabaseSync } from 'node:sqlite'
import { settingsBody, defaultSettings } from '../accounting/settings.ts'
import { row, type Row } from '../database/database.ts'
import type { Sandbox, SandboxEnv } from '../sandbox.ts'
import { accountingAdministration, findConnectedKey } from './connection.ts'
import {
  readAdministrationAndLocation,
  readJsonBody,
  impliedAdministration,
  refuse,
  readRequiredQuery,
} from './request.ts'

type Owner = Pick<Row<'company_settings'>, 'administration_id' | 'location_id'>

/**
 * Returns the company settings of a coupled location; refuses with 404 if its key is not connected (contract
 * §4).
 */
function companySettings(db: DatabaseSync, owner: Owner) {
  const { administration_id, location_id } = owner
  const { id, default_no_relation } =
    findConnectedKey(db, administration_id, location_id) ??
    refuse(404, `Location ${location_id} has no connected key yet`)
  return {
    snelstart_administratie_identifier: accountingAdministration(db, administration_id).identifier,
    ...defaultSettings,
    ...row(db, 'company_settings', owner)?.settings,
    api_key: { id, default_no_relation },
  }
}

function ownerOf(c: Context<SandboxEnv>, db: DatabaseSync): Owner {
  const { administration, location } = readAdministrationAndLocation(c, db)
  return { administration_id: administration.id, location_id: location.id }
}

/** Routes of company settings and company info (§3, §7). */
export function company({ db }: Sandbox) {
  const app = new Hono<SandboxEnv>()

  app.get('/snelstart/company', (c) => c.json(companySettings(db, ownerOf(c, db))))

  app.get('/snelstart/company/info', (c) => {
    readRequiredQuery(c, 'location')
    const { aantal_decimalen_artikelprijzen, verkoopprijs_artikelbestand_exclusief_btw } =
      accountingAdministration(db, impliedAdministration(c, db).id)
    return c.json({ aantal_decimalen_artikelprijzen, verkoopprijs_artikelbestand_exclusief_btw })
  })

  app.post('/snelstart/company/:identifier', async (c) => {
    const owner = ownerOf(c, db)
    const { identifier } = c.req.param()
    if (identifier !== companySettings(db, owner).snelstart_administratie_identifier)
      refuse(404, `Accounting administration ${identifier} is unknown`)
    const changed = await readJsonBody(c, settingsBody.partial())
    const settings = { ...row(db, 'company_settings', owner)?.settings, ...changed }
    db.prepare('INSERT OR REPLACE INTO company_settings VALUES (?, ?, ?)').run(
      owner.administration_id,
      owner.location_id,
      JSON.stringify(settings),
    )
    return c.json(companySettings(db, owner))
  })
  return app
}
