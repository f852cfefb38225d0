import { readConfiguration, type Variables } from '../src/lib/configuration/variables.ts'
import type { Provider } from '../src/lib/identity/provider.ts'
import { followProvider } from './discovery.ts'
import { createHandler } from './handler.ts'
import { listen } from './listen.ts'
import { described, withAccessLog, type Log } from './log.ts'
import { startMetrics } from './metrics.ts'
import { BUILD_FOLDER, loadAstro, pagesWith, readBuild } from './pages.ts'
import { NoStart, listed } from './startup-error.ts'
import { startWarnings } from './warnings.ts'

/** Starts the portal from a build; `port` 0 takes a free one. Rejects with what `startupError` says in words. */
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

  const [built, astro] = await Promise.all([readBuild(build), loadAstro(build)])
  const { release } = built
  const bare = await pagesWith(built, configuration)
  let pages = bare
  let isDraining = false
  const isStopping = () => isDraining
  const handler = createHandler(built, {
    configuration,
    pages: () => pages,
    isStopping,
    astro,
    failed: (error) => log('failed', { error: described(error) }),
  })

  const warnings = startWarnings(configuration, environment)
  const isProviderKnown = discovery ? () => pages !== bare : null
  const portal = { release, warnings, isStopping, isProviderKnown }
  const measured = metrics && (await startMetrics(portal, metrics))
  const logged = accessLog ? withAccessLog(handler, log) : handler
  const listener = measured?.metered(logged) ?? logged
  const listening = await listen(listener, { port, host }).catch(async (error: unknown) => {
    await measured?.close()
    throw error
  })

  // Never waited for: pages without the provider's addresses ask for them.
  const changed = async (discovered: Provider | null) => {
    pages = discovered ? await pagesWith(built, { ...configuration, discovered }) : bare
  }
  const unknown = (reason: string) =>
    log('provider', { message: `Pages lack the addresses of ${authority}: ${reason}` })
  const provider = discovery ? followProvider(authority, changed, unknown) : null
  const drain = () => {
    isDraining = true
  }
  return {
    /** Without a trailing slash. */
    url: listening.url,
    metricsUrl: measured?.url ?? null,
    release,
    configuration,
    warnings,
    /** Resolves once the identity provider was asked for its addresses, and pages have them, if any. */
    providerAsked: provider?.asked,
    /** From now on `/readyz` says 503, and connections end with their next answer. */
    drain,
    close: async () => {
      drain()
      provider?.end()
      await listening.close()
      await measured?.close()
    },
  }
}

export type Portal = Awaited<ReturnType<typeof start>>
