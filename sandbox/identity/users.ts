import type { DatabaseSync } from 'node:sqlite'
import { one } from '../database/database.ts'
import { tables } from '../database/tables.ts'

/** The user with this id, whether or not the look-up shows them yet. */
export function userById(db: DatabaseSync, id: string) {
  return one(db, tables.users, 'SELECT * FROM users WHERE id = ?', id)
}

/** The user with this name (an e-mail address), in any case. */
export function userByName(db: DatabaseSync, username: string) {
  return one(db, tables.users, 'SELECT * FROM users WHERE username = ?', username)
}
