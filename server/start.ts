import { readPublicConfiguration, type Variables } from '../src/lib/configuration/variables.ts'
import type { Provider } from '../src/lib/identity/provider.ts'
import { pollProvider } from './discovery.ts'
import { createPortalHandler } from './handler.ts'
import { listen } from './listen.ts'
import { describeError, addAccessLog, type Log } from './log.ts'
import { startMetrics } from './metrics.ts'
import { BUILD_FOLDER, loadAstro, preparePageResponses, readBuild } from './pages.ts'
import { StartupError, formatProblems } from './startup-error.ts'
import { collectWarnings } from './warnings.ts'

/** Starts the portal, or rejects with an error for `describeStartError`. */
export async function startPortal(options: {
  port: number
  host?: string
  environment: Variables
  build?: string
  log?: Log
  accessLog?: boolean
  discovery?: boolean
  metrics?: { port: number; host: string } | null
}) {
  const { port, host = 'localhost', environment, build: folder = BUILD_FOLDER } = options
  const { log = () => undefined, accessLog = false, discovery = true, metrics = null } = options
  const read = readPublicConfiguration(environment)
  if (!read.ok) throw new StartupError(formatProblems(read.problems))
  const { configuration } = read
  const { authority } = configuration.identity

  const [build, astro] = await Promise.all([readBuild(folder), loadAstro(folder)])
  const { release } = build
  const pagesWithoutProvider = await preparePageResponses(build, configuration)
  let pages = pagesWithoutProvider
  let isDraining = false
  const isStopping = () => isDraining
  const handler = createPortalHandler(build, {
    configuration,
    pages: () => pages,
    isStopping,
    astro,
    onFileError: (error) => log('failed', { error: describeError(error) }),
  })

  const warnings = collectWarnings(configuration, environment)
  const hasProvider = discovery ? () => pages !== pagesWithoutProvider : null
  const meter =
    metrics && (await startMetrics({ release, warnings, isStopping, hasProvider }, metrics))
  const loggedHandler = accessLog ? addAccessLog(handler, log) : handler
  const meteredHandler = meter?.withMetrics(loggedHandler) ?? loggedHandler
  const listening = await listen(meteredHandler, { port, host }).catch(async (error: unknown) => {
    await meter?.close()
    throw error
  })

  const updatePages = async (discovered: Provider | null) => {
    pages = discovered
      ? await preparePageResponses(build, { ...configuration, discovered })
      : pagesWithoutProvider
  }
  const logFailure = (reason: string) =>
    log('provider', {
      message: `discovery failed, pages served without provider endpoints; issuer=${authority}, reason=${reason}`,
    })
  // The server does not wait for discovery, because browsers fetch missing endpoints themselves.
  const polling = discovery ? pollProvider(authority, updatePages, logFailure) : null
  const drain = () => {
    isDraining = true
  }
  return {
    url: listening.url,
    metricsUrl: meter?.url ?? null,
    release,
    configuration,
    warnings,
    /** Resolves after the first attempt to add the provider's endpoints. */
    firstDiscovery: polling?.firstPoll,
    /** Starts to respond to `/readyz` with 503. */
    drain,
    close: async () => {
      drain()
      polling?.stop()
      await listening.close()
      await meter?.close()
    },
  }
}

export type Portal = Awaited<ReturnType<typeof startPortal>>
