import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { PROJECT } from '../../programs/program.ts'
import type { Tell } from '../../programs/fetching.ts'
import { runGroup, type ProcessGroup } from '../../programs/process-group.ts'
import { adminKey, backendKey, clientKey, unleashControl } from './control.ts'
import { installUnleash } from './install.ts'

const START_LIMIT_MILLISECONDS = 120_000
const STOP_PATIENCE_MILLISECONDS = 2000
const POLL_MILLISECONDS = 100

const environment = (origins: readonly string[], port: number) => ({
  TZ: 'UTC',
  HTTP_HOST: '127.0.0.1',
  HTTP_PORT: String(port),
  // Where it listens is read from what it prints.
  LOG_LEVEL: 'info',
  CHECK_VERSION: 'false',
  SEND_TELEMETRY: 'false',
  // The database mixes up what two connections say at once.
  DATABASE_POOL_MAX: '1',
  DATABASE_SSL: 'false',
  INIT_ADMIN_API_TOKENS: adminKey,
  INIT_BACKEND_API_TOKENS: backendKey,
  INIT_FRONTEND_API_TOKENS: clientKey,
  IMPORT_FILE: join(PROJECT, 'deploy', 'unleash', 'flags.json'),
  UNLEASH_FRONTEND_API_ORIGINS: origins.join(','),
})

/**
 * Starts a real Unleash that has the portal's flags, all off, on a database in memory; both serve
 * this machine only, and end with this process at the latest. Pages of `origins` may ask it for
 * flags: this is set at its start, since it takes two minutes to apply a change.
 *
 * @param options `port` to listen on, any free one where it is left out; `tell` is told what is
 *   fetched
 * @throws {Unavailable}
 */
export async function startUnleash(options: {
  origins: readonly string[]
  port?: number
  tell?: Tell
}) {
  const { origins, port = 0, tell = () => undefined } = options
  const packages = join(await installUnleash(tell), 'node_modules')
  const database = join(packages, '@electric-sql', 'pglite-socket', 'dist', 'scripts', 'server.js')
  const server = join(packages, 'unleash-server', 'dist', 'server.js')
  const socketFolder = await mkdtemp(join(tmpdir(), 'koppelpunt-unleash-'))
  const group = runGroup(
    process.execPath,
    [
      database,
      `--path=${socketFolder}/.s.PGSQL.5432`,
      '--max-connections=20',
      '--include-database-url',
      // Taken apart at spaces, which the path of the project may have.
      `--run=node ${relative('', server)}`,
    ],
    environment(origins, port),
    STOP_PATIENCE_MILLISECONDS,
  )
  const close = async () => {
    await group.stop()
    await rm(socketFolder, { recursive: true, force: true })
  }
  try {
    return { ...unleashControl(`http://127.0.0.1:${await startedPort(group)}`), close }
  } catch (error) {
    await close()
    throw error
  }
}

async function startedPort(group: ProcessGroup): Promise<string> {
  const limit = AbortSignal.timeout(START_LIMIT_MILLISECONDS)
  while (!limit.aborted && !group.hasEnded()) {
    const output = group.output()
    const port = /Unleash has started.*port: (\d+)/.exec(output)?.[1]
    if (port !== undefined) return port
    // The database outlives a server that gave up.
    if (output.includes('Command exited')) break
    await pause(POLL_MILLISECONDS)
  }
  throw new Error(`Unleash did not start:\n${group.output()}`)
}
