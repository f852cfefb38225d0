import type { RequestListener } from 'node:http'
import { extname } from 'node:path'
import type { OpenMetricsContentType } from 'prom-client'
import { ENDPOINTS } from './handler.ts'
import { listen } from './listen.ts'
import { NEVER_STORED, type Release } from './pages.ts'
import { NoStart, startupError } from './startup-error.ts'

const ADDRESS = '/metrics'

/** In seconds. Most answers come out of memory within a millisecond. */
const DURATIONS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5]

const METHODS = new Set(['GET', 'HEAD'])

/** What sort of thing was answered, of few: a label. `target` is a path with its query. */
export function kindOf(status: number, target = ''): string {
  if (status === 404) return 'missing'
  if (status >= 400 && status < 500) return 'refused'
  if (status >= 300 && status !== 304) return status < 400 ? 'redirect' : 'endpoint'
  const [path = ''] = target.split('?', 1)
  if (ENDPOINTS.has(path)) return 'endpoint'
  return extname(path) === '' ? 'page' : 'asset'
}

/**
 * Measures a portal, and serves `GET /metrics` on an address of its own; `metered` counts a handler's answers. No label
 * holds anything out of a request's address. Loads the library: without metrics nobody pays for it.
 */
export async function startMetrics(
  portal: {
    release: Release
    warnings: readonly string[]
    isStopping: () => boolean
    /** Whether pages come with the identity provider's addresses; null: nobody asks for them. */
    isProviderKnown: (() => boolean) | null
  },
  address: { port: number; host: string },
) {
  const { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } = await import('prom-client')
  const registry = new Registry<OpenMetricsContentType>()
  registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE)
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const { release, warnings, isStopping, isProviderKnown } = portal

  const build = { name: 'koppelpunt_build_info', help: 'Which version and build run.' }
  new Gauge({ ...build, labelNames: ['version', 'build'], registers }).set({ ...release }, 1)
  const tell = (name: string, help: string, read: () => number | boolean) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(Number(read()))
      },
    })
  tell('koppelpunt_start_warnings', 'Warnings that the start logged.', () => warnings.length)
  tell('koppelpunt_draining', 'Whether it has been asked to stop, and answers on.', isStopping)
  if (isProviderKnown !== null) {
    tell('koppelpunt_provider_up', "Whether pages have the provider's addresses.", isProviderKnown)
  }
  const answers = new Counter({
    name: 'koppelpunt_http_requests',
    help: 'Requests that were answered.',
    labelNames: ['status', 'method', 'kind'],
    registers,
  })
  const durations = new Histogram({
    name: 'koppelpunt_http_request_duration_seconds',
    help: 'From the headers of a request until its answer was sent, or its client had gone.',
    labelNames: ['kind'],
    buckets: DURATIONS,
    registers,
  })
  const metered =
    (handler: RequestListener): RequestListener =>
    (request, response) => {
      const end = durations.startTimer()
      response.once('close', () => {
        const { method = '', url } = request
        const status = response.statusCode
        const kind = kindOf(status, url)
        answers.inc({ status, method: METHODS.has(method) ? method : 'other', kind })
        end({ kind })
      })
      handler(request, response)
    }

  const handler: RequestListener = ({ method = '', url = '' }, response) => {
    const send = (status: number, contentType: string, text: string) =>
      response
        .setHeader('x-content-type-options', 'nosniff')
        .writeHead(status, { 'cache-control': NEVER_STORED, 'content-type': contentType })
        .end(text)
    const isRead = METHODS.has(method) && url.split('?', 1)[0] === ADDRESS
    if (isRead) void registry.metrics().then((text) => send(200, registry.contentType, text))
    else send(404, 'text/plain', 'Not found')
  }
  const { url, close } = await listen(handler, address).catch((error: unknown) => {
    const told = startupError(error, address.port, 'PORTAL_METRICS_PORT')
    throw new NoStart(told, { cause: error })
  })
  return { metered, url: url + ADDRESS, close }
}
