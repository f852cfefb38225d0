import type { DatabaseSync } from 'node:sqlite'
import { accounts, merchant } from '../accounts.ts'
import { asInteger, insert, transaction } from './database.ts'
import { openAccountingAdministration } from './accounting-seed.ts'
import { seedCompletedWizard } from './configured-seed.ts'

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
