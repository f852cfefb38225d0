import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import * as z from 'zod'
import { PROJECT } from '../../scripts/program.ts'

const AUTOCANNON = join(PROJECT, 'node_modules', 'autocannon', 'autocannon.js')
const CONNECTIONS = 100

const report = z.object({
  requests: z.object({ average: z.number(), total: z.number() }),
  /** Milliseconds, whole ones. */
  latency: z.object({ p50: z.number(), p99: z.number() }),
  errors: z.literal(0),
  non2xx: z.literal(0),
})

/**
 * Asks for Home over and over, in brotli, over connections that are kept. The load generator is a
 * process of its own, which needs a core of its own.
 *
 * @throws where an answer was none, or no success
 */
export async function load(url: string, limit: { seconds: number } | { requests: number }) {
  const amount = 'seconds' in limit ? ['-d', limit.seconds] : ['-a', limit.requests]
  const parameters = ['-j', '-n', '-c', CONNECTIONS, ...amount, '-H', 'accept-encoding=br', url]
  const child = spawn(process.execPath, [AUTOCANNON, ...parameters.map(String)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [output] = await Promise.all([text(child.stdout), once(child, 'close')])
  const { requests, latency } = report.parse(JSON.parse(output))
  return { total: requests.total, perSecond: requests.average, ...latency }
}
