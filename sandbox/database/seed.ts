import { randomUUID } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import {
  convertToSqlBoolean,
  insertRow,
  findRow,
  findRows,
  type DatabaseTableName,
  tableSchemas,
  runInTransaction,
} from './database.ts'
import { defaultSettings } from '../accounting/settings.ts'
import { accounts, merchant } from '../accounts.ts'

interface AccountingAdministration {
  administrationId: number
  /** Accounting application, either Snelstart Web or Snelstart 12 (`desktop`, §2). */
  application: 'web' | 'desktop'
  /** False to create an administration without the walk-in relation. */
  walkInRelation?: boolean
}

type Rows = readonly (readonly (string | number)[])[]

/**
 * Inserts a row per list of values.
 *
 * @param names names of the columns, separated by spaces
 */
function addAll(
  db: DatabaseSync,
  table: DatabaseTableName,
  owner: { administration_id: number; kostenplaats?: number },
  names: string,
  lists: Rows,
) {
  for (const values of lists) {
    const columns = names.split(' ').map((name, at) => [name, values[at] ?? null] as const)
    insertRow(db, table, { id: randomUUID(), ...owner, ...Object.fromEntries(columns) })
  }
}

const ledgerColumns =
  'nummer omschrijving grootboekfunctie rekening_code grootboek_rubriek bookings'
const costOfSales = 'Kostprijs van de omzet'

/** Ledgers of a new administration, two with bookings (contract §5). */
const freshLedgers: Rows = [
  ['1000', 'Kas', 'DagboekKas', 'Balans', 'Liquide middelen', 0],
  ['1201', 'Betaalwijze contant', 'ContanteBetaling', 'Balans', 'Tussenrekeningen', 0],
  ['1300', 'Debiteuren', 'DagboekVerkoop', 'Balans', 'Vorderingen', 0],
  ['1500', 'Af te dragen btw hoog', 'BtwAfTeDragenHoog', 'Balans', 'Kortlopende schulden', 0],
  ['1600', 'Crediteuren', 'DagboekInkoop', 'Balans', 'Kortlopende schulden', 0],
  ['2010', 'Tussenrekening balans', 'DagboekBalans', 'Balans', 'Tussenrekeningen', 0],
  ['2011', 'Tussenrekening memoriaal', 'DagboekMemoriaal', 'Balans', 'Tussenrekeningen', 0],
  ['3090', 'Emballage', 'Diversen', 'Balans', 'Voorraden', 0],
  ['4752', 'Kasverschillen', 'Diversen', 'WinstEnVerlies', 'Algemene kosten', 0],
  ['7980', 'Betalingsverschillen', 'Betalingskorting', 'WinstEnVerlies', costOfSales, 0],
  ['8000', 'Omzet hoog', 'VerkopenOmzetHoog', 'WinstEnVerlies', 'Omzet', 12],
  ['8040', 'Omzet emballage', 'VerkopenOmzetOnbelastVerlegd', 'WinstEnVerlies', 'Omzet', 12],
  // Ledger with a function that the portal does not know.
  ['9990', 'Nieuwe rekening', 'NieuweFunctie', 'Balans', '', 0],
]

const freshJournals: Rows = [
  ['10', 'Kas', 'Kas'],
  ['20', 'Bank', 'Bank'],
  ['70', 'Verkoop', 'Verkoop'],
  ['90', 'Memoriaal', 'Memoriaal'],
]

const freshProductGroups: Rows = [
  ['1', 'Omzet hoog'],
  ['2', 'Omzet laag'],
  ['3', 'Emballage'],
]

const freshProducts: Rows = [
  ['Oefenproduct openstaande facturen', 'OEF-FACTUUR', '1'],
  ['Oefenproduct statiegeld krat', 'OEF-KRAT', '3'],
  ['Oefenproduct statiegeld fles', 'OEF-FLES', '3'],
  ['Oefenproduct koffiebeker', 'OEF-BEKER', '1'],
]

/** Order templates: the name, and 1 if the prices exclude VAT. */
const desktopTemplates: Rows = [
  ['Standaard verkooporder', 0],
  ['Kassa-order (inclusief btw)', 0],
  ['Order op rekening (exclusief btw)', 1],
]

const otherRelations: Rows = [
  ['-1', 'Oefenleverancier', '["Leverancier"]'],
  ['100', 'Oefenklant op rekening', '["Klant"]'],
]
const walkInRelations: Rows = [['-2', 'Klant onbekend', '["Klant"]']]

/** Creates an accounting administration with its initial data (contract §5). */
export function openAccountingAdministration(
  db: DatabaseSync,
  { administrationId, application, walkInRelation = true }: AccountingAdministration,
): void {
  const owner = { administration_id: administrationId }
  const isDesktop = application === 'desktop'
  insertRow(db, 'accounting_administrations', {
    ...owner,
    identifier: randomUUID(),
    application,
    aantal_decimalen_artikelprijzen: isDesktop ? 3 : 2,
    verkoopprijs_artikelbestand_exclusief_btw: convertToSqlBoolean(isDesktop),
  })
  const relations = walkInRelation ? [...otherRelations, ...walkInRelations] : otherRelations
  const templates = isDesktop ? desktopTemplates : []
  addAll(db, 'ledgers', { ...owner, kostenplaats: 0 }, ledgerColumns, freshLedgers)
  addAll(db, 'journals', owner, 'nummer omschrijving soort', freshJournals)
  addAll(db, 'product_groups', owner, 'nummer omschrijving', freshProductGroups)
  addAll(db, 'products', owner, 'name sku_code artikelomzetgroep', freshProducts)
  addAll(db, 'order_templates', owner, 'omschrijving prijs_ingave_exclusief_btw', templates)
  addAll(db, 'relations', owner, 'relatiecode naam relatiesoort', relations)
}

/** Ledgers that the wizard proposes and a new administration lacks (§9). */
const wizardLedgers: Rows = [
  ['2050', 'Kassa', 'DagboekMemoriaal', 'Balans', 'Tussenrekeningen', 3],
  ['2200', 'Contante betalingen kassa', 'ContanteBetaling', 'Balans', 'Tussenrekeningen', 3],
  ['2210', 'Pinbetalingen kassa', 'ElectronischeBetaling', 'Balans', 'Tussenrekeningen', 3],
  ['2220', 'Betalingen webshop', 'ElectronischeBetaling', 'Balans', 'Tussenrekeningen', 3],
]

/** Seeds a desktop administration with stock and a completed wizard. */
function seedCompletedWizard(db: DatabaseSync, administrationId: number, locationId: number): void {
  const owner = { administration_id: administrationId }
  addAll(db, 'ledgers', { ...owner, kostenplaats: 0 }, ledgerColumns, wizardLedgers)
  const [standard, register, account] = findRows(db, 'order_templates', owner)
  insertRow(db, 'company_settings', {
    ...owner,
    location_id: locationId,
    settings: JSON.stringify({
      ...defaultSettings,
      default_verkoop_order_sjabloon: standard?.id,
      invoice_verkoop_order_sjabloon: account?.id,
      direct_payment_verkoop_order_sjabloon: register?.id,
      write_as_order: true,
      sync_open_verkoop_factuur: true,
      default_cash_register: '2050',
      default_emballage_ledger: '8040',
      default_cash_payment_ledger: '2200',
      default_eft_payment_ledger: '2210',
      default_webshop_payment_ledger: '2220',
      cash_gap_ledger: '7980',
      default_cash_difference_ledger: '7980',
      write_cash_count: true,
      price_decimals: 3,
      prices_inclusive_tax: false,
      sync_product: true,
      sync_relation: true,
      open_invoice_product: false,
    }),
  })
  insertRow(db, 'payment_ledgers', {
    ...owner,
    location_id: locationId,
    cash_ledger: '2200',
    eft_ledger: '2210',
    webshop_ledger: '2220',
    type: 'SNELSTART',
  })
  const walkIn = findRow(db, 'relations', { ...owner, relatiecode: '-2' })
  db.prepare('UPDATE keys SET default_no_relation = ? WHERE location_id = ?').run(
    walkIn?.id ?? null,
    locationId,
  )
}

const locations = (...all: (readonly [id: number, name: string])[]) => all

/** Administrations of the seed: number, name, country, application and locations. */
const seedAdministrations = [
  [1001, 'Oefenwinkel Noord', 'NL', 'web', locations([2001, 'Winkel Noord'])],
  [1002, 'Oefenbakkerij Zuid', 'NL', 'desktop', locations([2002, 'Bakkerij Zuid'])],
  [1003, 'Oefencafé Oost', 'BE', 'web', locations()],
  [
    1004,
    'Oefenmarkt West',
    'DE',
    'desktop',
    locations([2003, 'Markthal'], [2004, 'Groentekraam'], [2005, 'Webshop']),
  ],
  [1005, 'Oefenwinkel Zonder Passant', 'NL', 'web', locations([2006, 'Winkel'])],
  [1006, 'Oefenslijterij Compleet', 'BE', 'desktop', locations([2007, 'Slijterij'])],
  [1007, 'Oefenkaashandel Gekoppeld', 'NL', 'desktop', locations([2008, 'Kaashandel'])],
] as const
const withoutWalkIn = 1005
const ecoLocation = 2004
/** Id of the first connected location in the seed. */
const firstConnected = 2006

const subscriptions = [
  [11, 'Start', '1 maand', 'per maand', '30 dagen'],
  [12, 'Winkel', '12 maanden', 'per maand', '30 dagen'],
  [13, 'Winkel en webshop', '12 maanden', 'per jaar', '14 dagen'],
  [14, 'Keten', '36 maanden', 'per jaar', 'geen'],
] as const

const flags = ['dry_run', 'test_mode', 'skip_final_redirect'] as const

function seedAdministration(
  db: DatabaseSync,
  [id, name, country_code, application, own]: (typeof seedAdministrations)[number],
) {
  insertRow(db, 'administrations', { id, name, country_code })
  const walkInRelation = id !== withoutWalkIn
  openAccountingAdministration(db, { administrationId: id, application, walkInRelation })
  const owner = { administration_id: id }
  for (const [location_id, name] of own) {
    const eco = convertToSqlBoolean(location_id === ecoLocation)
    insertRow(db, 'locations', { id: location_id, ...owner, name, eco })
    if (location_id < firstConnected) continue
    const key = `7d1c9a40-0000-4b52-8e11-00000000${location_id}`
    const api_key = `oefensleutel-${location_id}`
    insertRow(db, 'keys', { id: key, ...owner, location_id, api_key, connected_at: 0 })
  }
}

/** Adds numbered administrations with one location each (§9). */
export function addNumberedAdministrations(db: DatabaseSync, count: number) {
  const numbers = `WITH RECURSIVE numbers(n) AS
    (SELECT ? UNION ALL SELECT n - 1 FROM numbers WHERE n > 1)`
  db.prepare(
    `${numbers} INSERT OR IGNORE INTO administrations (id, name, country_code)
     SELECT 100000 + n, printf('Oefenadministratie %05d', n),
       CASE n % 3 WHEN 0 THEN 'DE' WHEN 1 THEN 'NL' ELSE 'BE' END FROM numbers WHERE n > 0`,
  ).run(count)
  db.prepare(
    `${numbers} INSERT OR IGNORE INTO locations (id, administration_id, name)
     SELECT 500000 + n, 100000 + n, printf('Locatie %05d', n) FROM numbers WHERE n > 0`,
  ).run(count)
}

const numberedFunctions = [
  ['ContanteBetaling', 'Balans'],
  ['Diversen', 'Balans'],
  ['InkopenKostenAlleBtwTarieven', 'WinstEnVerlies'],
  ['VerkopenOmzetHoog', 'WinstEnVerlies'],
  ['DagboekMemoriaal', 'Balans'],
] as const

/** Adds numbered ledgers with various verdicts to administration 1007. */
export function addNumberedLedgers(db: DatabaseSync, count: number) {
  const add =
    db.prepare(`INSERT OR IGNORE INTO ledgers (id, administration_id, nummer, omschrijving,
    grootboekfunctie, rekening_code, grootboek_rubriek, kostenplaats) VALUES (?, 1007, ?, ?, ?, ?, '', 0)`)
  runInTransaction(db, () => {
    for (let n = 1; n <= count; n += 1) {
      const [functie, code] =
        numberedFunctions[n % numberedFunctions.length] ?? numberedFunctions[0]
      const nummer = String(10_000 + n)
      add.run(`numbered-${nummer}`, nummer, `Oefenrekening ${nummer}`, functie, code)
    }
  })
}

/** Deletes all data except the identity provider's keys and cookies. */
function empty(db: DatabaseSync) {
  const own = ['polaris_codes', 'idempotent_answers', 'settings', 'identity_records']
  // Tables are emptied in reverse, because they refer to earlier tables.
  const names = [...own, ...Object.keys(tableSchemas).toReversed()]
  for (const name of names) db.exec(`DELETE FROM ${name}`)
}

/** Restores the practice data (contract §5) and switches all flags off. */
export function seedDatabase(db: DatabaseSync): void {
  runInTransaction(db, () => {
    empty(db)
    for (const { id, email, firstName, lastName, version, roles } of accounts)
      insertRow(db, 'users', {
        id,
        username: email,
        email,
        first_name: firstName,
        last_name: lastName,
        attributes: JSON.stringify(version === undefined ? {} : { version: [version] }),
        roles: JSON.stringify(roles),
        visible_at: 0,
      })
    for (const [id, name, duration, interval, grace_period] of subscriptions)
      insertRow(db, 'subscriptions', {
        id,
        type: 'SNELSTART',
        name,
        duration,
        interval,
        grace_period,
      })
    for (const administration of seedAdministrations) seedAdministration(db, administration)
    insertRow(db, 'administration_users', { administration_id: 1002, user_id: merchant.id })
    seedCompletedWizard(db, 1006, 2007)
    for (const name of flags) insertRow(db, 'flags', { name, enabled: 0, impression_data: 0 })
  })
}
