import { z } from 'zod'
import type { Directory, NewUser } from '../../../sandbox/identity/users.ts'
import type { RealmRepresentation } from './realm.ts'

const tokenAnswer = z.object({ access_token: z.string(), expires_in: z.number() })
const named = z.array(z.looseObject({ id: z.string() }))

/** A token is used no longer than until this many milliseconds before its end. */
const TOKEN_RESERVE = 10_000

type Method = 'GET' | 'POST'

/** One realm, as its administrator changes it. */
export interface Realm {
  name: string
  /** Its users, as a product API manages them. */
  directory: Directory
  /** Id of the user of this name. */
  idOf: (username: string) => Promise<string>
  /** Adds a public client that may send the browser back to one address. */
  addClient: (clientId: string, redirectUri: string) => Promise<void>
  /** Ends every session of a user, as an administrator or an idle time does. */
  endSessions: (username: string) => Promise<void>
  /** Last access of each of a user's sessions, in milliseconds since 1970. */
  sessions: (username: string) => Promise<{ id: string; lastAccess: number }[]>
}

export interface Administration {
  /** Origin, without a slash at the end. */
  url: string
  createRealm: (realm: RealmRepresentation) => Promise<void>
  hasRealm: (name: string) => Promise<boolean>
  /** The realm of this name, which may still have to be made. */
  realm: (name: string) => Realm
}

/** The administrator's verbs of the Keycloak at `url`, whose administrator `admin` has `password`. */
export function administer(url: string, password: string): Administration {
  let token = { value: '', until: 0 }

  async function bearer(): Promise<string> {
    if (Date.now() < token.until) return token.value
    const answer = await fetch(`${url}/realms/master/protocol/openid-connect/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'password',
        client_id: 'admin-cli',
        username: 'admin',
        password,
      }),
    })
    const { access_token, expires_in } = tokenAnswer.parse(await answer.json())
    token = { value: access_token, until: Date.now() + expires_in * 1000 - TOKEN_RESERVE }
    return token.value
  }

  /** An answer that is no success is an error, but for those with a status in `expected`. */
  async function call(method: Method, path: string, body?: unknown, expected: number[] = []) {
    const answer = await fetch(`${url}/admin/realms${path}`, {
      method,
      headers: { authorization: `Bearer ${await bearer()}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (!answer.ok && !expected.includes(answer.status))
      throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return answer
  }

  function realm(name: string): Realm {
    const path = `/${name}`

    /** Path of the user of this name. */
    async function user(username: string): Promise<string> {
      const query = new URLSearchParams({ username, exact: 'true' })
      const [found] = named.parse(await (await call('GET', `${path}/users?${query}`)).json())
      if (!found) throw new Error(`No user ${username} in ${name}`)
      return `${path}/users/${found.id}`
    }

    return {
      name,
      directory: {
        has: async (id) => (await call('GET', `${path}/users/${id}`, undefined, [404])).ok,
        create: async ({ username, email, first_name, last_name }: NewUser) => {
          const made = await call(
            'POST',
            `${path}/users`,
            { username, email, firstName: first_name, lastName: last_name, enabled: true },
            [409],
          )
          return made.headers.get('location')?.split('/').at(-1)
        },
      },
      idOf: async (username) => (await user(username)).slice(`${path}/users/`.length),
      addClient: async (clientId, redirectUri) => {
        const client = { clientId, publicClient: true, redirectUris: [redirectUri] }
        await call('POST', `${path}/clients`, client)
      },
      endSessions: async (username) => {
        await call('POST', `${await user(username)}/logout`)
      },
      sessions: async (username) => {
        const answer = await call('GET', `${await user(username)}/sessions`)
        return z
          .array(z.object({ id: z.string(), lastAccess: z.number() }))
          .parse(await answer.json())
      },
    }
  }

  return {
    url,
    createRealm: async (representation) => {
      await call('POST', '', representation)
    },
    hasRealm: async (name) => (await call('GET', `/${name}`, undefined, [404])).ok,
    realm,
  }
}
