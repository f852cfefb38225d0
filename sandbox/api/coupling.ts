import { randomUUID } from 'node:crypto'
import type { Hono } from 'hono'
import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { settingsBody, defaultSettings } from '../accounting/settings.ts'
import { insertRow, findRow, type Row, findRows } from '../database/database.ts'
import type { Sandbox, SandboxEnv } from '../sandbox.ts'
import {
  requireAccountingAdministration,
  connectKey,
  findConnectedKey,
  readImpliedAdministration,
  isConnected,
  requireKey,
  requireLocation,
  requireOwner,
  numericId,
  type Owner,
  parseId,
  readAdministration,
  readJsonBody,
  readOwner,
  readRequiredQuery,
  throwRefusal,
} from './request.ts'

/** Returns a location's company settings, or refuses with 404 (contract §4). */
function readCompanySettings(db: DatabaseSync, owner: Owner) {
  const { administration_id, location_id } = owner
  const { id, default_no_relation } =
    findConnectedKey(db, administration_id, location_id) ??
    throwRefusal(404, `Location ${location_id} has no connected key yet`)
  return {
    snelstart_administratie_identifier: requireAccountingAdministration(db, administration_id)
      .identifier,
    ...defaultSettings,
    ...findRow(db, 'company_settings', owner)?.settings,
    api_key: { id, default_no_relation },
  }
}

/** Adds the routes of company settings and company info (§3, §7). */
export function addCompanyRoutes(app: Hono<SandboxEnv>, { db }: Sandbox): void {
  app.get('/snelstart/company', (c) => c.json(readCompanySettings(db, readOwner(c, db))))

  app.get('/snelstart/company/info', (c) => {
    readRequiredQuery(c, 'location')
    const { aantal_decimalen_artikelprijzen, verkoopprijs_artikelbestand_exclusief_btw } =
      requireAccountingAdministration(db, readImpliedAdministration(c, db).id)
    return c.json({ aantal_decimalen_artikelprijzen, verkoopprijs_artikelbestand_exclusief_btw })
  })

  app.post('/snelstart/company/:identifier', async (c) => {
    const owner = readOwner(c, db)
    const { identifier } = c.req.param()
    if (identifier !== readCompanySettings(db, owner).snelstart_administratie_identifier)
      throwRefusal(404, `Accounting administration ${identifier} is unknown`)
    const changed = await readJsonBody(c, settingsBody.partial())
    const settings = { ...findRow(db, 'company_settings', owner)?.settings, ...changed }
    const sql = 'INSERT OR REPLACE INTO company_settings VALUES (?, ?, ?)'
    db.prepare(sql).run(owner.administration_id, owner.location_id, JSON.stringify(settings))
    return c.json(readCompanySettings(db, owner))
  })
}

export const unconnectedKeyBody = z.object({ administration_id: numericId, location_id: numericId })
const keyBody = unconnectedKeyBody.extend({ apiKey: z.string().min(1) })
const keyChanges = z.object({ default_no_relation: z.string().min(1).nullable() })

const shownKey = (key: Row<'keys'>) => ({
  id: key.id,
  administration_id: key.administration_id,
  location_id: key.location_id,
  ...(key.api_key !== null && isConnected(key) && { apiKey: key.api_key }),
  default_no_relation: key.default_no_relation,
})

/** Returns a location's unconnected key, and creates the key if missing. */
export function findOrCreateUnconnectedKey(db: DatabaseSync, body: Owner) {
  const owner = requireOwner(db, body)
  const waiting = findRows(db, 'keys', owner).find(({ connected_at }) => connected_at === null)
  if (waiting) return waiting
  const id = randomUUID()
  insertRow(db, 'keys', { id, ...owner })
  return requireKey(db, id)
}

/** Adds the routes of accounting keys (§3, §7). */
export function addKeyRoutes(app: Hono<SandboxEnv>, { db }: Sandbox): void {
  app.post('/snelstart/keys/unconnected', async (c) =>
    c.json(shownKey(findOrCreateUnconnectedKey(db, await readJsonBody(c, unconnectedKeyBody)))),
  )

  app.post('/snelstart/keys', async (c) => {
    const body = await readJsonBody(c, keyBody)
    const owner = requireOwner(db, body)
    const connectedKey = findConnectedKey(db, owner.administration_id, owner.location_id)
    if (connectedKey?.api_key === body.apiKey) throwRefusal(409, 'This API key is stored already')
    const id = randomUUID()
    insertRow(db, 'keys', { id, ...owner, api_key: body.apiKey })
    connectKey(db, id)
    return c.json(shownKey(requireKey(db, id)))
  })

  app.put('/snelstart/keys/:id', async (c) => {
    const { default_no_relation: relation } = await readJsonBody(c, keyChanges)
    const { id, administration_id } = requireKey(db, c.req.param('id'))
    if (relation !== null && !findRow(db, 'relations', { id: relation, administration_id }))
      throwRefusal(422, `Relation ${relation} is unknown`)
    db.prepare('UPDATE keys SET default_no_relation = ? WHERE id = ?').run(relation, id)
    return c.json(shownKey(requireKey(db, id)))
  })
}

const ledgerNumber = z.string().trim().min(1)

const paymentLedgersBody = unconnectedKeyBody.extend({
  cash_ledger: ledgerNumber,
  eft_ledger: ledgerNumber,
  webshop_ledger: ledgerNumber,
  type: z.literal('SNELSTART'),
})

function requirePaymentLedgers(db: DatabaseSync, id: string | number) {
  const record = findRow(db, 'payment_ledgers', { id: parseId(id) })
  return record ?? throwRefusal(404, `Payment ledgers ${id} do not exist`)
}

/** Adds the routes of payment ledger records (§3, §7). */
export function addPaymentLedgerRoutes(app: Hono<SandboxEnv>, { db }: Sandbox): void {
  app.get('/accounting/paymentledgers', (c) => {
    const { id: administration_id } = readAdministration(c, db)
    const location = c.req.header('location')
    const ofLocation = location && {
      location_id: requireLocation(db, location, administration_id).id,
    }
    const records = findRows(db, 'payment_ledgers', { administration_id, ...ofLocation }, 'id')
    return records.length === 0 ? c.body(null, 204) : c.json(records)
  })

  app.get('/accounting/paymentledgers/:id', (c) =>
    c.json(requirePaymentLedgers(db, c.req.param('id'))),
  )

  app.post('/accounting/paymentledgers', async (c) => {
    const record = await readJsonBody(c, paymentLedgersBody)
    requireOwner(db, record)
    return c.json(requirePaymentLedgers(db, insertRow(db, 'payment_ledgers', record)))
  })

  app.put('/accounting/paymentledgers/:id', async (c) => {
    const administration = readAdministration(c, db)
    const { id, administration_id, location_id } = requirePaymentLedgers(db, c.req.param('id'))
    if (administration_id !== administration.id)
      throwRefusal(404, `Payment ledgers ${id} are not of administration ${administration.id}`)
    const body = await readJsonBody(c, paymentLedgersBody)
    if (body.administration_id !== administration_id || body.location_id !== location_id)
      throwRefusal(422, 'Payment ledgers cannot move to another administration or location')
    db.prepare(
      'UPDATE payment_ledgers SET cash_ledger = ?, eft_ledger = ?, webshop_ledger = ? WHERE id = ?',
    ).run(body.cash_ledger, body.eft_ledger, body.webshop_ledger, id)
    return c.json(requirePaymentLedgers(db, id))
  })
}
