import type { Listening } from '../listen.ts'
import type { Meter, Metered } from './meter.ts'

/** The metrics have no place to be served; its cause is the system's error. */
export class MetricsError extends Error {
  override name = 'MetricsError'
  /** The one that was asked for. */
  readonly port: number

  constructor(port: number, cause: unknown) {
    super(`Metrics cannot be served at port ${port}`, { cause })
    this.port = port
  }
}

/** A portal's meter, and where it is read. */
export interface Metering extends Listening {
  meter: Meter
}

/**
 * Measures a portal, and serves the metrics at `address`. The code for it is loaded only here: who
 * does not ask for metrics has neither the library nor what measuring costs. Rejects with
 * `MetricsError`.
 *
 * @param failed is told why metrics could not be read
 */
export async function startMetrics(
  portal: Metered,
  address: { port: number; host: string },
  failed: (error: unknown) => void,
): Promise<Metering> {
  const [{ createMeter }, { serveMetrics }] = await Promise.all([
    import('./meter.ts'),
    import('./serve.ts'),
  ])
  const meter = createMeter(portal)
  const listening = await serveMetrics(meter, address, failed).catch((error: unknown) => {
    throw new MetricsError(address.port, error)
  })
  return { meter, ...listening }
}
