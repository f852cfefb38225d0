import { readFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'yaml'
import { PROJECT_FOLDER } from '../../programs/program.ts'
import { startPortal } from '../../../server/start.ts'
import { startKeycloak } from '../keycloak/start.ts'
import { createCertificate, startNginx } from '../nginx/start.ts'
import { startProcessGroup } from '../../programs/process-group.ts'
import { startUnleash } from '../unleash/start.ts'
import { createComposeNginxFile } from './practice-nginx.ts'

const REALM_TIMEOUT_MILLISECONDS = 60_000

const [PORTAL_PORT, KEYCLOAK_PORT, SANDBOX_PORT] = [8443, 8444, 4400]

/** Reads the services of compose.yaml. */
async function readServices() {
  const text = await readFile(join(PROJECT_FOLDER, 'compose.yaml'), 'utf8')
  const { services } = parse(text, { merge: true }) as {
    services: Record<'portal' | 'keycloak' | 'sandbox', { environment: Record<string, string> }>
  }
  return services
}

const hostOf = (url: string) => new URL(url).host.replace('localhost', '127.0.0.1')

/** Starts the services of compose.yaml without containers. @throws {UnavailableError} */
export async function startComposeServices() {
  const services = await readServices()
  const closes: (() => Promise<unknown>)[] = []
  const close = async () => {
    for (const each of closes.toReversed()) await each()
  }
  try {
    const folder = await mkdtemp(join(tmpdir(), 'koppelpunt-compose-'))
    closes.push(() => rm(folder, { recursive: true }))
    const { cert, key } = await createCertificate(['localhost'])
    await writeFile(join(folder, 'cert.pem'), cert)
    await writeFile(join(folder, 'key.pem'), key)

    const portal = await startPortal({ port: 0, environment: services.portal.environment })
    closes.push(portal.close)
    const unleash = await startUnleash({ origins: [] })
    closes.push(unleash.close)
    const { environment } = services.keycloak
    const inMemory = Object.entries(environment).filter(([name]) => !name.startsWith('KC_DB'))
    const keycloak = await startKeycloak({
      password: environment.KC_BOOTSTRAP_ADMIN_PASSWORD ?? '',
      environment: Object.fromEntries(inMemory),
    })
    closes.push(keycloak.close)

    const places = {
      portal: hostOf(portal.url),
      sandbox: `127.0.0.1:${SANDBOX_PORT}`,
      unleash: hostOf(unleash.url),
      keycloak: hostOf(keycloak.url),
    }
    const log = join(folder, 'access.log')
    const door = { port: PORTAL_PORT, keycloakPort: KEYCLOAK_PORT, folder, log }
    const nginx = await startNginx(await createComposeNginxFile(places, door), {
      port: PORTAL_PORT,
    })
    closes.push(nginx.close)

    const sandbox = startProcessGroup(
      process.execPath,
      [join(PROJECT_FOLDER, 'tools/services/compose/sandbox.ts'), join(folder, 'sandbox.db')],
      { ...services.sandbox.environment, NODE_EXTRA_CA_CERTS: join(folder, 'cert.pem') },
    )
    closes.push(sandbox.stop)
    await sandbox.until(() => sandbox.output().includes('Accounts'), REALM_TIMEOUT_MILLISECONDS)
  } catch (error) {
    await close()
    throw error
  }
  return { environment: {}, close }
}
