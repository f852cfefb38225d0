import { Unavailable } from '../../real/unavailable.ts'
import { buildOnce } from '../../scripts/build.ts'
import { load } from './load.ts'
import type { MeasuredProcess } from './measured-process.ts'
import { startFileNginx } from './nginx.ts'
import { startPortal } from './portal.ts'
import { tryUnderLoad } from './under-load.ts'

const ROUNDS = 7
const WARM_UP_SECONDS = 3
const SECONDS = 5

interface Round {
  perSecond: number
  p50: number
  p99: number
  /** Microseconds of processor time for each request; the load generator is no limit to it. */
  cost: number
}

const FIGURES: readonly (readonly [name: string, figure: keyof Round])[] = [
  ['requests/s', 'perSecond'],
  ['p50, ms', 'p50'],
  ['p99, ms', 'p99'],
  ['CPU, µs', 'cost'],
]

async function measure(server: MeasuredProcess & { url: string }): Promise<Round> {
  const before = await server.processorTime()
  const { total, perSecond, p50, p99, failed } = await load(server.url, {
    limit: { seconds: SECONDS },
  })
  if (failed > 0) throw new Error(`${failed} requests failed`)
  return { perSecond, p50, p99, cost: ((await server.processorTime()) - before) / total }
}

/** Home in brotli over kept connections: the portal's server and nginx in turns, one process each. */
async function compare(): Promise<{ portal: Round[]; nginx: Round[] }> {
  const portal = await startPortal()
  const answer = await fetch(portal.url, { headers: { 'accept-encoding': 'br' } })
  const nginx = await startFileNginx(answer.headers).finally(() => answer.body?.cancel())
  const rounds: { portal: Round[]; nginx: Round[] } = { portal: [], nginx: [] }
  await load(portal.url, { limit: { seconds: WARM_UP_SECONDS } })
  await load(nginx.url, { limit: { seconds: WARM_UP_SECONDS } })
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.portal.push(await measure(portal))
    rounds.nginx.push(await measure(nginx))
  }
  await portal.close()
  await nginx.close()
  return rounds
}

/** Megabytes of a fresh server, early and late. */
async function remember(): Promise<{ early: number; late: number }> {
  const portal = await startPortal()
  await load(portal.url, { limit: { requests: 10_000 } })
  const early = await portal.memory()
  await load(portal.url, { limit: { requests: 90_000 } })
  const late = await portal.memory()
  await portal.close()
  return { early, late }
}

const shown = (value: number) =>
  value.toLocaleString('en', { maximumFractionDigits: value > 1000 ? 0 : 2 })

/** The median of an odd number of rounds, with the least and the greatest. */
function spread(rounds: readonly Round[], figure: keyof Round) {
  const sorted = rounds.map((round) => round[figure]).toSorted((one, other) => one - other)
  const [least = NaN, median = NaN, greatest = NaN] = [0, sorted.length >> 1, -1].map((index) =>
    sorted.at(index),
  )
  return { median, text: `${shown(median)} (${shown(least)} – ${shown(greatest)})` }
}

function print({ portal, nginx }: Awaited<ReturnType<typeof compare>>): void {
  const line = (...cells: readonly string[]) =>
    console.log(
      cells
        .map((cell) => cell.padEnd(28))
        .join('')
        .trimEnd(),
    )
  line('median (least – greatest)', 'portal', 'nginx', 'portal / nginx')
  for (const [name, figure] of FIGURES) {
    const [ours, theirs] = [spread(portal, figure), spread(nginx, figure)]
    line(name, ours.text, theirs.text, (ours.median / theirs.median).toFixed(2))
  }
}

try {
  await buildOnce()
  if ((await tryUnderLoad()) > 0) process.exitCode = 1
  console.log()
  print(await compare())
  const { early, late } = await remember()
  const growth = ((late / early - 1) * 100).toFixed(1)
  console.log(
    `\nMemory: ${early.toFixed(1)} MB after 10,000 requests, ${late.toFixed(1)} MB after 100,000 (${growth} %)`,
  )
} catch (error) {
  if (!(error instanceof Unavailable)) throw error
  console.error(`nginx was not measured: ${error.message}`)
  process.exitCode = 1
}
