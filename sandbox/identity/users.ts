import { randomUUID } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { insertRow, findRow } from '../database/database.ts'
import { readSettings } from '../database/settings.ts'

/** New merchant account, whose username is the e-mail address. */
export type NewUser = Record<'username' | 'email' | 'first_name' | 'last_name', string>

/** Access of the product API to the identity provider's users. */
export interface UserDirectory {
  exists: (id: string) => Promise<boolean>
  /** Creates an account, or returns undefined if the username exists. */
  create: (user: NewUser) => Promise<string | undefined>
}

/** Returns the directory of the sandbox's own identity provider. */
export function createUserDirectory(db: DatabaseSync): UserDirectory {
  return {
    exists: (id) => Promise.resolve(findRow(db, 'users', { id }) !== undefined),
    create: (user) => {
      if (findRow(db, 'users', { username: user.username })) return Promise.resolve(undefined)
      const id = randomUUID()
      const { userAppearance } = readSettings(db)
      insertRow(db, 'users', {
        id,
        ...user,
        roles: JSON.stringify(['merchant']),
        visible_at: typeof userAppearance === 'number' ? Date.now() + userAppearance : null,
      })
      return Promise.resolve(id)
    },
  }
}
