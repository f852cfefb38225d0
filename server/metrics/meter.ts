import type { RequestListener } from 'node:http'
import type { Socket } from 'node:net'
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import type { OpenMetricsContentType } from 'prom-client'
import { warningsOf } from '../../src/lib/configuration/warnings.ts'
import type { PublicConfiguration } from '../../src/lib/configuration/variables.ts'
import { flagNames } from '../../src/lib/flags/names.ts'
import type { Observer } from '../listen.ts'
import { flagWatch } from './flags.ts'
import { kindOf } from './kind.ts'
import type { Kind } from './kind.ts'

/** In seconds. Most answers come out of memory within a millisecond. */
const DURATIONS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5]

/** Answers are handed to the library so many at a time, which costs less than one by one. */
const BATCH_LENGTH = 256

const METHODS = new Set(['GET', 'HEAD'])

/** What is measured of one portal. */
export interface Metered {
  version: string
  configuration: PublicConfiguration
  isStopping: () => boolean
}

/** Answers with the same labels that are still to be counted, by how long they took. */
interface Batch {
  labels: { status: string; method: string; kind: Kind }
  seconds: number[]
}

type PortalRegistry = Registry<OpenMetricsContentType>

/** What is measured, and how the portal tells it. */
export interface Meter {
  /** Counts each answer of `handler`. */
  metered: (handler: RequestListener) => RequestListener
  /** Counts connections, their bytes, and what is refused before there is a request. */
  observer: Observer
  /** All metrics of now in OpenMetrics form. */
  read: () => Promise<string>
  contentType: OpenMetricsContentType
}

function createRegistry(): PortalRegistry {
  const registry: PortalRegistry = new Registry()
  registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE)
  collectDefaultMetrics({ register: registry })
  return registry
}

/** How the portal was started; nothing of it changes but whether it stops. */
function describe(registers: PortalRegistry[], portal: Metered): void {
  const { configuration, version, isStopping } = portal
  const { apiUrl, flags, identity, idempotencyHeader, errorReporting } = configuration
  new Gauge({
    name: 'koppelpunt_build_info',
    help: 'Which version runs.',
    labelNames: ['version'],
    registers,
  }).set({ version }, 1)
  const isOneOrigin = [apiUrl, flags.url, identity.adminUrl].every((url) => url.startsWith('/'))
  new Gauge({
    name: 'koppelpunt_configuration_info',
    help: 'What the portal was told to do.',
    labelNames: ['idempotency_header', 'error_reporting', 'one_origin'],
    registers,
  }).set(
    {
      idempotency_header: idempotencyHeader === null ? 'unset' : 'set',
      error_reporting: errorReporting === null ? 'off' : 'on',
      one_origin: isOneOrigin ? 'yes' : 'no',
    },
    1,
  )
  new Gauge({
    name: 'koppelpunt_start_warnings',
    help: 'Warnings that the start logged.',
    registers,
  }).set(warningsOf(configuration).length)
  new Gauge({
    name: 'koppelpunt_draining',
    help: 'Whether it has been asked to stop, and answers all the same.',
    registers,
    collect() {
      this.set(isStopping() ? 1 : 0)
    },
  })
}

/** What the flag service says to whoever is nobody, looked at when somebody reads the metrics. */
function watchFlags(registers: PortalRegistry[], configuration: PublicConfiguration): void {
  const look = flagWatch(configuration)
  if (look === null) return
  new Gauge({
    name: 'koppelpunt_flags_up',
    help: 'Whether the flag service gives the portal a set of flags.',
    registers,
    async collect() {
      this.set((await look()) === null ? 0 : 1)
    },
  })
  new Gauge({
    name: 'koppelpunt_flag_enabled',
    help: 'Whether a flag is on for nobody in particular; absent where the service does not tell.',
    labelNames: ['flag'],
    registers,
    async collect() {
      const enabled = await look()
      this.reset()
      if (enabled === null) return
      for (const flag of flagNames) this.set({ flag }, enabled.has(flag) ? 1 : 0)
    },
  })
}

function countAnswers(registers: PortalRegistry[]) {
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
  const batches = new Map<string, Batch>()

  function count({ labels, seconds }: Batch): void {
    if (seconds.length === 0) return
    answers.inc(labels, seconds.length)
    const { kind } = labels
    for (const each of seconds) durations.observe({ kind }, each)
    seconds.length = 0
  }

  function add(status: number, method: string, kind: Kind, seconds: number): void {
    const name = `${status} ${method} ${kind}`
    let batch = batches.get(name)
    if (batch === undefined) {
      batch = { labels: { status: String(status), method, kind }, seconds: [] }
      batches.set(name, batch)
    }
    if (batch.seconds.push(seconds) >= BATCH_LENGTH) count(batch)
  }

  const metered: Meter['metered'] = (handler) => (request, response) => {
    const began = performance.now()
    const { method = '' } = request
    // It comes once; `once` would cost each request another function.
    response.on('close', () => {
      const { statusCode } = response
      const kind = kindOf(statusCode, request.url)
      const known = METHODS.has(method) ? method : 'other'
      add(statusCode, known, kind, (performance.now() - began) / 1000)
    })
    handler(request, response)
  }
  const refused: Observer['refused'] = (status) => {
    answers.inc({ status: String(status), method: 'other', kind: 'refused' })
  }
  return { metered, refused, settle: () => batches.forEach(count) }
}

function countConnections(registers: PortalRegistry[]): Observer['connected'] {
  const open = new Set<Socket>()
  let sentBefore = 0
  new Gauge({
    name: 'koppelpunt_connections_open',
    help: 'Connections that are open.',
    registers,
    collect() {
      this.set(open.size)
    },
  })
  new Counter({
    name: 'koppelpunt_sent_bytes',
    help: 'Bytes that were sent, headers included.',
    registers,
    collect() {
      this.reset()
      this.inc([...open].reduce((sum, socket) => sum + socket.bytesWritten, sentBefore))
    },
  })
  const opened = new Counter({
    name: 'koppelpunt_connections',
    help: 'Connections that were opened.',
    registers,
  })
  return (socket) => {
    opened.inc()
    open.add(socket)
    socket.once('close', () => {
      open.delete(socket)
      sentBefore += socket.bytesWritten
    })
  }
}

/** Begins to measure a portal. No label holds anything that somebody asked for or is. */
export function createMeter(portal: Metered): Meter {
  const registry = createRegistry()
  const registers = [registry]
  describe(registers, portal)
  watchFlags(registers, portal.configuration)
  const { metered, refused, settle } = countAnswers(registers)
  return {
    metered,
    observer: { connected: countConnections(registers), refused },
    read: () => {
      settle()
      return registry.metrics()
    },
    contentType: registry.contentType,
  }
}
