import type { PublicConfiguration } from '../src/lib/configuration/variables.ts'
import { readConfiguration } from '../src/lib/configuration/variables.ts'
import type { Variables } from '../src/lib/configuration/variables.ts'
import { withAccessLog } from './access-log.ts'
import { createHandler, ON_DEMAND } from './handler.ts'
import { policyHeaders } from './headers.ts'
import { listen } from './listen.ts'
import { described } from './log.ts'
import type { Log } from './log.ts'
import { BUILD_FOLDER, readAstroHandler, readSite } from './read-build.ts'
import { warmUp } from './warm-up.ts'
import { versionIn } from './version.ts'

/** The environment is wrong; `problems` has a line for every variable. */
export class ConfigurationError extends Error {
  override name = 'ConfigurationError'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}

export interface Portal {
  /** Without a trailing slash. */
  url: string
  /** Of the build that it serves. */
  version: string
  configuration: PublicConfiguration
  /** From now on `/readyz` says 503, and connections end with their next answer. */
  drain: () => void
  /** Drains, finishes running requests, and stops. */
  close: () => Promise<void>
}

/**
 * Starts the portal from what `npm run build` left, in `dist/` or in the folder `build`. `port` 0
 * takes a free one; `host` `localhost` listens on both loopback addresses. Any number of portals can
 * run in one process, each with its own `environment` (contract §2). Failures are told to `log`, and
 * with `accessLog` each answer. Once it runs it needs nothing of the build any more. Rejects with
 * `ConfigurationError`, `BuildError`, or the system's error for a missing build (`ENOENT`,
 * `ERR_MODULE_NOT_FOUND`) or a taken port (`EADDRINUSE`).
 */
export async function start(options: {
  port: number
  host?: string
  environment: Variables
  build?: string
  log?: Log
  accessLog?: boolean
}): Promise<Portal> {
  const { port, host = 'localhost', environment, build = BUILD_FOLDER } = options
  const { log = () => undefined, accessLog = false } = options
  const read = readConfiguration(environment)
  if (!read.ok) throw new ConfigurationError(read.problems)

  const { configuration } = read
  const [site, astro] = await Promise.all([readSite(build, configuration), readAstroHandler(build)])
  const version = versionIn(String(site.files.get('/')?.body))
  let isStopping = false
  const drain = () => {
    isStopping = true
  }
  const handler = createHandler(site, configuration, astro, {
    version,
    isStopping: () => isStopping,
    failed: (error) => log('failed', { error: described(error) }),
  })
  await warmUp(handler, ON_DEMAND)
  const headers = policyHeaders(configuration)
  const listener = accessLog ? withAccessLog(handler, log) : handler
  const listening = await listen(listener, { port, host, headers })
  const name = host.includes(':') ? `[${host}]` : host
  return {
    url: `http://${name}:${listening.port}`,
    version,
    configuration,
    drain,
    close: () => {
      drain()
      return listening.close()
    },
  }
}
