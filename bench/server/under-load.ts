import { startClients } from '../../test/clients.ts'
import { load } from './load.ts'
import { startPortal } from './portal.ts'
import { startSlowClients } from './slow-clients.ts'

const SLOW_CLIENTS = 600
const CLIENTS = 50
/** How many of their requests have been answered when the server is asked to stop. */
const ANSWERED_BEFORE_STOP = 5000
const LOOK_AGAIN_MILLISECONDS = 50

/** What a server was put through, and how many requests were not answered with a success. */
interface Outcome {
  name: string
  requests: number
  failed: number
  remark: string
}

const inWhole = (value: number) => value.toLocaleString('en')
const latencies = ({ p50, p99 }: { p50: number; p99: number }) => `p50 ${p50} ms, p99 ${p99} ms`

async function manyConnections(): Promise<Outcome> {
  const portal = await startPortal()
  const limit = { requests: 100_000 }
  const { total, failed, ...times } = await load(portal.url, { limit, connections: 1000 })
  await portal.close()
  const name = '1,000 connections'
  return { name, requests: total, failed, remark: latencies(times) }
}

async function besideSlowClients(): Promise<Outcome> {
  const portal = await startPortal()
  const slow = startSlowClients(Number(new URL(portal.url).port), SLOW_CLIENTS)
  await slow.connected
  const limit = { requests: 20_000 }
  const { total, failed, ...times } = await load(portal.url, { limit, connections: CLIENTS })
  const { answered, seconds } = await slow.ended
  await portal.close()
  const [first, last] = [Math.min(...seconds), Math.max(...seconds)].map((value) =>
    value.toFixed(1),
  )
  const end = `${answered} of ${SLOW_CLIENTS} ended with 408 after ${first} – ${last} s`
  const name = `beside ${SLOW_CLIENTS} slow clients`
  return { name, requests: total, failed, remark: `${latencies(times)}; ${end}` }
}

async function whileStopping(): Promise<Outcome> {
  const portal = await startPortal({})
  const { tally, done } = startClients(new URL(portal.url).origin, CLIENTS)
  await new Promise<void>((resolve) => {
    const looking = setInterval(() => {
      if (tally.answered < ANSWERED_BEFORE_STOP) return
      clearInterval(looking)
      resolve()
    }, LOOK_AGAIN_MILLISECONDS)
  })
  const began = performance.now()
  await Promise.all([portal.close(), done])
  const stopped = `stopped after ${((performance.now() - began) / 1000).toFixed(1)} s`
  const failures = [...tally.failures].map(([kind, count]) => `${count} ${kind}`)
  const failed = [...tally.failures.values()].reduce((sum, count) => sum + count, 0)
  const name = `SIGTERM under ${CLIENTS} clients`
  const remark = [stopped, ...failures].join(', ')
  return { name, requests: tally.answered + failed, failed, remark }
}

/** Prints what became of requests under load, and tells how many failed. */
export async function tryUnderLoad(): Promise<number> {
  const line = (...[name = '', requests = '', failed = '', remark = '']: string[]) =>
    console.log(`${name.padEnd(28)}${requests.padEnd(12)}${failed.padEnd(10)}${remark}`)
  line('under load', 'requests', 'failed')
  let all = 0
  for (const attempt of [manyConnections, besideSlowClients, whileStopping]) {
    const { name, requests, failed, remark } = await attempt()
    line(name, inWhole(requests), inWhole(failed), remark)
    all += failed
  }
  return all
}
