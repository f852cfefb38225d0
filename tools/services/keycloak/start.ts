import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { findFreePort } from '../../programs/free-port.ts'
import { isReady, startProcessGroup } from '../../programs/process-group.ts'
import { createKeycloakClient } from './administration.ts'
import { ensureKeycloakInstalled } from './distribution.ts'

const START_TIMEOUT_MILLISECONDS = 180_000

/** Keycloak may answer its first concurrent requests with empty bodies. */
async function warmUp(url: string): Promise<void> {
  const page = new URL(`${url}/realms/master/protocol/openid-connect/auth`)
  page.search = new URLSearchParams({
    client_id: 'security-admin-console',
    redirect_uri: `${url}/admin/master/console/`,
    response_type: 'code',
    scope: 'openid',
    code_challenge: 'A'.repeat(43),
    code_challenge_method: 'S256',
  }).toString()
  const html = await (await fetch(page)).text()
  for (const [, path = ''] of html.matchAll(/(?:href|src)="(\/resources\/[^"]+)"/g)) {
    await (await fetch(new URL(path, url))).arrayBuffer()
  }
}

/** Starts Keycloak on free ports, with a database in memory. @throws {UnavailableError} */
export async function startKeycloak(
  options: {
    port?: number
    password?: string
    environment?: Record<string, string>
  } = {},
) {
  const home = await ensureKeycloakInstalled()
  const [port, managementPort] = [options.port ?? (await findFreePort()), await findFreePort()]
  const password = options.password ?? randomUUID()
  const parameters = [
    'start',
    '--optimized',
    '--cache=local',
    '--http-enabled=true',
    '--hostname-strict=false',
    '--http-host=127.0.0.1',
    `--http-port=${port}`,
    `--http-management-port=${managementPort}`,
    '--log-level=warn',
  ]
  const group = startProcessGroup(join(home, 'bin/kc.sh'), parameters, {
    // Optimised compilation does not pay off within minutes.
    JAVA_OPTS_APPEND: '-XX:TieredStopAtLevel=1',
    ...options.environment,
    KC_BOOTSTRAP_ADMIN_USERNAME: 'admin',
    KC_BOOTSTRAP_ADMIN_PASSWORD: password,
  })
  const health = `http://127.0.0.1:${managementPort}/health/ready`
  await group.until(() => isReady(health), START_TIMEOUT_MILLISECONDS)
  const url = `http://localhost:${port}`
  await warmUp(url)
  // The password lets another process call `administer`.
  return { ...createKeycloakClient(url, password), password, close: group.stop }
}
