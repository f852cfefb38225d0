import type { RequestListener } from 'node:http'
import { extname } from 'node:path'
import type { OpenMetricsContentType } from 'prom-client'
import { ENDPOINTS } from './handler.ts'
import { listen } from './listen.ts'
import { CACHE_CONTROL_NO_STORE, type Release } from './pages.ts'
import { StartupError, describeStartError } from './startup-error.ts'

const ADDRESS = '/metrics'

/** Upper bounds in seconds, starting low because most responses take under a millisecond. */
const DURATION_BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5]

const METHODS = new Set(['GET', 'HEAD'])

/**
 * Returns the value of the label `kind` for a response.
 *
 * @param target path with its query
 */
export function classifyResponse(status: number, target = ''): string {
  if (status === 404) return 'missing'
  if (status >= 400 && status < 500) return 'refused'
  if (status >= 300 && status !== 304) return status < 400 ? 'redirect' : 'endpoint'
  const [path = ''] = target.split('?', 1)
  if (ENDPOINTS.has(path)) return 'endpoint'
  return extname(path) === '' ? 'page' : 'asset'
}

/** Serves `GET /metrics` on a separate port. */
export async function startMetrics(
  portal: {
    release: Release
    warnings: readonly string[]
    isStopping: () => boolean
    /** True if pages contain the provider's endpoints, null without discovery. */
    hasProvider: (() => boolean) | null
  },
  address: { port: number; host: string },
) {
  const { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } = await import('prom-client')
  const registry = new Registry<OpenMetricsContentType>()
  registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE)
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const { release, warnings, isStopping, hasProvider } = portal

  const build = { name: 'koppelpunt_build_info', help: 'Version and build that are running.' }
  new Gauge({ ...build, labelNames: ['version', 'build'], registers }).set({ ...release }, 1)
  const addGauge = (name: string, help: string, read: () => number | boolean) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(Number(read()))
      },
    })
  addGauge('koppelpunt_start_warnings', 'Warnings that the start logged.', () => warnings.length)
  addGauge('koppelpunt_draining', '1 while the server drains before it stops.', isStopping)
  if (hasProvider !== null) {
    addGauge('koppelpunt_provider_up', '1 if pages have the provider’s endpoints.', hasProvider)
  }
  const requests = new Counter({
    name: 'koppelpunt_http_requests',
    help: 'Requests with a response.',
    labelNames: ['status', 'method', 'kind'],
    registers,
  })
  const durations = new Histogram({
    name: 'koppelpunt_http_request_duration_seconds',
    help: 'Time from the headers of a request until the response was sent or the client disconnected.',
    labelNames: ['kind'],
    buckets: DURATION_BUCKETS,
    registers,
  })
  const withMetrics =
    (handler: RequestListener): RequestListener =>
    (request, response) => {
      const stopTimer = durations.startTimer()
      response.once('close', () => {
        const { method = '', url } = request
        const status = response.statusCode
        const kind = classifyResponse(status, url)
        requests.inc({ status, method: METHODS.has(method) ? method : 'other', kind })
        stopTimer({ kind })
      })
      handler(request, response)
    }

  const handler: RequestListener = ({ method = '', url = '' }, response) => {
    const send = (status: number, contentType: string, text: string) =>
      response
        .setHeader('x-content-type-options', 'nosniff')
        .writeHead(status, { 'cache-control': CACHE_CONTROL_NO_STORE, 'content-type': contentType })
        .end(text)
    const isMetrics = METHODS.has(method) && url.split('?', 1)[0] === ADDRESS
    if (isMetrics) void registry.metrics().then((text) => send(200, registry.contentType, text))
    else send(404, 'text/plain', 'Not found')
  }
  const { url, close } = await listen(handler, address).catch((error: unknown) => {
    const message = describeStartError(error, address.port, 'PORTAL_METRICS_PORT')
    throw new StartupError(message, { cause: error })
  })
  return { withMetrics, url: url + ADDRESS, close }
}
