import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Tell } from '../../programs/fetching.ts'
import { freePort } from '../../programs/free-port.ts'
import { runGroup } from '../../programs/process-group.ts'
import { administer, type Administration } from './administration.ts'
import { provideDistribution } from './distribution.ts'

/** How long a start may take, in milliseconds: half a minute on two cores that do nothing else. */
const START_PATIENCE = 180_000
const LOOK_AGAIN = 250

export interface Keycloak extends Administration {
  /** The administrator's password, with which `administer` reaches it from another process. */
  password: string
  close: () => Promise<void>
}

async function isReady(address: string): Promise<boolean> {
  try {
    return (await fetch(address)).ok
  } catch {
    // Nobody listens there yet.
    return false
  }
}

/**
 * Asks for the sign-in page and each of its files once, one after the other. Keycloak compresses a
 * file when it is first asked for, and may answer whoever asks at the same time with nothing.
 */
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

/**
 * Starts a Keycloak on this machine alone, on free ports, with a database in memory: each start is
 * a fresh one.
 *
 * @param options `port` to listen on, any free one where it is left out; `password` of the
 *   administrator, which is made up otherwise; variables of Keycloak's own;
 *   `tell` is told what is fetched
 * @throws {Unavailable} where the distribution cannot be had
 */
export async function startKeycloak(
  options: {
    port?: number
    password?: string
    environment?: Record<string, string>
    tell?: Tell
  } = {},
): Promise<Keycloak> {
  const home = await provideDistribution(options.tell ?? (() => undefined))
  const [port, managementPort] = [options.port ?? (await freePort()), await freePort()]
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
  const group = runGroup(join(home, 'bin/kc.sh'), parameters, {
    // Compiling less saves more than it costs a process that lives for minutes.
    JAVA_OPTS_APPEND: '-XX:TieredStopAtLevel=1',
    ...options.environment,
    KC_BOOTSTRAP_ADMIN_USERNAME: 'admin',
    KC_BOOTSTRAP_ADMIN_PASSWORD: password,
  })
  const patience = AbortSignal.timeout(START_PATIENCE)
  while (!(await isReady(`http://127.0.0.1:${managementPort}/health/ready`))) {
    if (group.hasEnded() || patience.aborted) {
      await group.stop()
      throw new Error(`Keycloak did not start:\n${group.output()}`)
    }
    await pause(LOOK_AGAIN)
  }
  const url = `http://localhost:${port}`
  await warmUp(url)
  const administration = administer(url, password)
  return { ...administration, password, close: group.stop }
}
