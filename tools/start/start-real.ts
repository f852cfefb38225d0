import { createRealmWithAccounts } from '../services/keycloak/realm.ts'
import { startKeycloak } from '../services/keycloak/start.ts'
import { findFreePort } from '../programs/free-port.ts'
import { UnavailableError } from '../programs/installed.ts'
import { startUnleash } from '../services/unleash/start.ts'
import { portNumber } from '../../server/settings.ts'
import { createVariableReader } from '../../src/lib/configuration/variables.ts'
import {
  printAddresses,
  registerExitTask,
  readOptionsOrExit,
  buildOrExit,
  exitIfPortInUse,
  getPublicOrigin,
  createPortalRow,
  exitWithError,
  createSandboxRow,
  startPortalWithOptions,
  startSandboxWithOptions,
} from './session.ts'

const options = await readOptionsOrExit()
const origin = getPublicOrigin(options)

/** Returns the port in a variable, or else a free port. */
async function portIn(variable: string): Promise<number> {
  const { problems, optional } = createVariableReader(process.env)
  const port = optional(variable, portNumber)
  if (problems[0] !== undefined) exitWithError(problems[0])
  if (port === null) return findFreePort()
  await exitIfPortInUse(port, '127.0.0.1', variable)
  return port
}

const unleashPort = await portIn('UNLEASH_PORT')
const keycloakPort = await portIn('KEYCLOAK_PORT')

/** Returns the started service, or exits with code 1. */
async function startService<Service extends { close: () => Promise<void> }>(
  starting: Promise<Service>,
): Promise<Service> {
  const service = await starting.catch((error: unknown) => {
    if (error instanceof UnavailableError) exitWithError(error.message)
    throw error
  })
  registerExitTask(service.close)
  return service
}

await buildOrExit()
console.log('Starting Unleash and Keycloak…')
const unleash = await startService(startUnleash({ origins: [origin], port: unleashPort }))
const keycloak = await startService(startKeycloak({ port: keycloakPort }))
const representation = createRealmWithAccounts(origin)
await keycloak.createRealm(representation)

const issuer = `${keycloak.url}/realms/${representation.realm}`
const { directory } = keycloak.realm(representation.realm)
const sandbox = await startSandboxWithOptions(options, { issuer, directory })
await startPortalWithOptions(options, {
  ...sandbox.environment,
  PORTAL_OIDC_AUTHORITY: issuer,
  PORTAL_IDENTITY_ADMIN_URL: '',
  PORTAL_FLAGS_URL: unleash.frontendUrl,
  PORTAL_FLAGS_CLIENT_KEY: unleash.clientKey,
})
printAddresses(options, [
  createPortalRow(options),
  createSandboxRow(sandbox),
  ['Keycloak', `${keycloak.url}/admin (admin, ${keycloak.password})`],
  ['Unleash', `${unleash.url} (admin, unleash4all)`],
])
