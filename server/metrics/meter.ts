import type { Socket } from 'node:net'
import {
  Counter,
  Gauge,
  Registry,
  collectDefaultMetrics,
  type OpenMetricsContentType,
} from 'prom-client'
import type { PublicConfiguration } from '../../src/lib/configuration/variables.ts'
import type { Observer } from '../process/listen.ts'
import type { Release } from '../process/version.ts'
import { countAnswers } from './answers.ts'

/** What the metrics are made of. */
export interface Metered {
  release: Release
  configuration: PublicConfiguration
  warnings: readonly string[]
  isStopping: () => boolean
  /** Whether pages come with the identity provider's addresses; null: nobody asks for them. */
  isProviderKnown: (() => boolean) | null
}

type PortalRegistry = Registry<OpenMetricsContentType>

/** Adds a gauge whose value is looked up whenever somebody reads the metrics. */
function addGauge(
  registers: PortalRegistry[],
  { name, help, read }: { name: string; help: string; read: () => number },
): void {
  new Gauge({
    name,
    help,
    registers,
    collect() {
      this.set(read())
    },
  })
}

/** How the portal was started, whether it stops, and what its pages come with. */
function describe(registers: PortalRegistry[], portal: Metered): void {
  const { configuration, release, warnings, isStopping, isProviderKnown } = portal
  const { apiUrl, flags, identity, idempotencyHeader, errorReporting } = configuration
  new Gauge({
    name: 'koppelpunt_build_info',
    help: 'Which version and build run.',
    labelNames: ['version', 'build'],
    registers,
  }).set({ ...release }, 1)
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
  addGauge(registers, {
    name: 'koppelpunt_start_warnings',
    help: 'Warnings that the start logged.',
    read: () => warnings.length,
  })
  addGauge(registers, {
    name: 'koppelpunt_draining',
    help: 'Whether it has been asked to stop, and answers all the same.',
    read: () => Number(isStopping()),
  })
  if (isProviderKnown === null) return
  addGauge(registers, {
    name: 'koppelpunt_provider_up',
    help: "Whether pages come with the identity provider's addresses.",
    read: () => Number(isProviderKnown()),
  })
}

function countConnections(registers: PortalRegistry[]): Observer['connected'] {
  const open = new Set<Socket>()
  let sentBefore = 0
  addGauge(registers, {
    name: 'koppelpunt_connections_open',
    help: 'Connections that are open.',
    read: () => open.size,
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

/** Begins to measure a portal. No label holds anything personal, nor anything out of a request's address. */
export function createMeter(portal: Metered) {
  const registry: PortalRegistry = new Registry()
  registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE)
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  describe(registers, portal)
  const { metered, refused, settle } = countAnswers(registers)
  return {
    /** Counts each answer of a handler. */
    metered,
    /** Counts connections, their bytes, and what is refused before there is a request. */
    observer: { connected: countConnections(registers), refused } satisfies Observer,
    /** All metrics of now in OpenMetrics form. */
    read: () => {
      settle()
      return registry.metrics()
    },
    contentType: registry.contentType,
  }
}
