import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { z } from 'zod'
import { all } from './database.ts'

const yesNo = z.number().transform((value) => value === 1)

function json<Schema extends z.ZodType>(schema: Schema) {
  return z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(schema)
}

/**
 * The rows of the tables that tests and routes read, one schema per table (§3). SQLite knows no
 * booleans and no lists, so these turn 0/1 and JSON text back into what they stand for.
 */
export const tables = {
  users: z.object({
    id: z.string(),
    username: z.string(),
    email: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    enabled: yesNo,
    attributes: json(z.record(z.string(), z.array(z.string()))),
    roles: json(z.array(z.string())),
    visible_at: z.number().nullable(),
  }),
  merchants: z.object({
    id: z.string(),
    app: z.string(),
    username: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    email: z.string(),
    app_user: json(z.record(z.string(), z.unknown())),
  }),
  subscriptions: z.object({
    id: z.number(),
    type: z.string(),
    name: z.string(),
    duration: z.string(),
    interval: z.string(),
    grace_period: z.string(),
  }),
  administrations: z.object({ id: z.number(), name: z.string(), country_code: z.string() }),
  administration_users: z.object({ administration_id: z.number(), user_id: z.string() }),
  registrations: z.object({
    id: z.number(),
    administration_id: z.number(),
    location_id: z.number(),
    name: z.string(),
    coc: z.string().nullable(),
    website_url: z.string().nullable(),
    country_code: z.string(),
    subscriptions: json(z.array(z.union([z.string(), z.number()]))),
    user_id: z.string().nullable(),
    reseller_id: z.string().nullable(),
    person: json(z.object({ first_name: z.string(), last_name: z.string() })),
    emails: json(z.array(z.object({ type: z.string(), email: z.string() }))),
  }),
  locations: z.object({
    id: z.number(),
    name: z.string(),
    administration_id: z.number(),
    eco: yesNo,
  }),
  keys: z.object({
    id: z.string(),
    administration_id: z.number(),
    location_id: z.number(),
    api_key: z.string().nullable(),
    connected_at: z.number().nullable(),
    default_no_relation: z.string().nullable(),
  }),
  accounting_administrations: z.object({
    administration_id: z.number(),
    identifier: z.string(),
    application: z.enum(['web', 'desktop']),
    aantal_decimalen_artikelprijzen: z.number(),
    verkoopprijs_artikelbestand_exclusief_btw: yesNo,
  }),
  company_settings: z.object({
    administration_id: z.number(),
    location_id: z.number(),
    settings: json(z.record(z.string(), z.unknown())),
  }),
  ledgers: z.object({
    id: z.string(),
    administration_id: z.number(),
    nummer: z.string(),
    omschrijving: z.string(),
    grootboekfunctie: z.string(),
    rekening_code: z.string(),
    grootboek_rubriek: z.string(),
    kostenplaats: yesNo,
    bookings: z.number(),
  }),
  journals: z.object({
    id: z.string(),
    administration_id: z.number(),
    nummer: z.string(),
    omschrijving: z.string(),
    soort: z.string(),
  }),
  product_groups: z.object({
    id: z.string(),
    administration_id: z.number(),
    nummer: z.string(),
    omschrijving: z.string(),
  }),
  order_templates: z.object({
    id: z.string(),
    administration_id: z.number(),
    omschrijving: z.string(),
    prijs_ingave_exclusief_btw: yesNo,
  }),
  relations: z.object({
    id: z.string(),
    administration_id: z.number(),
    relatiesoort: json(z.array(z.string())),
    relatiecode: z.string(),
    naam: z.string(),
  }),
  products: z.object({
    id: z.string(),
    administration_id: z.number(),
    name: z.string(),
    sku_code: z.string(),
    artikelomzetgroep: z.string().nullable(),
  }),
  payment_ledgers: z.object({
    id: z.number(),
    administration_id: z.number(),
    location_id: z.number(),
    cash_ledger: z.string(),
    eft_ledger: z.string(),
    webshop_ledger: z.string(),
    type: z.string(),
  }),
  imports: z.object({
    id: z.number(),
    administration_id: z.number(),
    kind: z.enum(['products', 'relations']),
    requested_at: z.number(),
  }),
  flags: z.object({
    name: z.string(),
    enabled: yesNo,
    variant: json(z.record(z.string(), z.unknown())).nullable(),
    impression_data: yesNo,
  }),
} as const

export type TableName = keyof typeof tables
export type Row<Name extends TableName> = z.infer<(typeof tables)[Name]>

/** Some columns of a row, as SQLite stores them. */
type Columns<Name extends TableName> = Partial<Record<keyof Row<Name>, SQLInputValue>>

/** The rows of a table in which these columns hold these values, in the order of `orderBy`. */
export function rows<Name extends TableName>(
  db: DatabaseSync,
  name: Name,
  where: Columns<Name>,
  orderBy = 'rowid',
): Row<Name>[] {
  const conditions = Object.keys(where).map((column) => `${column} = ?`)
  const sql = `SELECT * FROM ${name} WHERE ${['1', ...conditions].join(' AND ')} ORDER BY ${orderBy}`
  const schema: z.ZodType = tables[name]
  const values = Object.values(where as Record<string, SQLInputValue>)
  return all(db, schema, sql, ...values) as Row<Name>[]
}

/** The first of those rows, or `undefined` when there is none. */
export function row<Name extends TableName>(db: DatabaseSync, name: Name, where: Columns<Name>) {
  return rows(db, name, where)[0]
}
