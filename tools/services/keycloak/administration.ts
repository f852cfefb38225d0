import { z } from 'zod'
import type { UserDirectory } from '../../../sandbox/identity/users.ts'
import type { RealmRepresentation } from './realm.ts'

const tokenAnswer = z.object({ access_token: z.string(), expires_in: z.number() })
const named = z.array(z.looseObject({ id: z.string() }))
const sessionList = z.array(z.object({ id: z.string(), lastAccess: z.number() }))

/** Milliseconds before expiry at which a token is replaced. */
const TOKEN_RESERVE = 10_000

type Method = 'GET' | 'POST'

/** Creates a client for Keycloak's admin API. */
export function createKeycloakClient(url: string, password: string) {
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

  function realm(name: string) {
    const path = `/${name}`

    async function findUserPath(username: string): Promise<string> {
      const query = new URLSearchParams({ username, exact: 'true' })
      const [found] = named.parse(await (await call('GET', `${path}/users?${query}`)).json())
      if (!found) throw new Error(`No user ${username} in ${name}`)
      return `${path}/users/${found.id}`
    }

    const directory: UserDirectory = {
      exists: async (id) => (await call('GET', `${path}/users/${id}`, undefined, [404])).ok,
      create: async ({ username, email, first_name, last_name }) => {
        const body = { username, email, firstName: first_name, lastName: last_name, enabled: true }
        const created = await call('POST', `${path}/users`, body, [409])
        return created.headers.get('location')?.split('/').at(-1)
      },
    }

    return {
      name,
      directory,
      idOf: async (username: string) =>
        (await findUserPath(username)).slice(`${path}/users/`.length),
      addClient: async (clientId: string, redirectUri: string) => {
        const client = { clientId, publicClient: true, redirectUris: [redirectUri] }
        await call('POST', `${path}/clients`, client)
      },
      /** Returns the last access of a user's sessions (ms since 1970). */
      sessions: async (username: string) => {
        const answer = await call('GET', `${await findUserPath(username)}/sessions`)
        return sessionList.parse(await answer.json())
      },
    }
  }

  return {
    url,
    createRealm: async (representation: RealmRepresentation) => {
      await call('POST', '', representation)
    },
    hasRealm: async (name: string) => (await call('GET', `/${name}`, undefined, [404])).ok,
    realm,
  }
}

export type Administration = ReturnType<typeof createKeycloakClient>
export type Realm = ReturnType<Administration['realm']>
