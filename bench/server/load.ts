import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import * as z from 'zod'
import { PROJECT } from '../../scripts/program.ts'

const AUTOCANNON = join(PROJECT, 'node_modules', 'autocannon', 'autocannon.js')
const CONNECTIONS = 100

const report = z.object({
  requests: z.object({ average: z.number(), sent: z.number(), total: z.number() }),
  /** Milliseconds, whole ones. */
  latency: z.object({ p50: z.number(), p99: z.number() }),
  /** Connections that broke, and requests without an answer after ten seconds. */
  errors: z.number(),
  non2xx: z.number(),
})

interface Load {
  limit: { seconds: number } | { requests: number }
  connections?: number
}

/** A load and what became of it; latencies in milliseconds. */
export interface Loaded {
  total: number
  perSecond: number
  p50: number
  p99: number
  /** Errors, answers that were no success, and requests without any. */
  failed: number
}

/**
 * Asks for Home over and over, in brotli, over connections that are kept. The load generator is a
 * process of its own, which needs a core of its own.
 */
export async function load(
  url: string,
  { limit, connections = CONNECTIONS }: Load,
): Promise<Loaded> {
  const amount = 'seconds' in limit ? ['-d', limit.seconds] : ['-a', limit.requests]
  const parameters = ['-j', '-n', '-c', connections, ...amount, '-H', 'accept-encoding=br', url]
  const child = spawn(process.execPath, [AUTOCANNON, ...parameters.map(String)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [output] = await Promise.all([text(child.stdout), once(child, 'close')])
  const { requests, latency, errors, non2xx } = report.parse(JSON.parse(output))
  // A load that ends by the clock leaves one request on each connection unanswered.
  const unanswered = 'requests' in limit ? Math.max(0, limit.requests - requests.total) : 0
  const failed = errors + non2xx + unanswered
  return { total: requests.total, perSecond: requests.average, ...latency, failed }
}
