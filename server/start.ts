import { readConfiguration, type Variables } from '../src/lib/configuration/variables.ts'
import type { Provider } from '../src/lib/identity/provider.ts'
import { withAccessLog } from './process/access-log.ts'
import { createHandler, ON_DEMAND } from './answers/handler.ts'
import { policyHeaders } from './answers/headers.ts'
import { withConfiguration } from './answers/configured.ts'
import { followProvider } from './process/discovery.ts'
import { listen } from './process/listen.ts'
import { described, type Log } from './process/log.ts'
import { listed, NoStart } from './process/startup-error.ts'
import { startMetrics } from './metrics/start.ts'
import { BUILD_FOLDER, readAstroHandler, readFiles } from './answers/read-build.ts'
import { siteOf } from './answers/site.ts'
import { warmUp } from './process/warm-up.ts'
import { releaseIn } from './process/version.ts'
import { startWarnings } from './process/warnings.ts'

/**
 * Starts the portal from what `npm run build` left, in `dist/` or in the folder `build`. `port` 0
 * takes a free one; `host` `localhost` listens on both loopback addresses. Any number of portals can
 * run in one process, each with its own `environment` (contract §2). `log` receives failures, and with
 * `accessLog` each answer. Without `discovery` the identity provider is not asked for its addresses. With `metrics` the portal is measured, and the metrics are served there. Once
 * it runs, the files of the build may go. Rejects with `NoStart`, or the system's error for a missing
 * build (`ENOENT`, `ERR_MODULE_NOT_FOUND`) or a taken port (`EADDRINUSE`); `startupError` says either in
 * words.
 */
export async function start(options: {
  port: number
  host?: string
  environment: Variables
  build?: string
  log?: Log
  accessLog?: boolean
  discovery?: boolean
  metrics?: { port: number; host: string } | null
}) {
  const { port, host = 'localhost', environment, build = BUILD_FOLDER } = options
  const { log = () => undefined, accessLog = false, discovery = true, metrics = null } = options
  const read = readConfiguration(environment)
  if (!read.ok) throw new NoStart(listed(read.problems))

  const { configuration } = read
  const { authority } = configuration.identity
  const [{ contents, inline }, astro] = await Promise.all([
    readFiles(build),
    readAstroHandler(build),
  ])
  const siteWith = async (discovered?: Provider) =>
    siteOf(await withConfiguration(contents, { ...configuration, discovered }), inline)
  const bare = await siteWith()
  let site = bare
  const warnings = startWarnings(configuration, environment)
  const release = releaseIn(String(bare.files.get('/')?.body))
  let isStopping = false
  const drain = () => {
    isStopping = true
  }
  const surroundings = {
    release,
    isStopping: () => isStopping,
    failed: (error: unknown) => log('failed', { error: described(error) }),
  }
  const handler = createHandler(() => site, configuration, astro, surroundings)
  await warmUp(handler, ON_DEMAND)
  const isProviderKnown = discovery ? () => site !== bare : null
  const metering =
    metrics &&
    (await startMetrics(
      { configuration, warnings, isProviderKnown, ...surroundings },
      metrics,
      surroundings.failed,
    ))
  const headers = policyHeaders(configuration)
  const logged = accessLog ? withAccessLog(handler, log) : handler
  const listener = metering ? metering.meter.metered(logged) : logged
  const observer = metering?.meter.observer
  const listening = await listen(listener, { port, host, headers, observer }).catch(
    async (error: unknown) => {
      await metering?.close()
      throw error
    },
  )
  // Never waited for: pages without the provider's addresses ask for them.
  const unknown = (reason: string) =>
    log('provider', { message: `Pages lack the addresses of ${authority}: ${reason}` })
  const changed = async (known: Provider | null) => {
    site = known === null ? bare : await siteWith(known)
  }
  const provider = discovery ? followProvider(authority, changed, unknown) : null
  return {
    /** Without a trailing slash. */
    url: listening.url,
    /** Where its metrics are; null: nothing is measured. */
    metricsUrl: metering && `${metering.url}/metrics`,
    /** What it serves. */
    release,
    configuration,
    /** For an operator, a sentence or two each. */
    warnings,
    /** Resolves once the identity provider was asked for its addresses, and pages have them, if any. */
    providerAsked: provider?.asked,
    /** From now on `/readyz` says 503, and connections end with their next answer. */
    drain,
    /** Drains, finishes running requests, and stops. */
    close: async () => {
      drain()
      provider?.end()
      await listening.close()
      await metering?.close()
    },
  }
}

export type Portal = Awaited<ReturnType<typeof start>>
