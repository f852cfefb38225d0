import { generateKeyPairSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { accounts, password, type Account } from '../../../sandbox/accounts.ts'

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

export function readOperatorsRealm(portalOrigin: string): z.infer<typeof realmFile> {
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

/** Practice realms share a key, because Keycloak generates keys slowly. */
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
 * Returns the operators' realm with the accounts of the sandbox.
 *
 * @param options `name` of the realm. `idOf` returns new user ids, which are unique across all realms of a
 * Keycloak
 */
export function createRealmWithAccounts(
  portalOrigin: string,
  options: { name?: string; idOf?: (account: Account) => string } = {},
): RealmRepresentation {
  const { name, idOf = (account: Account) => account.id } = options
  const realm = readOperatorsRealm(portalOrigin)
  return {
    ...realm,
    realm: name ?? realm.realm,
    // Cheap hashing suffices, because the passwords are public.
    passwordPolicy: 'hashAlgorithm(pbkdf2-sha256) and hashIterations(1)',
    components: { ...realm.components, 'org.keycloak.keys.KeyProvider': keyProviders },
    users: accounts.map((account) => userOf(idOf(account), account)),
  }
}
