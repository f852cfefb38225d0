import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../free-port.ts'
import { runGroup } from '../process-group.ts'
import { administer } from './administration.ts'
import type { Administration } from './administration.ts'
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
 * Starts a Keycloak on this machine alone, on free ports, with a database in memory: each start is
 * a fresh one.
 *
 * @param options `port` to listen on; any free one where it is left out
 * @throws {Unavailable} where the distribution cannot be had
 */
export async function startKeycloak(options: { port?: number } = {}): Promise<Keycloak> {
  const home = await provideDistribution()
  const [port, managementPort] = [options.port ?? (await freePort()), await freePort()]
  const password = randomUUID()
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
  const administration = administer(`http://localhost:${port}`, password)
  return { ...administration, password, close: group.stop }
}
