import { readFileSync } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { runDownloader, createCachedFolder } from '../../programs/installed.ts'
import { startProcessGroup } from '../../programs/process-group.ts'
import { PROJECT_FOLDER } from '../../programs/program.ts'
import {
  unleashAdminKey,
  unleashBackendKey,
  unleashClientKey,
  createUnleashClient,
} from './control.ts'

const START_LIMIT_MILLISECONDS = 120_000
const STOP_PATIENCE_MILLISECONDS = 2000

const environment = (origins: readonly string[], port: number) => ({
  TZ: 'UTC',
  HTTP_HOST: '127.0.0.1',
  HTTP_PORT: String(port),
  // Unleash logs its port only at level `info`.
  LOG_LEVEL: 'info',
  CHECK_VERSION: 'false',
  SEND_TELEMETRY: 'false',
  // The database mixes up the results of concurrent connections.
  DATABASE_POOL_MAX: '1',
  DATABASE_SSL: 'false',
  INIT_ADMIN_API_TOKENS: unleashAdminKey,
  INIT_BACKEND_API_TOKENS: unleashBackendKey,
  INIT_FRONTEND_API_TOKENS: unleashClientKey,
  IMPORT_FILE: join(PROJECT_FOLDER, 'deploy', 'unleash', 'flags.json'),
  UNLEASH_FRONTEND_API_ORIGINS: origins.join(','),
})

/** Matches the output of npm if the registry does not respond. */
const SILENCE =
  /npm (?:error|ERR!) code (E(?:NOTFOUND|AI_AGAIN|CONN\w+|\w*TIME(?:D)?OUT|\w+UNREACH|40[34]|5\d\d)|ERR_SOCKET_TIMEOUT)/

const read = (name: string) =>
  [name, readFileSync(new URL(`packages/${name}`, import.meta.url), 'utf8')] as const

/**
 * Installs Unleash without install scripts, as locked in `packages/`.
 *
 * @throws {UnavailableError} if the package registry does not respond
 */
export function ensureUnleashInstalled(): Promise<string> {
  const manifests = [read('package.json'), read('package-lock.json')]
  const texts = manifests.map(([, text]) => text)
  return createCachedFolder('unleash', texts, async (folder) => {
    for (const [name, text] of manifests) await writeFile(join(folder, name), text)
    const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--fetch-retries=1']
    await runDownloader('npm', ['ci', ...quiet], { cwd: folder, silence: SILENCE })
  })
}

/**
 * Starts an Unleash with the portal's flags switched off.
 *
 * @param options `origins` that may read flags, because a later change takes two minutes. `port`,
 * by default a free one
 * @throws {UnavailableError}
 */
export async function startUnleash({
  origins,
  port = 0,
}: {
  origins: readonly string[]
  port?: number
}) {
  const packages = join(await ensureUnleashInstalled(), 'node_modules')
  const database = join(packages, '@electric-sql', 'pglite-socket', 'dist', 'scripts', 'server.js')
  const server = join(packages, 'unleash-server', 'dist', 'server.js')
  const socketFolder = await mkdtemp(join(tmpdir(), 'koppelpunt-unleash-'))
  const group = startProcessGroup(
    process.execPath,
    [
      database,
      `--path=${socketFolder}/.s.PGSQL.5432`,
      '--max-connections=20',
      '--include-database-url',
      // Spaces in the project's path would split the command.
      `--run=node ${relative('', server)}`,
    ],
    environment(origins, port),
    { patience: STOP_PATIENCE_MILLISECONDS, folder: socketFolder },
  )
  const startedPort = await group.until(
    () => /Unleash has started.*port: (\d+)/.exec(group.output())?.[1],
    START_LIMIT_MILLISECONDS,
  )
  return { ...createUnleashClient(`http://127.0.0.1:${startedPort}`), close: group.stop }
}
