import { Hono } from 'hono'
import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { insert, row, rows } from '../database/database.ts'
import type { Sandbox, SandboxEnv } from '../sandbox.ts'
import {
  readAdministration,
  readJsonBody,
  parseId,
  knownAdministration,
  knownLocation,
  numericId,
  refuse,
} from './request.ts'

const text = z.string().trim().min(1)

const recordBody = z.object({
  administration_id: numericId,
  location_id: numericId,
  cash_ledger: text,
  eft_ledger: text,
  webshop_ledger: text,
  type: z.literal('SNELSTART'),
})

function knownRecord(db: DatabaseSync, id: string | number) {
  const record = row(db, 'payment_ledgers', { id: parseId(id) })
  return record ?? refuse(404, `Payment ledgers ${id} do not exist`)
}

/** Routes of payment ledger records (§3, §7), which name the ledgers of cash, card and webshop payments. */
export function paymentLedgers({ db }: Sandbox) {
  const app = new Hono<SandboxEnv>()

  app.get('/accounting/paymentledgers', (c) => {
    const { id: administration_id } = readAdministration(c, db)
    const location = c.req.header('location')
    const ofLocation = location && {
      location_id: knownLocation(db, location, administration_id).id,
    }
    const records = rows(db, 'payment_ledgers', { administration_id, ...ofLocation }, 'id')
    return records.length === 0 ? c.body(null, 204) : c.json(records)
  })

  app.get('/accounting/paymentledgers/:id', (c) => c.json(knownRecord(db, c.req.param('id'))))

  app.post('/accounting/paymentledgers', async (c) => {
    const record = await readJsonBody(c, recordBody)
    const administration = knownAdministration(db, record.administration_id)
    knownLocation(db, record.location_id, administration.id)
    return c.json(knownRecord(db, insert(db, 'payment_ledgers', record)))
  })

  app.put('/accounting/paymentledgers/:id', async (c) => {
    const administration = readAdministration(c, db)
    const { id, administration_id, location_id } = knownRecord(db, c.req.param('id'))
    if (administration_id !== administration.id)
      refuse(404, `Payment ledgers ${id} are not of administration ${administration.id}`)
    const body = await readJsonBody(c, recordBody)
    if (body.administration_id !== administration_id || body.location_id !== location_id)
      refuse(422, 'Payment ledgers cannot move to another administration or location')
    db.prepare(
      'UPDATE payment_ledgers SET cash_ledger = ?, eft_ledger = ?, webshop_ledger = ? WHERE id = ?',
    ).run(body.cash_ledger, body.eft_ledger, body.webshop_ledger, id)
    return c.json(knownRecord(db, id))
  })
  return app
}
