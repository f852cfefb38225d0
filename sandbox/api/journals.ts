import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { all, asInteger, insert, one } from '../database/database.ts'
import { tables } from '../database/tables.ts'
import type { Row } from '../database/tables.ts'
import type { Sandbox, SandboxEnv } from '../sandbox.ts'
import { accountingAdministration } from './connection.ts'
import { ledgerBody, ledgerProblems, numberTaken, proposedLedger } from './ledger-rules.ts'
import {
  administrationAndLocationOf,
  bodyOf,
  impliedAdministration,
  knownAdministration,
  knownLocation,
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

function ledgerByNumber(db: DatabaseSync, administrationId: number, nummer: string) {
  const sql = 'SELECT * FROM ledgers WHERE administration_id = ? AND nummer = ?'
  return one(db, tables.ledgers, sql, administrationId, nummer)
}

/** Ledgers, journals and product groups of the accounting administration (§7). */
export function journals({ db }: Sandbox) {
  const app = new Hono<SandboxEnv>()

  const listOf = (path: string, row: z.ZodType, sql: string) =>
    app.get(path, (c) => {
      const { id } = impliedAdministration(c, db)
      accountingAdministration(db, id)
      return c.json(all(db, row, `${sql} WHERE administration_id = ? ORDER BY nummer`, id))
    })
  const withoutOwner = { administration_id: true } as const

  listOf(
    '/snelstart/journals/grootboeken/list',
    tables.ledgers.transform(shownLedger),
    'SELECT * FROM ledgers',
  )
  listOf(
    '/snelstart/journals/dagboeken/list',
    tables.journals.omit(withoutOwner),
    'SELECT * FROM journals',
  )
  listOf(
    '/snelstart/journals/artikelomzetgroep/list',
    tables.product_groups.omit(withoutOwner),
    'SELECT * FROM product_groups',
  )

  app.get('/snelstart/journals/grootboeken/:number', (c) => {
    const { administration } = administrationAndLocationOf(c, db)
    accountingAdministration(db, administration.id)
    const number = c.req.param('number')
    const ledger = ledgerByNumber(db, administration.id, number)
    if (!ledger) throw new HTTPException(404, { message: `Ledger ${number} does not exist` })
    return c.json(shownLedger(ledger))
  })

  app.post('/snelstart/journals/grootboeken', async (c) => {
    const body = await bodyOf(c, ledgerBody)
    const administration = knownAdministration(db, body.administration)
    knownLocation(db, body.location, administration.id)
    accountingAdministration(db, administration.id)
    const ledger = proposedLedger(body)
    const problems = ledgerProblems(db, administration.id, ledger)
    if (problems.length > 0) return c.json(problems, 400)
    if (ledgerByNumber(db, administration.id, ledger.nummer))
      return c.json(numberTaken(ledger.nummer), 409)
    const id = randomUUID()
    const kostenplaats = asInteger(ledger.kostenplaats)
    insert(db, 'ledgers', { id, administration_id: administration.id, ...ledger, kostenplaats })
    return c.json(shownLedger({ id, administration_id: administration.id, bookings: 0, ...ledger }))
  })

  app.post('/snelstart/journals', async (c) => {
    const { id: administration_id } = impliedAdministration(c, db)
    accountingAdministration(db, administration_id)
    const journal = await bodyOf(c, journalBody)
    const sql = 'SELECT * FROM journals WHERE administration_id = ? AND nummer = ?'
    if (one(db, tables.journals, sql, administration_id, journal.nummer))
      throw new HTTPException(409, { message: `Journal ${journal.nummer} exists already` })
    const id = randomUUID()
    insert(db, 'journals', { id, administration_id, ...journal })
    return c.json({ id, ...journal })
  })
  return app
}
