import { practiceRealm } from '../real/keycloak/realm.ts'
import { startKeycloak } from '../real/keycloak/start.ts'
import { Unavailable } from '../real/unavailable.ts'
import { startUnleash } from '../real/unleash/start.ts'
import { readRealPorts } from './real-ports.ts'
import {
  announce,
  begin,
  buildFor,
  expectFree,
  originOf,
  refuse,
  startPortalFor,
  startSandboxFor,
} from './session.ts'

const { options, session } = await begin()
const origin = originOf(options)
const ports = readRealPorts(process.env, { PORT: options.port, SANDBOX_PORT: options.sandboxPort })
if (typeof ports === 'string') refuse(ports)
if (ports.keycloak !== null) await expectFree(ports.keycloak, '127.0.0.1', 'KEYCLOAK_PORT')
if (ports.unleash !== null) await expectFree(ports.unleash, '127.0.0.1', 'UNLEASH_PORT')
const tell = (text: string) => console.log(text)

/** Starts a service, to be closed with the session; leaves with 1 where it cannot be had. */
async function real<Service extends { close: () => Promise<void> }>(
  name: string,
  start: () => Promise<Service>,
): Promise<Service> {
  console.log(`Starting ${name}…`)
  try {
    const service = await start()
    session.add(service.close)
    return service
  } catch (error) {
    if (error instanceof Unavailable) refuse(`${name}: ${error.message}`)
    throw error
  }
}

await buildFor(session)
const unleash = await real('Unleash', () =>
  startUnleash({ origins: [origin], tell, ...(ports.unleash !== null && { port: ports.unleash }) }),
)
const keycloak = await real('Keycloak', () =>
  startKeycloak({ tell, ...(ports.keycloak !== null && { port: ports.keycloak }) }),
)
const representation = practiceRealm(origin)
await keycloak.createRealm(representation)

const issuer = `${keycloak.url}/realms/${representation.realm}`
const { directory } = keycloak.realm(representation.realm)
const sandbox = await startSandboxFor(options, session, { issuer, directory })
await startPortalFor(options, session, {
  ...sandbox.environment,
  PORTAL_OIDC_AUTHORITY: issuer,
  // Follows from the issuer.
  PORTAL_IDENTITY_ADMIN_URL: '',
  PORTAL_FLAGS_URL: unleash.frontendUrl,
  PORTAL_FLAGS_CLIENT_KEY: unleash.clientKey,
})
announce(options, sandbox.url, [
  ['Keycloak', `${keycloak.url}/admin (admin, ${keycloak.password})`],
  ['Unleash', `${unleash.url} (admin, unleash4all)`],
])
