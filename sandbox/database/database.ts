import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { SQLInputValue } from 'node:sqlite'
import { z } from 'zod'
import { schema, schemaVersion } from './schema.ts'

/** A yes or no as SQLite stores it. */
export const asInteger = (value: boolean) => (value ? 1 : 0)

/** All rows of a query, each parsed by `row`. */
export function all<Schema extends z.ZodType>(
  db: DatabaseSync,
  row: Schema,
  sql: string,
  ...values: SQLInputValue[]
): z.infer<Schema>[] {
  return z.array(row).parse(db.prepare(sql).all(...values))
}

/** The first row of a query, parsed by `row`, or `undefined` when there is none. */
export function one<Schema extends z.ZodType>(
  db: DatabaseSync,
  row: Schema,
  sql: string,
  ...values: SQLInputValue[]
): z.infer<Schema> | undefined {
  return all(db, row, sql, ...values)[0]
}

/** Adds one row; the names of `columns` are the table's. Answers the new row's number. */
export function insert(
  db: DatabaseSync,
  table: string,
  columns: Record<string, SQLInputValue>,
): number {
  const names = Object.keys(columns)
  const places = names.map(() => '?').join(', ')
  const sql = `INSERT INTO ${table} (${names.join(', ')}) VALUES (${places})`
  return Number(db.prepare(sql).run(...Object.values(columns)).lastInsertRowid)
}

/** Runs `work` so that all of it is stored, or nothing. */
export function transaction<Result>(db: DatabaseSync, work: () => Result): Result {
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
  for (const { name } of all(db, tableNames, sql)) db.exec(`DROP TABLE "${name}"`)
}

/**
 * Opens the database at `path` (a file, or ':memory:') and makes its tables where they are absent
 * or of another version: practice data is not worth a migration. `fresh` says that the tables are new and want seeding.
 */
export function openDatabase(path: string): { db: DatabaseSync; fresh: boolean } {
  if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true })
  const db = new DatabaseSync(path, { timeout: 2000 })
  const version = one(db, z.object({ user_version: z.number() }), 'PRAGMA user_version')
  const fresh = version?.user_version !== schemaVersion
  if (fresh) {
    dropEverything(db)
    db.exec(schema)
    db.exec(`PRAGMA user_version = ${schemaVersion}`)
  }
  db.exec('PRAGMA foreign_keys = ON')
  if (path !== ':memory:') db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
  return { db, fresh }
}
