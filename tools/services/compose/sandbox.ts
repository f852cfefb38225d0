import { accounts, password } from '../../../sandbox/accounts.ts'
import { databaseFile } from '../../../sandbox/database/database.ts'
import { startSandbox } from '../../../sandbox/start.ts'
import { createKeycloakClient } from '../keycloak/administration.ts'
import { createRealmWithAccounts } from '../keycloak/realm.ts'

/** Addresses that compose.yaml publishes. */
const PORTAL = 'https://localhost:8443'
const KEYCLOAK = 'https://localhost:8444'
const PORT = 4400

const [, , db = databaseFile] = process.argv

const keycloak = createKeycloakClient(KEYCLOAK, process.env.KEYCLOAK_PASSWORD ?? '')
const representation = createRealmWithAccounts(PORTAL)
const { realm } = representation
if (!(await keycloak.hasRealm(realm))) await keycloak.createRealm(representation)

const { url, close } = await startSandbox({
  port: PORT,
  // The file compose.yaml publishes the port on this machine only.
  host: '0.0.0.0',
  db,
  portalUrl: PORTAL,
  issuer: `${KEYCLOAK}/realms/${realm}`,
  directory: keycloak.realm(realm).directory,
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void close())

const width = Math.max(...accounts.map(({ email }) => email.length))
console.log(
  [
    `Koppelpunt  ${PORTAL}`,
    `Keycloak    ${KEYCLOAK}/admin (admin, koppelpunt)`,
    'Unleash     http://localhost:4242 (admin, unleash4all)',
    `Sandbox     ${url}`,
    `Accounts, all with password ${password}:`,
    ...accounts.map(({ email, purpose }) => `  ${email.padEnd(width)}  ${purpose}`),
  ].join('\n'),
)
