import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { seenBy, type Seen } from './observe.ts'
import type { Exchange, Proxy } from './proxy.ts'
import type { Moments } from './routes.ts'
import type { Figures } from './statistics.ts'
import type { Wire } from './wire.ts'

/** How slow a processor is played, in times. */
const CPU_SLOWDOWN = 4
/** How often to see whether the page is there; rarely enough not to slow it down. */
const LOOK_AGAIN = 100
/** For how long nothing must be under way until a page has settled. */
const SETTLED = 700
/** The longest that a page may take. */
const PATIENCE = 120_000

const now = () => performance.timeOrigin + performance.now()

const kinds: readonly (readonly [name: string, contentType: RegExp])[] = [
  ['js', /javascript/],
  ['css', /^text\/css/],
  ['html', /^text\/html/],
  ['data', /json/],
]

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

/** Requests, and bytes by what they are: bodies as they came, compressed, and all headers. */
export function weigh(exchanges: readonly Exchange[]): Figures {
  const bodies = (type: RegExp) =>
    sum(
      exchanges
        .filter(({ contentType }) => type.test(contentType))
        .map(({ bodyBytes }) => bodyBytes),
    )
  return {
    requests: exchanges.length,
    ...Object.fromEntries(kinds.map(([name, type]) => [name, bodies(type)])),
    headers: sum(exchanges.map(({ headerBytes }) => headerBytes)),
  }
}

/** @param wait from the beginning of the visit to that of the page that is there at its end */
function timesOf(seen: Seen, wait: number): Figures {
  const { usable = Infinity, list } = seen.at
  const longest = (isCounted: (start: number) => boolean) =>
    Math.max(
      0,
      ...seen.longTasks.filter(({ start }) => isCounted(start)).map(({ duration }) => duration),
    )
  return {
    ...(seen.firstPaint !== null && { firstPaint: wait + seen.firstPaint }),
    ...(seen.largestPaint !== null && { largestPaint: wait + seen.largestPaint }),
    usable: wait + usable,
    ...(list !== undefined && { list: wait + list }),
    layoutShift: seen.layoutShift,
    taskBefore: longest((start) => start < usable),
    taskAfter: longest((start) => start >= usable),
  }
}

interface Visit {
  page: Page
  proxy: Proxy
  wire: Wire
  /** What the tab watches for. */
  moments: Moments
  go: () => Promise<unknown>
  /** The visit begins with the first request for such an address; else with `go`. */
  since?: RegExp
}

/** Plays a slow processor in a tab, from then on. */
export async function slowDown(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
}

/** Resolves once nothing has been asked for in a while. */
export async function settled(proxy: Proxy): Promise<void> {
  let since = now()
  while (now() - since < SETTLED) {
    await pause(LOOK_AGAIN)
    if (proxy.underWay() > 0) since = now()
  }
}

/** Goes to a page, and gives its figures once it has settled. */
export async function visit({ page, proxy, wire, moments, go, since }: Visit): Promise<Figures> {
  proxy.use(wire)
  const began = now()
  await go()
  const isThere = (seen: Seen | undefined) =>
    Object.keys(moments).every((name) => seen && name in seen.at)
  while (!isThere(await seenBy(page))) {
    if (now() - began > PATIENCE) throw new Error(`${page.url()} cannot be used`)
    await pause(LOOK_AGAIN)
  }
  await settled(proxy)
  const seen = await seenBy(page)
  if (!seen) throw new Error(`${page.url()} went away`)
  const exchanges = proxy.exchanges()
  const first = since && exchanges.find(({ url }) => since.test(url))
  const start = first?.startedAt ?? began
  return {
    ...timesOf(seen, seen.origin - start),
    ...weigh(exchanges.filter(({ startedAt }) => startedAt >= start)),
  }
}
