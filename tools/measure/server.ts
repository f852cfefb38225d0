import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { portalEnvironment } from '../../sandbox/portal-environment.ts'
import { buildOnce } from '../build/build.ts'
import { freePort } from '../programs/free-port.ts'
import { isReady, runGroup } from '../programs/process-group.ts'
import { PROJECT } from '../programs/program.ts'

/** It comes without types. Latencies are whole milliseconds; an error is a connection that broke, too. */
const autocannon = createRequire(import.meta.url)('autocannon') as (options: object) => Promise<{
  requests: { average: number; total: number }
  latency: { p50: number; p99: number }
  errors: number
  non2xx: number
}>

/** Microseconds of processor time that a process has used so far, as Linux says. */
async function processorTime(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  // The program's name, in parentheses, may hold anything; user and system time are 14th and 15th.
  const fields = stat.slice(stat.lastIndexOf(')')).split(' ')
  return (Number(fields[12]) + Number(fields[13])) * 10_000
}

/** Asks for Home over and over, in brotli, over connections that are kept, and prints what became of it. */
async function load(url: string, pid: number, connections: number, amount: number): Promise<void> {
  const before = await processorTime(pid)
  const headers = { 'accept-encoding': 'br' }
  const options = { url, connections, amount, headers }
  const { requests, latency, errors, non2xx } = await autocannon(options)
  const failed = errors + non2xx + Math.max(0, amount - requests.total)
  if (failed > 0) process.exitCode = 1
  const each = ((await processorTime(pid)) - before) / amount
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const megabytes = (Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024) / 1e6
  console.log(
    `${connections} connections, ${amount} requests: ${failed} failed;`,
    `${Math.round(requests.average)} requests/s; p50 ${latency.p50} ms, p99 ${latency.p99} ms;`,
    `${each.toFixed(0)} µs of a core each; ${megabytes.toFixed(0)} MB at most`,
  )
}

await buildOnce()
const image = await readFile(join(PROJECT, 'Dockerfile'), 'utf8')
const [, heap] = /NODE_OPTIONS="([^"]*)"/.exec(image) ?? []
if (heap === undefined) throw new Error('The Dockerfile sets no NODE_OPTIONS')
const observed = { PORTAL_ACCESS_LOG: 'on', PORTAL_METRICS_PORT: String(await freePort()) }
for (const variables of [{}, observed]) {
  console.log(variables === observed ? '\nWith access log and metrics' : 'Without')
  const port = await freePort()
  const url = `http://127.0.0.1:${port}/`
  const portal = runGroup(process.execPath, [join(PROJECT, 'server', 'main.ts')], {
    // Nobody asks the services for anything: their addresses only stand in the policy.
    ...portalEnvironment('http://localhost:4400'),
    PORT: String(port),
    PORTAL_DRAIN_SECONDS: '0',
    PORTAL_OIDC_DISCOVERY: 'off',
    NODE_OPTIONS: heap,
    ...variables,
  })
  await portal.until(() => isReady(url), 30_000)
  await load(url, portal.pid, 100, 10_000)
  await load(url, portal.pid, 100, 90_000)
  await load(url, portal.pid, 1000, 100_000)
  await portal.stop()
}
