import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

/** Default path of the database file (contract §5), ignored by git. */
export const databaseFile = fileURLToPath(new URL('../../.sandbox/sandbox.db', import.meta.url))

/** A database with another schema version is rebuilt. */
const schemaVersion = 1

const text = (declared = 'NOT NULL') => z.string().meta({ sql: `TEXT ${declared}` })
const textOrNull = () => z.string().nullable().meta({ sql: 'TEXT' })
const number = (declared = 'NOT NULL') => z.number().meta({ sql: `INTEGER ${declared}` })
const numberOrNull = () => z.number().nullable().meta({ sql: 'INTEGER' })
const reference = (to: string) => number(`NOT NULL REFERENCES ${to}`)

/** SQLite stores booleans as 0 or 1, and lists as JSON. */
const yesNo = (declared = 'NOT NULL') =>
  z
    .number()
    .transform((value) => value === 1)
    .meta({ sql: `INTEGER ${declared}` })

const parsed = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .string()
    .transform((stored): unknown => JSON.parse(stored))
    .pipe(schema)

const json = <Schema extends z.ZodType>(schema: Schema, declared = 'NOT NULL') =>
  parsed(schema).meta({ sql: `TEXT ${declared}` })

const ofAdministration = {
  id: text('PRIMARY KEY'),
  administration_id: reference('administrations'),
}

/** Schemas of the tables, with times in ms since 1970 (§3). */
export const tableSchemas = {
  users: z.object({
    id: text('PRIMARY KEY'),
    username: text('NOT NULL UNIQUE COLLATE NOCASE'),
    email: text(),
    first_name: text(),
    last_name: text(),
    enabled: yesNo('NOT NULL DEFAULT 1'),
    attributes: json(z.record(z.string(), z.array(z.string())), "NOT NULL DEFAULT '{}'"),
    roles: json(z.array(z.string()), "NOT NULL DEFAULT '[]'"),
    visible_at: numberOrNull(),
  }),
  merchants: z.object({
    id: text('PRIMARY KEY'),
    app: text(),
    username: text('NOT NULL UNIQUE COLLATE NOCASE'),
    first_name: text(),
    last_name: text(),
    email: text(),
    app_user: json(z.record(z.string(), z.unknown())),
  }),
  subscriptions: z.object({
    id: number('PRIMARY KEY'),
    type: text(),
    name: text(),
    duration: text(),
    interval: text(),
    grace_period: text(),
  }),
  administrations: z.object({ id: number('PRIMARY KEY'), name: text(), country_code: text() }),
  administration_users: z.object({
    administration_id: reference('administrations'),
    user_id: text(),
  }),
  registrations: z.object({
    id: number('PRIMARY KEY'),
    administration_id: reference('administrations'),
    location_id: number(),
    name: text(),
    coc: textOrNull(),
    website_url: textOrNull(),
    country_code: text(),
    subscriptions: json(z.array(z.union([z.string(), z.number()]))),
    user_id: textOrNull(),
    reseller_id: textOrNull(),
    person: json(z.object({ first_name: z.string(), last_name: z.string() })),
    emails: json(z.array(z.object({ type: z.string(), email: z.string() }))),
  }),
  locations: z.object({
    id: number('PRIMARY KEY'),
    name: text(),
    administration_id: reference('administrations'),
    eco: yesNo('NOT NULL DEFAULT 0'),
  }),
  keys: z.object({
    ...ofAdministration,
    location_id: reference('locations'),
    api_key: textOrNull(),
    connected_at: numberOrNull(),
    default_no_relation: textOrNull(),
  }),
  accounting_administrations: z.object({
    administration_id: number('PRIMARY KEY REFERENCES administrations'),
    identifier: text(),
    application: z.enum(['web', 'desktop']).meta({ sql: 'TEXT NOT NULL' }),
    aantal_decimalen_artikelprijzen: number(),
    verkoopprijs_artikelbestand_exclusief_btw: yesNo(),
  }),
  company_settings: z.object({
    administration_id: reference('administrations'),
    location_id: reference('locations'),
    settings: json(z.record(z.string(), z.unknown())),
  }),
  ledgers: z.object({
    ...ofAdministration,
    nummer: text(),
    omschrijving: text(),
    grootboekfunctie: text(),
    rekening_code: text(),
    grootboek_rubriek: text(),
    kostenplaats: yesNo(),
    bookings: number('NOT NULL DEFAULT 0'),
  }),
  journals: z.object({
    ...ofAdministration,
    nummer: text(),
    omschrijving: text(),
    soort: text(),
  }),
  product_groups: z.object({ ...ofAdministration, nummer: text(), omschrijving: text() }),
  order_templates: z.object({
    ...ofAdministration,
    omschrijving: text(),
    prijs_ingave_exclusief_btw: yesNo(),
  }),
  relations: z.object({
    ...ofAdministration,
    relatiesoort: json(z.array(z.string())),
    relatiecode: text(),
    naam: text(),
  }),
  products: z.object({
    ...ofAdministration,
    name: text(),
    sku_code: text(),
    artikelomzetgroep: textOrNull(),
  }),
  payment_ledgers: z.object({
    id: number('PRIMARY KEY'),
    administration_id: reference('administrations'),
    location_id: reference('locations'),
    cash_ledger: text(),
    eft_ledger: text(),
    webshop_ledger: text(),
    type: text(),
  }),
  imports: z.object({
    id: number('PRIMARY KEY'),
    administration_id: reference('administrations'),
    kind: z.enum(['products', 'relations']).meta({ sql: 'TEXT NOT NULL' }),
    requested_at: number(),
  }),
  flags: z.object({
    name: text('PRIMARY KEY'),
    enabled: yesNo(),
    variant: parsed(z.record(z.string(), z.unknown())).nullable().meta({ sql: 'TEXT' }),
    impression_data: yesNo(),
  }),
} as const

export type DatabaseTableName = keyof typeof tableSchemas
export type Row<Name extends DatabaseTableName> = z.infer<(typeof tableSchemas)[Name]>

const constraints: Partial<Record<DatabaseTableName, string>> = {
  administration_users: 'PRIMARY KEY (administration_id, user_id)',
  company_settings: 'PRIMARY KEY (administration_id, location_id)',
  ledgers: 'UNIQUE (administration_id, nummer)',
  journals: 'UNIQUE (administration_id, nummer)',
  relations: 'UNIQUE (administration_id, relatiecode)',
  products: 'UNIQUE (administration_id, sku_code)',
}

/** SQL of the indexes and of internal tables. */
const others = `
CREATE INDEX locations_of_administration ON locations (administration_id);
CREATE INDEX keys_of_location ON keys (administration_id, location_id);
CREATE TABLE polaris_codes (code TEXT PRIMARY KEY, key_id TEXT NOT NULL REFERENCES keys);
CREATE TABLE idempotent_answers (
  key TEXT NOT NULL, call TEXT NOT NULL, request_body TEXT NOT NULL, status INTEGER NOT NULL,
  content_type TEXT, body TEXT NOT NULL, PRIMARY KEY (key, call)
);
CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE secrets (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE identity_records (
  model TEXT NOT NULL, id TEXT NOT NULL, payload TEXT NOT NULL, grant_id TEXT, uid TEXT,
  expires_at INTEGER, PRIMARY KEY (model, id)
);
CREATE INDEX identity_records_of_grant ON identity_records (grant_id);
`

const declared = Object.entries(tableSchemas).map(([name, { shape }]) => {
  const columns = Object.entries<z.ZodType>(shape).map(
    ([column, schema]) => `${column} ${String(schema.meta()?.sql)}`,
  )
  const lines = [...columns, constraints[name as DatabaseTableName]].filter(Boolean)
  return `CREATE TABLE ${name} (${lines.join(', ')});`
})

const schema = [...declared, others].join('\n')

export const convertToSqlBoolean = (value: boolean) => (value ? 1 : 0)

const statements = new WeakMap<DatabaseSync, Map<string, StatementSync>>()

function prepared(db: DatabaseSync, sql: string): StatementSync {
  const cached = statements.get(db) ?? new Map<string, StatementSync>()
  const statement = cached.get(sql) ?? db.prepare(sql)
  statements.set(db, cached.set(sql, statement))
  return statement
}

export function selectRows<Schema extends z.ZodType>(
  db: DatabaseSync,
  row: Schema,
  sql: string,
  ...values: SQLInputValue[]
): z.infer<Schema>[] {
  return z.array(row).parse(prepared(db, sql).all(...values))
}

export function selectFirstRow<Schema extends z.ZodType>(
  db: DatabaseSync,
  row: Schema,
  sql: string,
  ...values: SQLInputValue[]
): z.infer<Schema> | undefined {
  return selectRows(db, row, sql, ...values)[0]
}

type Columns<Name extends DatabaseTableName> = Partial<Record<keyof Row<Name>, SQLInputValue>>

/** Returns the rows with given column values, in a given order. */
export function findRows<Name extends DatabaseTableName>(
  db: DatabaseSync,
  name: Name,
  where: Columns<Name>,
  orderBy = 'rowid',
): Row<Name>[] {
  const conditions = Object.keys(where).map((column) => `${column} = ?`)
  const sql = `SELECT * FROM ${name} WHERE ${['1', ...conditions].join(' AND ')} ORDER BY ${orderBy}`
  const schema: z.ZodType = tableSchemas[name]
  const values = Object.values(where as Record<string, SQLInputValue>)
  return selectRows(db, schema, sql, ...values) as Row<Name>[]
}

export function findRow<Name extends DatabaseTableName>(
  db: DatabaseSync,
  name: Name,
  where: Columns<Name>,
) {
  return findRows(db, name, where)[0]
}

export function insertRow(
  db: DatabaseSync,
  table: string,
  columns: Record<string, SQLInputValue>,
): number {
  const names = Object.keys(columns)
  const placeholders = names.map(() => '?').join(', ')
  const sql = `INSERT INTO ${table} (${names.join(', ')}) VALUES (${placeholders})`
  return Number(prepared(db, sql).run(...Object.values(columns)).lastInsertRowid)
}

/** Runs `work` in a transaction, rolled back if `work` throws. */
export function runInTransaction<Result>(db: DatabaseSync, work: () => Result): Result {
  db.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    db.exec('COMMIT')
    return result
  } catch (error) {
    db.exec('ROLLBACK')
    throw error
  }
}

const tableNames = z.object({ name: z.string() })

function dropEverything(db: DatabaseSync) {
  const sql = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
  db.exec('PRAGMA foreign_keys = OFF')
  for (const { name } of selectRows(db, tableNames, sql)) db.exec(`DROP TABLE "${name}"`)
}

/** Error for an unusable database file, with a one-line message. */
export class DatabaseError extends Error {
  override name = 'DatabaseError'
  readonly isBroken: boolean

  constructor(path: string, cause: unknown) {
    const { errcode = 0, message } = cause as Error & { errcode?: number }
    // SQLITE_CORRUPT (11) and SQLITE_NOTADB (26), including their extended codes.
    const isBroken = [11, 26].includes(errcode & 0xff)
    const reason = isBroken ? 'is not a database' : `cannot be opened (${message})`
    super(`${path} ${reason}`, { cause })
    this.isBroken = isBroken
  }
}

/** SQLite detects a corrupt page only when it reads the page. */
function expectSound(db: DatabaseSync) {
  const found = selectFirstRow(db, z.object({ quick_check: z.string() }), 'PRAGMA quick_check(1)')
  if (found?.quick_check !== 'ok')
    throw Object.assign(new Error(found?.quick_check), { errcode: 11 })
}

function open(path: string): { db: DatabaseSync; fresh: boolean } {
  const isFile = path !== ':memory:'
  let db: DatabaseSync | undefined
  try {
    if (isFile) mkdirSync(dirname(path), { recursive: true })
    db = new DatabaseSync(path, { timeout: 2000 })
    expectSound(db)
    const version = selectFirstRow(
      db,
      z.object({ user_version: z.number() }),
      'PRAGMA user_version',
    )
    const fresh = version?.user_version !== schemaVersion
    if (fresh) {
      dropEverything(db)
      db.exec(schema)
      db.exec(`PRAGMA user_version = ${schemaVersion}`)
    }
    db.exec('PRAGMA foreign_keys = ON')
    if (isFile) db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
    return { db, fresh }
  } catch (error) {
    db?.close()
    throw new DatabaseError(path, error)
  }
}

/** Renames a broken file, because a mistyped path may name an important file. */
function moveAside(path: string) {
  renameSync(path, `${path}.broken`)
  for (const journal of ['-wal', '-shm', '-journal']) rmSync(path + journal, { force: true })
}

/**
 * Opens the database at `path`, and recreates tables of another version.
 *
 * @param replace renames a broken file to `.broken` and creates a new database
 * @returns the database, and `fresh` if it needs to be seeded
 * @throws {DatabaseError}
 */
export function openDatabase(
  path: string,
  { replace }: { replace: boolean },
): { db: DatabaseSync; fresh: boolean } {
  try {
    return open(path)
  } catch (error) {
    if (!replace || !(error instanceof DatabaseError && error.isBroken)) throw error
    moveAside(path)
    return open(path)
  }
}
