import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { ledgerFunctions } from '../../src/lib/accounting/snelstart/suitability.ts'
import { all, asInteger, insert, row, tables } from '../database/database.ts'
import {
  readAdministrationAndLocation,
  readJsonBody,
  impliedAdministration,
  knownAdministration,
  knownLocation,
  numericId,
  problem,
  refuse,
  refuseWithProblems,
} from './request.ts'
import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import type { Sandbox, SandboxEnv } from '../sandbox.ts'
import { requireCoupledId } from './connection.ts'

/** Ledger functions by lower-case name, because the accounting package ignores the case of names. */
const spelled = new Map(ledgerFunctions.map(({ name }) => [name.toLowerCase(), name]))

/** Functions that only one ledger per administration can have (numbers 4, 5, 8, 21–23 and 41–43). */
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

/** Schema of a text field with a default for empty values. */
const filledIn = (usual: string) =>
  z
    .string()
    .nullish()
    .transform((value) => (value === '' ? usual : (value ?? usual)))

const ledgerBody = z
  .object({
    administration: numericId,
    location: numericId,
    nummer: z.union([z.string().trim(), z.number().transform(String)]),
    omschrijving: z.string().trim(),
    functie: filledIn('Diversen'),
    rekening_code: filledIn('Balans'),
    kostenplaats: z.boolean().nullish(),
    rubriek: filledIn(''),
  })
  .transform(({ administration, location, functie, kostenplaats, rubriek, ...ledger }) => ({
    owner: { administration, location },
    ledger: {
      ...ledger,
      grootboekfunctie: spelled.get(functie.toLowerCase()) ?? functie,
      grootboek_rubriek: rubriek,
      kostenplaats: asInteger(kostenplaats ?? false),
    },
  }))

/** Returns all errors in a new ledger's fields, with the accounting package's Dutch texts. */
function ledgerProblems(
  db: DatabaseSync,
  administration_id: number,
  ledger: z.output<typeof ledgerBody>['ledger'],
) {
  const { nummer, omschrijving, grootboekfunctie: functie, rekening_code } = ledger
  const { length } = omschrijving
  const tooLong = `De omschrijving mag maximaal ${longestDescription} tekens lang zijn.`
  const holder = row(db, 'ledgers', { administration_id, grootboekfunctie: functie })
  const taken = `De grootboekfunctie '${functie}' mag maar één keer voorkomen.`
  const by = `Al in gebruik bij grootboek ${holder?.nummer} ${holder?.omschrijving}`
  const judged = [
    [
      /^[1-9]\d{0,8}$/.test(nummer),
      problem(null, 'Het grootboeknummer is geen geldig nummer.', nummer),
    ],
    [omschrijving !== '', problem('BOE-0084', 'De omschrijving is verplicht.')],
    [length <= longestDescription, problem('BOE-0088', tooLong, `${length} tekens`)],
    [
      spelled.has(functie.toLowerCase()),
      problem('BOE-0085', `De grootboekfunctie '${functie}' is ongeldig.`),
    ],
    [
      ledgerCodes.has(rekening_code),
      problem(null, `De rekeningcode '${rekening_code}' is onbekend.`),
    ],
    [!holder || !singleUse.has(functie), problem('BOE-0087', taken, by)],
  ] as const
  return judged.flatMap(([isRight, problem]) => (isRight ? [] : [problem]))
}

const text = z.union([z.string().trim().min(1), z.number().transform(String)])
const journalBody = z.object({ nummer: text, omschrijving: text, soort: text })

const shownLedger = tables.ledgers.omit({
  administration_id: true,
  kostenplaats: true,
  bookings: true,
})

const lists = [
  ['grootboeken', 'ledgers', shownLedger],
  ['dagboeken', 'journals', tables.journals.omit({ administration_id: true })],
  ['artikelomzetgroep', 'product_groups', tables.product_groups.omit({ administration_id: true })],
] as const

/** Routes of ledgers, journals and product groups of the accounting administration (§7). */
export function journals({ db }: Sandbox) {
  const app = new Hono<SandboxEnv>()

  for (const [name, table, shown] of lists) {
    const sql = `SELECT * FROM ${table} WHERE administration_id = ? ORDER BY nummer`
    app.get(`/snelstart/journals/${name}/list`, (c) =>
      c.json(all<z.ZodType>(db, shown, sql, requireCoupledId(db, impliedAdministration(c, db)))),
    )
  }

  app.get('/snelstart/journals/grootboeken/:number', (c) => {
    const { administration } = readAdministrationAndLocation(c, db)
    const administration_id = requireCoupledId(db, administration)
    const nummer = c.req.param('number')
    const ledger = row(db, 'ledgers', { administration_id, nummer })
    return c.json(shownLedger.parse(ledger ?? refuse(404, `Ledger ${nummer} does not exist`)))
  })

  app.post('/snelstart/journals/grootboeken', async (c) => {
    const { owner, ledger } = await readJsonBody(c, ledgerBody)
    const administration = knownAdministration(db, owner.administration)
    knownLocation(db, owner.location, administration.id)
    const administration_id = requireCoupledId(db, administration)
    const problems = ledgerProblems(db, administration_id, ledger)
    if (problems.length > 0) refuseWithProblems(400, ...problems)
    const { nummer } = ledger
    if (row(db, 'ledgers', { administration_id, nummer }))
      refuseWithProblems(409, problem('BOE-0086', `Er is al een grootboek met nummer ${nummer}.`))
    const id = randomUUID()
    insert(db, 'ledgers', { id, administration_id, ...ledger })
    return c.json(shownLedger.parse({ id, ...ledger }))
  })

  app.post('/snelstart/journals', async (c) => {
    const administration_id = requireCoupledId(db, impliedAdministration(c, db))
    const journal = await readJsonBody(c, journalBody)
    const { nummer } = journal
    if (row(db, 'journals', { administration_id, nummer }))
      refuse(409, `Journal ${nummer} exists already`)
    const id = randomUUID()
    insert(db, 'journals', { id, administration_id, ...journal })
    return c.json({ id, ...journal })
  })
  return app
}
