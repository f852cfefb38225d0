import { randomUUID } from 'node:crypto'
import type { Hono } from 'hono'
import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { ledgerFunctions } from '../../src/lib/accounting/snelstart/suitability.ts'
import {
  selectRows,
  convertToSqlBoolean,
  insertRow,
  findRow,
  type Row,
  findRows,
  tableSchemas,
} from '../database/database.ts'
import type { Sandbox, SandboxEnv } from '../sandbox.ts'
import {
  requireAccountingAdministration,
  requireOwner,
  numericId,
  createProblem,
  readAdministration,
  readCoupledId,
  readJsonBody,
  readOwner,
  readRequiredQuery,
  throwRefusal,
  refuseWithProblems,
} from './request.ts'

/** The accounting package ignores the case of ledger functions. */
const spelled = new Map(ledgerFunctions.map(({ name }) => [name.toLowerCase(), name]))

/** Functions that only one ledger can have (numbers 4, 5, 8, 21–23 and 41–43). */
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
    owner: { administration_id: administration, location_id: location },
    ledger: {
      ...ledger,
      grootboekfunctie: spelled.get(functie.toLowerCase()) ?? functie,
      grootboek_rubriek: rubriek,
      kostenplaats: convertToSqlBoolean(kostenplaats ?? false),
    },
  }))

/** Returns the errors of a new ledger's fields, in Dutch. */
function ledgerProblems(
  db: DatabaseSync,
  administration_id: number,
  ledger: z.output<typeof ledgerBody>['ledger'],
) {
  const { nummer, omschrijving, grootboekfunctie: functie, rekening_code } = ledger
  const { length } = omschrijving
  const tooLong = `De omschrijving mag maximaal ${longestDescription} tekens lang zijn.`
  const holder = findRow(db, 'ledgers', { administration_id, grootboekfunctie: functie })
  const taken = `De grootboekfunctie '${functie}' mag maar één keer voorkomen.`
  const by = `Al in gebruik bij grootboek ${holder?.nummer} ${holder?.omschrijving}`
  const judged = [
    [
      /^[1-9]\d{0,8}$/.test(nummer),
      createProblem(null, 'Het grootboeknummer is geen geldig nummer.', nummer),
    ],
    [omschrijving !== '', createProblem('BOE-0084', 'De omschrijving is verplicht.')],
    [length <= longestDescription, createProblem('BOE-0088', tooLong, `${length} tekens`)],
    [
      spelled.has(functie.toLowerCase()),
      createProblem('BOE-0085', `De grootboekfunctie '${functie}' is ongeldig.`),
    ],
    [
      ledgerCodes.has(rekening_code),
      createProblem(null, `De rekeningcode '${rekening_code}' is onbekend.`),
    ],
    [!holder || !singleUse.has(functie), createProblem('BOE-0087', taken, by)],
  ] as const
  return judged.flatMap(([isRight, problem]) => (isRight ? [] : [problem]))
}

const text = z.union([z.string().trim().min(1), z.number().transform(String)])
const journalBody = z.object({ nummer: text, omschrijving: text, soort: text })

const shownLedger = tableSchemas.ledgers.omit({
  administration_id: true,
  kostenplaats: true,
  bookings: true,
})

const lists = [
  ['grootboeken', 'ledgers', shownLedger],
  ['dagboeken', 'journals', tableSchemas.journals.omit({ administration_id: true })],
  [
    'artikelomzetgroep',
    'product_groups',
    tableSchemas.product_groups.omit({ administration_id: true }),
  ],
] as const

/** Adds the routes of ledgers, journals and product groups (§7). */
export function addJournalRoutes(app: Hono<SandboxEnv>, { db }: Sandbox): void {
  for (const [name, table, shown] of lists) {
    const sql = `SELECT * FROM ${table} WHERE administration_id = ? ORDER BY nummer`
    app.get(`/snelstart/journals/${name}/list`, (c) =>
      c.json(selectRows<z.ZodType>(db, shown, sql, readCoupledId(c, db))),
    )
  }

  app.get('/snelstart/journals/grootboeken/:number', (c) => {
    const { administration_id } = requireAccountingAdministration(
      db,
      readOwner(c, db).administration_id,
    )
    const nummer = c.req.param('number')
    const ledger = findRow(db, 'ledgers', { administration_id, nummer })
    return c.json(shownLedger.parse(ledger ?? throwRefusal(404, `Ledger ${nummer} does not exist`)))
  })

  app.post('/snelstart/journals/grootboeken', async (c) => {
    const { owner, ledger } = await readJsonBody(c, ledgerBody)
    const { administration_id } = requireOwner(db, owner)
    requireAccountingAdministration(db, administration_id)
    const problems = ledgerProblems(db, administration_id, ledger)
    if (problems.length > 0) refuseWithProblems(400, ...problems)
    const { nummer } = ledger
    if (findRow(db, 'ledgers', { administration_id, nummer }))
      refuseWithProblems(
        409,
        createProblem('BOE-0086', `Er is al een grootboek met nummer ${nummer}.`),
      )
    const id = randomUUID()
    insertRow(db, 'ledgers', { id, administration_id, ...ledger })
    return c.json(shownLedger.parse({ id, ...ledger }))
  })

  app.post('/snelstart/journals', async (c) => {
    const administration_id = readCoupledId(c, db)
    const journal = await readJsonBody(c, journalBody)
    const { nummer } = journal
    if (findRow(db, 'journals', { administration_id, nummer }))
      throwRefusal(409, `Journal ${nummer} exists already`)
    const id = randomUUID()
    insertRow(db, 'journals', { id, administration_id, ...journal })
    return c.json({ id, ...journal })
  })
}

const productBody = z.object({
  name: z.string().trim().min(1).max(50),
  sku_code: z.union([z.string().trim(), text]),
  artikelomzetgroep: text.nullish(),
})

const shownProduct = tableSchemas.products.omit({ administration_id: true })

/** Adds the routes of products and order templates (§3, §7, contract §3). */
export function addProductRoutes(app: Hono<SandboxEnv>, { db }: Sandbox): void {
  app.get('/snelstart/product/list', (c) => {
    const { administration_id } = requireAccountingAdministration(
      db,
      readOwner(c, db).administration_id,
    )
    const sql = 'SELECT * FROM products WHERE administration_id = ? ORDER BY name'
    return c.json(selectRows(db, shownProduct, sql, administration_id))
  })

  app.post('/snelstart/product', async (c) => {
    const { administration_id } = requireAccountingAdministration(db, readAdministration(c, db).id)
    const { artikelomzetgroep: nummer = null, ...product } = await readJsonBody(c, productBody)
    const { sku_code } = product
    if (sku_code === '')
      refuseWithProblems(400, createProblem('ART-0002', 'De artikelcode is verplicht.'))
    if (findRow(db, 'products', { administration_id, sku_code }))
      refuseWithProblems(409, createProblem('ART-0005', `Artikelcode ${sku_code} bestaat al.`))
    if (nummer !== null && !findRow(db, 'product_groups', { administration_id, nummer }))
      refuseWithProblems(
        400,
        createProblem('ART-0009', `Artikelomzetgroep ${nummer} bestaat niet.`),
      )
    const id = randomUUID()
    insertRow(db, 'products', { id, administration_id, ...product, artikelomzetgroep: nummer })
    return c.json({ id, ...product, artikelomzetgroep: nummer })
  })

  app.get('/snelstart/product/import', (c) => {
    const { id: administration_id } = readAdministration(c, db)
    if (c.req.query('productpages') !== 'true')
      throwRefusal(400, 'Query parameter productpages must be true')
    requireAccountingAdministration(db, administration_id)
    insertRow(db, 'imports', { administration_id, kind: 'products', requested_at: Date.now() })
    return c.json({ started: true })
  })

  app.get('/snelstart/salesorder/template', (c) => {
    const { administration_id } = requireAccountingAdministration(
      db,
      readOwner(c, db).administration_id,
    )
    const templates = findRows(db, 'order_templates', { administration_id })
    return c.json(
      templates.map(({ id, omschrijving, prijs_ingave_exclusief_btw }) => ({
        id,
        omschrijving,
        prijsIngaveExclusiefBtw: prijs_ingave_exclusief_btw,
      })),
    )
  })
}

const relationBody = z.object({
  relatiesoort: z.array(z.enum(['Klant', 'Leverancier'])).min(1),
  relatiecode: z.union([z.string().regex(/^-?\d+$/), z.int().transform(String)]),
  naam: z.string().trim().max(50),
})

const shownRelation = ({ id, relatiesoort, relatiecode, naam }: Row<'relations'>) => ({
  id,
  relatiesoort,
  relatiecode,
  naam,
})

/** Adds the routes of accounting relations (§3, §7). */
export function addRelationRoutes(app: Hono<SandboxEnv>, { db }: Sandbox): void {
  app.get('/snelstart/relations', (c) => {
    const relatiecode = readRequiredQuery(c, 'relatiecode')
    const relation = findRow(db, 'relations', {
      administration_id: readCoupledId(c, db),
      relatiecode,
    })
    return c.json(
      shownRelation(relation ?? throwRefusal(404, `Relation ${relatiecode} does not exist`)),
    )
  })

  app.get('/snelstart/relations/import', (c) => {
    const administration_id = readCoupledId(c, db)
    insertRow(db, 'imports', { administration_id, kind: 'relations', requested_at: Date.now() })
    return c.json({ started: true })
  })

  app.get('/snelstart/relations/:id', (c) => {
    const id = c.req.param('id')
    const relation = findRow(db, 'relations', { administration_id: readCoupledId(c, db), id })
    return c.json(shownRelation(relation ?? throwRefusal(404, `Relation ${id} does not exist`)))
  })

  app.post('/snelstart/relations', async (c) => {
    const administration_id = readCoupledId(c, db)
    const relation = await readJsonBody(c, relationBody)
    const { relatiesoort, relatiecode } = relation
    if (relation.naam === '')
      refuseWithProblems(400, createProblem('REL-0007', 'De naam moet gevuld zijn.'))
    if (findRow(db, 'relations', { administration_id, relatiecode })) {
      const taken = `Relatiecode ${relatiecode} is reeds in gebruik.`
      refuseWithProblems(409, createProblem('REL-0008', taken))
    }
    const owner = { id: randomUUID(), administration_id }
    insertRow(db, 'relations', {
      ...owner,
      ...relation,
      relatiesoort: JSON.stringify(relatiesoort),
    })
    return c.json(shownRelation({ ...owner, ...relation }))
  })
}
