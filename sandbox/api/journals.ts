import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { z } from 'zod'
import { all, asInteger, insert } from '../database/database.ts'
import { row, tables, type Row } from '../database/tables.ts'
import type { Sandbox, SandboxEnv } from '../sandbox.ts'
import { coupledId } from './connection.ts'
import { ledgerBody, ledgerProblems, proposedLedger } from './ledger-rules.ts'
import {
  administrationAndLocationOf,
  bodyOf,
  impliedAdministration,
  knownAdministration,
  knownLocation,
  refuse,
  refuseAs,
} from './request.ts'

const text = z.union([z.string().trim().min(1), z.number().transform(String)])
const journalBody = z.object({ nummer: text, omschrijving: text, soort: text })

/** A ledger with the response fields of §3. */
const shownLedger = ({ id, ...ledger }: Row<'ledgers'>) => ({
  id,
  nummer: ledger.nummer,
  omschrijving: ledger.omschrijving,
  grootboekfunctie: ledger.grootboekfunctie,
  rekening_code: ledger.rekening_code,
  grootboek_rubriek: ledger.grootboek_rubriek,
})

/** What each list of an accounting administration shows, by its name in the path and its table. */
const lists = [
  ['grootboeken', 'ledgers', tables.ledgers.transform(shownLedger)],
  ['dagboeken', 'journals', tables.journals.omit({ administration_id: true })],
  ['artikelomzetgroep', 'product_groups', tables.product_groups.omit({ administration_id: true })],
] as const

/** Ledgers, journals and product groups of the accounting administration (§7). */
export function journals({ db }: Sandbox) {
  const app = new Hono<SandboxEnv>()

  for (const [name, table, shown] of lists) {
    const sql = `SELECT * FROM ${table} WHERE administration_id = ? ORDER BY nummer`
    app.get(`/snelstart/journals/${name}/list`, (c) =>
      c.json(all<z.ZodType>(db, shown, sql, coupledId(db, impliedAdministration(c, db)))),
    )
  }

  app.get('/snelstart/journals/grootboeken/:number', (c) => {
    const { administration } = administrationAndLocationOf(c, db)
    const administration_id = coupledId(db, administration)
    const nummer = c.req.param('number')
    const ledger = row(db, 'ledgers', { administration_id, nummer })
    return c.json(shownLedger(ledger ?? refuse(404, `Ledger ${nummer} does not exist`)))
  })

  app.post('/snelstart/journals/grootboeken', async (c) => {
    const body = await bodyOf(c, ledgerBody)
    const administration = knownAdministration(db, body.administration)
    knownLocation(db, body.location, administration.id)
    const administration_id = coupledId(db, administration)
    const ledger = proposedLedger(body)
    const { nummer } = ledger
    const problems = ledgerProblems(db, administration_id, ledger)
    if (problems.length > 0) refuseAs(400, ...problems)
    if (row(db, 'ledgers', { administration_id, nummer }))
      refuseAs(409, {
        errorCode: 'BOE-0086',
        message: `Er is al een grootboek met nummer ${nummer}.`,
        details: [],
      })
    const id = randomUUID()
    const kostenplaats = asInteger(ledger.kostenplaats)
    insert(db, 'ledgers', { id, administration_id, ...ledger, kostenplaats })
    return c.json(shownLedger({ id, administration_id, bookings: 0, ...ledger }))
  })

  app.post('/snelstart/journals', async (c) => {
    const administration_id = coupledId(db, impliedAdministration(c, db))
    const journal = await bodyOf(c, journalBody)
    const { nummer } = journal
    if (row(db, 'journals', { administration_id, nummer }))
      refuse(409, `Journal ${nummer} exists already`)
    const id = randomUUID()
    insert(db, 'journals', { id, administration_id, ...journal })
    return c.json({ id, ...journal })
  })
  return app
}
