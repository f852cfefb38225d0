import { generateKeyPairSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { accounts, password, type Account } from '../../../sandbox/accounts.ts'

/** The file that operators import. */
const OPERATORS_FILE = new URL('../../../deploy/keycloak/koppelpunt-realm.json', import.meta.url)

const realmFile = z.looseObject({
  realm: z.string(),
  clients: z.tuple([
    z.looseObject({
      clientId: z.literal('portal'),
      protocolMappers: z.array(z.looseObject({ name: z.string() })),
    }),
  ]),
  components: z.record(z.string(), z.array(z.looseObject({ providerId: z.string() }))),
})

export type RealmRepresentation = z.infer<typeof realmFile> & {
  users: Record<string, unknown>[]
}

/** The operators' realm for a portal at `portalOrigin`, as Keycloak reads it at an import. */
export function operatorsRealm(portalOrigin: string): z.infer<typeof realmFile> {
  const text = readFileSync(OPERATORS_FILE, 'utf8').replaceAll('${PORTAL_ORIGIN}', portalOrigin)
  return realmFile.parse(JSON.parse(text))
}

const userOf = (id: string, { email, firstName, lastName, roles, version }: Account) => ({
  id,
  username: email,
  email,
  emailVerified: true,
  firstName,
  lastName,
  enabled: true,
  attributes: version === undefined ? {} : { version: [version] },
  realmRoles: roles,
  credentials: [{ type: 'password', value: password }],
})

/** One key for every practice realm of this process: Keycloak takes many seconds to make its own. */
const signingKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({
  type: 'pkcs1',
  format: 'pem',
})

const keyProviders = [
  { name: 'rsa', providerId: 'rsa', config: { privateKey: [signingKey], algorithm: ['RS256'] } },
  { name: 'hmac', providerId: 'hmac-generated', config: { algorithm: ['HS512'] } },
  { name: 'aes', providerId: 'aes-generated', config: {} },
]

/**
 * The operators' realm with the sandbox's accounts in it, for practice and tests.
 *
 * @param options `name` of the realm; `idOf` an account, since Keycloak has each id once in all of
 *   its realms: the sandbox's own ids where it is left out
 */
export function practiceRealm(
  portalOrigin: string,
  options: { name?: string; idOf?: (account: Account) => string } = {},
): RealmRepresentation {
  const { name, idOf = (account: Account) => account.id } = options
  const realm = operatorsRealm(portalOrigin)
  return {
    ...realm,
    realm: name ?? realm.realm,
    // Their password is known to everybody: guarding it well would only take time.
    passwordPolicy: 'hashAlgorithm(pbkdf2-sha256) and hashIterations(1)',
    components: { ...realm.components, 'org.keycloak.keys.KeyProvider': keyProviders },
    users: accounts.map((account) => userOf(idOf(account), account)),
  }
}
