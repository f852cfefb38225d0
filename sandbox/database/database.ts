import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
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
  const placeholders = names.map(() => '?').join(', ')
  const sql = `INSERT INTO ${table} (${names.join(', ')}) VALUES (${placeholders})`
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

/** The file cannot serve as a database; `message` is one line that names it. */
export class DatabaseError extends Error {
  override name = 'DatabaseError'
  /** What lies there is no database, or a broken one: a reset makes another. */
  readonly isBroken: boolean

  constructor(path: string, cause: unknown) {
    const isBroken =
      cause instanceof Error && 'errcode' in cause && tellsOfABrokenFile(cause.errcode)
    const reason = cause instanceof Error ? cause.message : String(cause)
    super(isBroken ? `${path} is not a database` : `${path} cannot be opened (${reason})`, {
      cause,
    })
    this.isBroken = isBroken
  }
}

/** SQLITE_CORRUPT and SQLITE_NOTADB; the higher bits of a code only say more about it. */
const tellsOfABrokenFile = (errcode: unknown) =>
  typeof errcode === 'number' && [11, 26].includes(errcode & 0xff)

/** Reads all of it once: SQLite itself finds a broken page only when somebody asks for what is on it. */
function expectSound(db: DatabaseSync) {
  const found = one(db, z.object({ quick_check: z.string() }), 'PRAGMA quick_check(1)')
  if (found?.quick_check !== 'ok')
    throw Object.assign(new Error(found?.quick_check), { errcode: 11 })
}

function prepare(db: DatabaseSync, path: string): { fresh: boolean } {
  expectSound(db)
  const version = one(db, z.object({ user_version: z.number() }), 'PRAGMA user_version')
  const fresh = version?.user_version !== schemaVersion
  if (fresh) {
    dropEverything(db)
    db.exec(schema)
    db.exec(`PRAGMA user_version = ${schemaVersion}`)
  }
  db.exec('PRAGMA foreign_keys = ON')
  if (path !== ':memory:') db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
  return { fresh }
}

function open(path: string): { db: DatabaseSync; fresh: boolean } {
  let db: DatabaseSync | undefined
  try {
    if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true })
    db = new DatabaseSync(path, { timeout: 2000 })
    return { db, ...prepare(db, path) }
  } catch (error) {
    db?.close()
    throw new DatabaseError(path, error)
  }
}

/** Out of the way rather than removed: a mistyped path may name a file that somebody misses. */
function moveAside(path: string) {
  renameSync(path, `${path}.broken`)
  for (const journal of ['-wal', '-shm', '-journal']) rmSync(path + journal, { force: true })
}

/**
 * Opens the database at `path` (a file, or ':memory:') and makes its tables where they are absent
 * or of another version: practice data is not worth a migration. `fresh` says that the tables are
 * new and want seeding. `replace` puts a new one in the place of a broken one, which then lies
 * beside it as `.broken`.
 *
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
