import { randomUUID } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { insert, row } from '../database/database.ts'
import { readSettings } from '../database/settings.ts'

/** The user with this id, whether or not the look-up shows them yet. */
export function userById(db: DatabaseSync, id: string) {
  return row(db, 'users', { id })
}

/** The user with this name (an e-mail address), in any case. */
export function userByName(db: DatabaseSync, username: string) {
  return row(db, 'users', { username })
}

/** A merchant whose account is to be made; the username is the e-mail address. */
export interface NewUser {
  username: string
  email: string
  first_name: string
  last_name: string
}

/** The identity provider's users, as far as the product API manages them. */
export interface Directory {
  has: (id: string) => Promise<boolean>
  /** Makes an account and answers its id; undefined: there is one of this name already. */
  create: (user: NewUser) => Promise<string | undefined>
}

/** The users of the sandbox's own provider. */
export function ownDirectory(db: DatabaseSync): Directory {
  return {
    has: (id) => Promise.resolve(userById(db, id) !== undefined),
    create: (user) => {
      if (userByName(db, user.username)) return Promise.resolve(undefined)
      const id = randomUUID()
      const { userAppearance } = readSettings(db)
      insert(db, 'users', {
        id,
        ...user,
        roles: JSON.stringify(['merchant']),
        visible_at: typeof userAppearance === 'number' ? Date.now() + userAppearance : null,
      })
      return Promise.resolve(id)
    },
  }
}
