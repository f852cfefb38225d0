import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { ledgerFunctions } from '../../src/lib/accounting/snelstart/suitability.ts'
import { all, asInteger, insert, row, type Row, tables } from '../database/database.ts'
import {
  administrationAndLocationOf,
  bodyOf,
  impliedAdministration,
  knownAdministration,
  knownLocation,
  numericId,
  type Problem,
  refuse,
  refuseAs,
} from './request.ts'
import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import type { Sandbox, SandboxEnv } from '../sandbox.ts'
import { coupledId } from './connection.ts'

/** The accounting package spells some with odd capitals, and takes them in any. */
const spelled = new Map(ledgerFunctions.map(({ name }) => [name.toLowerCase(), name]))

/** Functions that one ledger per administration can have: numbers 4, 5, 8, 21–23 and 41–43. */
const singleUse = new Set([
  'DagboekVerkoop',
  'DagboekInkoop',
  'DagboekBalans',
  'BtwAfteDragenLaag',
  'BtwAfTeDragenHoog',
  'BtwAfTeDragenOverig',
  'BtwTeVorderenLaag',
  'BtwTeVorderenHoog',
  'BtwTeVorderenOverig',
])

const ledgerCodes = new Set(['Balans', 'WinstEnVerlies'])
const longestDescription = 50

/** A field that counts as absent when it is empty. */
const filledIn = z
  .string()
  .nullish()
  .transform((given) => (given === '' ? null : given))

/** Create payload of a ledger (§3). */
const ledgerBody = z.object({
  administration: numericId,
  location: numericId,
  nummer: z.union([z.string(), z.number().transform(String)]),
  omschrijving: z.string(),
  functie: filledIn,
  rekening_code: filledIn,
  kostenplaats: z.boolean().nullish(),
  rubriek: z.string().nullish(),
})

/** A ledger as it will be stored: what the payload leaves open is filled in. */
function proposedLedger(body: z.output<typeof ledgerBody>) {
  const given = body.functie ?? 'Diversen'
  return {
    nummer: body.nummer.trim(),
    omschrijving: body.omschrijving.trim(),
    grootboekfunctie: spelled.get(given.toLowerCase()) ?? given,
    rekening_code: body.rekening_code ?? 'Balans',
    grootboek_rubriek: body.rubriek ?? '',
    kostenplaats: body.kostenplaats ?? false,
  }
}

/** Everything that is wrong with the fields of a new ledger, in the package's own Dutch. */
function ledgerProblems(
  db: DatabaseSync,
  administration_id: number,
  ledger: ReturnType<typeof proposedLedger>,
): Problem[] {
  const problems: Problem[] = []
  const { nummer, omschrijving, grootboekfunctie: functie, rekening_code } = ledger
  if (!/^[1-9]\d{0,8}$/.test(nummer))
    problems.push({ message: 'Het grootboeknummer is geen geldig nummer.', details: [nummer] })
  if (omschrijving === '')
    problems.push({ errorCode: 'BOE-0084', message: 'De omschrijving is verplicht.', details: [] })
  if (omschrijving.length > longestDescription)
    problems.push({
      errorCode: 'BOE-0088',
      message: `De omschrijving mag maximaal ${longestDescription} tekens lang zijn.`,
      details: [`${omschrijving.length} tekens`],
    })
  if (!spelled.has(functie.toLowerCase()))
    problems.push({
      errorCode: 'BOE-0085',
      message: `De grootboekfunctie '${functie}' is ongeldig.`,
      details: [],
    })
  if (!ledgerCodes.has(rekening_code))
    problems.push({ message: `De rekeningcode '${rekening_code}' is onbekend.`, details: [] })
  const holder = row(db, 'ledgers', { administration_id, grootboekfunctie: functie })
  if (holder && singleUse.has(functie))
    problems.push({
      errorCode: 'BOE-0087',
      message: `De grootboekfunctie '${functie}' mag maar één keer voorkomen.`,
      details: [`Al in gebruik bij grootboek ${holder.nummer} ${holder.omschrijving}`],
    })
  return problems
}

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
