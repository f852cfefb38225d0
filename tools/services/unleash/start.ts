import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { PROJECT } from '../../programs/program.ts'
import { runGroup } from '../../programs/process-group.ts'
import { adminKey, backendKey, clientKey, unleashControl } from './control.ts'
import { installUnleash } from './install.ts'

const START_LIMIT_MILLISECONDS = 120_000
const STOP_PATIENCE_MILLISECONDS = 2000

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
 * @param options `port` to listen on, any free one where it is left out
 * @throws {Unavailable}
 */
export async function startUnleash({
  origins,
  port = 0,
}: {
  origins: readonly string[]
  port?: number
}) {
  const packages = join(await installUnleash(), 'node_modules')
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
    { patience: STOP_PATIENCE_MILLISECONDS, folder: socketFolder },
  )
  const startedPort = await group.until(
    () => /Unleash has started.*port: (\d+)/.exec(group.output())?.[1],
    START_LIMIT_MILLISECONDS,
  )
  return { ...unleashControl(`http://127.0.0.1:${startedPort}`), close: group.stop }
}
