import type { Listening } from '../process/listen.ts'
import type { Meter, Metered } from './meter.ts'

/** The metrics cannot be served at their port; `cause` is the system's error. */
export class MetricsError extends Error {
  override name = 'MetricsError'
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
 * Measures a portal, and serves the metrics at `address`. The library is loaded only here: a portal
 * without metrics does not pay for it. Rejects with `MetricsError`.
 *
 * @param failed is called with the error when metrics cannot be read
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
