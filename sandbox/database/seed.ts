import { randomUUID } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { asInteger, insert, row, rows, transaction } from './database.ts'
import { unset } from '../accounting/settings.ts'
import { accounts, merchant } from '../accounts.ts'

interface AccountingAdministration {
  administrationId: number
  /** Snelstart Web or Snelstart 12 (§2). */
  application: 'web' | 'desktop'
  /** Every fresh administration has walk-in relation -2; false plays one that lost it. */
  walkInRelation?: boolean
}

/** Ledgers that a fresh accounting administration has (contract §5); 8000 and 8040 hold bookings. */
const freshLedgers = [
  ['1000', 'Kas', 'DagboekKas', 'Balans', 'Liquide middelen', 0],
  ['1201', 'Betaalwijze contant', 'ContanteBetaling', 'Balans', 'Tussenrekeningen', 0],
  ['1300', 'Debiteuren', 'DagboekVerkoop', 'Balans', 'Vorderingen', 0],
  ['1500', 'Af te dragen btw hoog', 'BtwAfTeDragenHoog', 'Balans', 'Kortlopende schulden', 0],
  ['1600', 'Crediteuren', 'DagboekInkoop', 'Balans', 'Kortlopende schulden', 0],
  ['2010', 'Tussenrekening balans', 'DagboekBalans', 'Balans', 'Tussenrekeningen', 0],
  ['2011', 'Tussenrekening memoriaal', 'DagboekMemoriaal', 'Balans', 'Tussenrekeningen', 0],
  ['3090', 'Emballage', 'Diversen', 'Balans', 'Voorraden', 0],
  ['4752', 'Kasverschillen', 'Diversen', 'WinstEnVerlies', 'Algemene kosten', 0],
  [
    '7980',
    'Betalingsverschillen',
    'Betalingskorting',
    'WinstEnVerlies',
    'Kostprijs van de omzet',
    0,
  ],
  ['8000', 'Omzet hoog', 'VerkopenOmzetHoog', 'WinstEnVerlies', 'Omzet', 12],
  ['8040', 'Omzet emballage', 'VerkopenOmzetOnbelastVerlegd', 'WinstEnVerlies', 'Omzet', 12],
  // A function that the portal does not know.
  ['9990', 'Nieuwe rekening', 'NieuweFunctie', 'Balans', '', 0],
] as const

const freshJournals = [
  ['10', 'Kas', 'Kas'],
  ['20', 'Bank', 'Bank'],
  ['70', 'Verkoop', 'Verkoop'],
  ['90', 'Memoriaal', 'Memoriaal'],
] as const

const freshProductGroups = [
  ['1', 'Omzet hoog'],
  ['2', 'Omzet laag'],
  ['3', 'Emballage'],
] as const

const freshProducts = [
  ['Oefenproduct openstaande facturen', 'OEF-FACTUUR', '1'],
  ['Oefenproduct statiegeld krat', 'OEF-KRAT', '3'],
  ['Oefenproduct statiegeld fles', 'OEF-FLES', '3'],
  ['Oefenproduct koffiebeker', 'OEF-BEKER', '1'],
] as const

/** Order templates exist on the desktop side only. */
const desktopTemplates = [
  ['Standaard verkooporder', false],
  ['Kassa-order (inclusief btw)', false],
  ['Order op rekening (exclusief btw)', true],
] as const

/**
 * Opens an accounting administration for the point-of-sale administration with everything that a
 * fresh one has (contract §5): ledgers, journals, product groups, products, relation -2, and on
 * desktop order templates.
 */
export function openAccountingAdministration(
  db: DatabaseSync,
  { administrationId, application, walkInRelation = true }: AccountingAdministration,
): void {
  const owner = { administration_id: administrationId }
  insert(db, 'accounting_administrations', {
    ...owner,
    identifier: randomUUID(),
    application,
    aantal_decimalen_artikelprijzen: application === 'web' ? 2 : 3,
    verkoopprijs_artikelbestand_exclusief_btw: asInteger(application === 'desktop'),
  })
  for (const [nummer, omschrijving, functie, rekening_code, rubriek, bookings] of freshLedgers)
    insert(db, 'ledgers', {
      id: randomUUID(),
      ...owner,
      nummer,
      omschrijving,
      grootboekfunctie: functie,
      rekening_code,
      grootboek_rubriek: rubriek,
      kostenplaats: 0,
      bookings,
    })
  for (const [nummer, omschrijving, soort] of freshJournals)
    insert(db, 'journals', { id: randomUUID(), ...owner, nummer, omschrijving, soort })
  for (const [nummer, omschrijving] of freshProductGroups)
    insert(db, 'product_groups', { id: randomUUID(), ...owner, nummer, omschrijving })
  for (const [name, sku_code, artikelomzetgroep] of freshProducts)
    insert(db, 'products', { id: randomUUID(), ...owner, name, sku_code, artikelomzetgroep })
  if (application === 'desktop')
    for (const [omschrijving, exclusive] of desktopTemplates)
      insert(db, 'order_templates', {
        id: randomUUID(),
        ...owner,
        omschrijving,
        prijs_ingave_exclusief_btw: asInteger(exclusive),
      })
  const relations = [
    ['-1', 'Oefenleverancier', 'Leverancier'],
    ['100', 'Oefenklant op rekening', 'Klant'],
  ]
  if (walkInRelation) relations.push(['-2', 'Klant onbekend', 'Klant'])
  for (const [relatiecode = '', naam = '', soort] of relations)
    insert(db, 'relations', {
      id: randomUUID(),
      ...owner,
      relatiesoort: JSON.stringify([soort]),
      relatiecode,
      naam,
    })
}

/** The ledgers that the wizard proposes and a fresh administration does not have (§9). */
const wizardLedgers = [
  ['2050', 'Kassa', 'DagboekMemoriaal', 'Balans', 'Tussenrekeningen'],
  ['2200', 'Contante betalingen kassa', 'ContanteBetaling', 'Balans', 'Tussenrekeningen'],
  ['2210', 'Pinbetalingen kassa', 'ElectronischeBetaling', 'Balans', 'Tussenrekeningen'],
  ['2220', 'Betalingen webshop', 'ElectronischeBetaling', 'Balans', 'Tussenrekeningen'],
] as const

/**
 * Plays a wizard that somebody completed earlier, with stock management, for a desktop
 * administration: ledgers, company settings (§3), payment ledgers and walk-in relation are there.
 */
function seedCompletedWizard(db: DatabaseSync, administrationId: number, locationId: number): void {
  const owner = { administration_id: administrationId }
  for (const [nummer, omschrijving, functie, rekening_code, grootboek_rubriek] of wizardLedgers)
    insert(db, 'ledgers', {
      id: randomUUID(),
      ...owner,
      nummer,
      omschrijving,
      grootboekfunctie: functie,
      rekening_code,
      grootboek_rubriek,
      kostenplaats: 0,
      bookings: 3,
    })
  const [standard, register, account] = rows(db, 'order_templates', owner)
  insert(db, 'company_settings', {
    ...owner,
    location_id: locationId,
    settings: JSON.stringify({
      ...unset,
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
  insert(db, 'payment_ledgers', {
    ...owner,
    location_id: locationId,
    cash_ledger: '2200',
    eft_ledger: '2210',
    webshop_ledger: '2220',
    type: 'SNELSTART',
  })
  const walkIn = row(db, 'relations', { ...owner, relatiecode: '-2' })
  db.prepare('UPDATE keys SET default_no_relation = ? WHERE location_id = ?').run(
    walkIn?.id ?? null,
    locationId,
  )
}

interface SeedAdministration {
  id: number
  name: string
  country: string
  application: 'web' | 'desktop'
  walkInRelation?: boolean
  locations: readonly { id: number; name: string; eco?: boolean; keyId?: string }[]
}

/** Locations with a `keyId` are connected from the start. */
const seedAdministrations: readonly SeedAdministration[] = [
  {
    id: 1001,
    name: 'Oefenwinkel Noord',
    country: 'NL',
    application: 'web',
    locations: [{ id: 2001, name: 'Winkel Noord' }],
  },
  {
    id: 1002,
    name: 'Oefenbakkerij Zuid',
    country: 'NL',
    application: 'desktop',
    locations: [{ id: 2002, name: 'Bakkerij Zuid' }],
  },
  { id: 1003, name: 'Oefencafé Oost', country: 'BE', application: 'web', locations: [] },
  {
    id: 1004,
    name: 'Oefenmarkt West',
    country: 'DE',
    application: 'desktop',
    locations: [
      { id: 2003, name: 'Markthal' },
      { id: 2004, name: 'Groentekraam', eco: true },
      { id: 2005, name: 'Webshop' },
    ],
  },
  {
    id: 1005,
    name: 'Oefenwinkel Zonder Passant',
    country: 'NL',
    application: 'web',
    walkInRelation: false,
    locations: [{ id: 2006, name: 'Winkel', keyId: '7d1c9a40-0000-4b52-8e11-000000002006' }],
  },
  {
    id: 1006,
    name: 'Oefenslijterij Compleet',
    country: 'BE',
    application: 'desktop',
    locations: [{ id: 2007, name: 'Slijterij', keyId: '7d1c9a40-0000-4b52-8e11-000000002007' }],
  },
  {
    id: 1007,
    name: 'Oefenkaashandel Gekoppeld',
    country: 'NL',
    application: 'desktop',
    locations: [{ id: 2008, name: 'Kaashandel', keyId: '7d1c9a40-0000-4b52-8e11-000000002008' }],
  },
]

const subscriptions = [
  [11, 'Start', '1 maand', 'per maand', '30 dagen'],
  [12, 'Winkel', '12 maanden', 'per maand', '30 dagen'],
  [13, 'Winkel en webshop', '12 maanden', 'per jaar', '14 dagen'],
  [14, 'Keten', '36 maanden', 'per jaar', 'geen'],
] as const

const flags = ['dry_run', 'test_mode', 'skip_final_redirect'] as const

function seedAdministration(db: DatabaseSync, seed: SeedAdministration) {
  insert(db, 'administrations', { id: seed.id, name: seed.name, country_code: seed.country })
  openAccountingAdministration(db, {
    administrationId: seed.id,
    application: seed.application,
    walkInRelation: seed.walkInRelation ?? true,
  })
  for (const { id, name, eco = false, keyId } of seed.locations) {
    const owner = { administration_id: seed.id }
    insert(db, 'locations', { id, ...owner, name, eco: asInteger(eco) })
    if (keyId)
      insert(db, 'keys', {
        id: keyId,
        ...owner,
        location_id: id,
        api_key: `oefensleutel-${id}`,
        connected_at: 0,
      })
  }
}

/**
 * Adds numbered administrations with one location each to what is there: a long list for the
 * drop-down (§9). Those that exist already stay as they are.
 */
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

/** Adds numbered ledgers to 1007, of each verdict some: a long list to choose from. Those that exist stay. */
export function addNumberedLedgers(db: DatabaseSync, count: number) {
  const add =
    db.prepare(`INSERT OR IGNORE INTO ledgers (id, administration_id, nummer, omschrijving,
    grootboekfunctie, rekening_code, grootboek_rubriek, kostenplaats) VALUES (?, 1007, ?, ?, ?, ?, '', 0)`)
  transaction(db, () => {
    for (let n = 1; n <= count; n += 1) {
      const [functie, code] =
        numberedFunctions[n % numberedFunctions.length] ?? numberedFunctions[0]
      const nummer = String(10_000 + n)
      add.run(`numbered-${nummer}`, nummer, `Oefenrekening ${nummer}`, functie, code)
    }
  })
}

/** Empties every table that holds practice data. Keys and cookies of the identity stay. */
function empty(db: DatabaseSync) {
  const fromLeafToRoot = `idempotent_answers settings identity_records flags imports payment_ledgers
    products relations order_templates product_groups journals ledgers company_settings
    accounting_administrations polaris_codes keys locations registrations administration_users
    administrations subscriptions merchants users`
  for (const table of fromLeafToRoot.split(/\s+/)) db.exec(`DELETE FROM ${table}`)
}

/**
 * Restores the practice data (contract §5): the five accounts, four subscriptions, seven
 * administrations, one of which is the merchant's own, and the portal's flags, all off.
 */
export function seed(db: DatabaseSync): void {
  transaction(db, () => {
    empty(db)
    for (const { id, email, firstName, lastName, version, roles } of accounts)
      insert(db, 'users', {
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
      insert(db, 'subscriptions', { id, type: 'SNELSTART', name, duration, interval, grace_period })
    for (const administration of seedAdministrations) seedAdministration(db, administration)
    insert(db, 'administration_users', { administration_id: 1002, user_id: merchant.id })
    seedCompletedWizard(db, 1006, 2007)
    for (const name of flags) insert(db, 'flags', { name, enabled: 0, impression_data: 0 })
  })
}
