import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import * as z from 'zod'
import { portalEnvironment } from '../../sandbox/portal-environment.ts'
import { buildOnce } from '../build/build.ts'
import { freePort } from '../programs/free-port.ts'
import { runGroup } from '../programs/process-group.ts'
import { PROJECT } from '../programs/program.ts'

const AUTOCANNON = join(PROJECT, 'node_modules', 'autocannon', 'autocannon.js')
const TICKS_PER_SECOND = 100
const LOOK_AGAIN_MILLISECONDS = 50

const report = z.object({
  requests: z.object({ average: z.number(), total: z.number() }),
  /** Milliseconds, whole ones. */
  latency: z.object({ p50: z.number(), p99: z.number() }),
  /** Connections that broke, and requests without an answer after ten seconds. */
  errors: z.number(),
  non2xx: z.number(),
})

/** What the image limits Node's heap by. */
async function deliveredOptions(): Promise<string> {
  const image = await readFile(join(PROJECT, 'Dockerfile'), 'utf8')
  const [, options] = /NODE_OPTIONS="([^"]*)"/.exec(image) ?? []
  if (options === undefined) throw new Error('The Dockerfile sets no NODE_OPTIONS')
  return options
}

/** Starts the production server on the build that is there, in a process of its own. */
async function startPortal(variables: Readonly<Record<string, string>>) {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}/`
  // Nobody asks the services for anything: their addresses only stand in the policy.
  const services = portalEnvironment('http://localhost:4400')
  const environment = {
    ...services,
    PORT: String(port),
    PORTAL_DRAIN_SECONDS: '0',
    PORTAL_OIDC_DISCOVERY: 'off',
    NODE_OPTIONS: await deliveredOptions(),
    ...variables,
  }
  const group = runGroup(process.execPath, [join(PROJECT, 'server', 'main.ts')], environment)
  const isReady = () =>
    fetch(url).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isReady())) {
    if (group.hasEnded()) throw new Error(group.output())
    await pause(LOOK_AGAIN_MILLISECONDS)
  }
  return { url, pid: group.pid, close: group.stop }
}

/** Seconds of processor time that a process has used so far, as Linux says. */
async function processorTime(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  // The program's name, in parentheses, may hold anything; user and system time are 14th and 15th.
  const [user, system] = stat.slice(stat.lastIndexOf(')')).split(' ').slice(12, 14).map(Number)
  return ((user ?? NaN) + (system ?? NaN)) / TICKS_PER_SECOND
}

/** The most that it held in memory so far. */
async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return (Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024) / 1e6
}

/**
 * Asks for Home over and over, in brotli, over connections that are kept, and prints what became of
 * it. The load generator is a process of its own, which needs a core of its own.
 */
async function load(
  { url, pid }: { url: string; pid: number },
  connections: number,
  requests: number,
): Promise<void> {
  const before = await processorTime(pid)
  const parameters = ['-j', '-n', '-c', connections, '-a', requests, '-H', 'accept-encoding=br']
  const child = spawn(process.execPath, [AUTOCANNON, ...parameters.map(String), url], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [output] = await Promise.all([text(child.stdout), once(child, 'close')])
  const found = report.parse(JSON.parse(output))
  const unanswered = Math.max(0, requests - found.requests.total)
  const failed = found.errors + found.non2xx + unanswered
  if (failed > 0) process.exitCode = 1
  const microseconds = (((await processorTime(pid)) - before) / requests) * 1e6
  console.log(
    [
      `${connections} connections, ${requests} requests: ${failed} failed`,
      `${Math.round(found.requests.average)} requests/s`,
      `p50 ${found.latency.p50} ms, p99 ${found.latency.p99} ms`,
      `${microseconds.toFixed(0)} µs of a core each`,
      `${(await residentMegabytes(pid)).toFixed(0)} MB at most`,
    ].join('; '),
  )
}

await buildOnce()
const observed = { PORTAL_ACCESS_LOG: 'on', PORTAL_METRICS_PORT: String(await freePort()) }
for (const variables of [{}, observed]) {
  console.log(variables === observed ? '\nWith access log and metrics' : 'Without')
  const portal = await startPortal(variables)
  try {
    await load(portal, 100, 10_000)
    await load(portal, 100, 90_000)
    await load(portal, 1000, 100_000)
  } finally {
    await portal.close()
  }
}
