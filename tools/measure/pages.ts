import { setTimeout as pause } from 'node:timers/promises'
import type { Browser, Page } from '@playwright/test'
import { sessionCheckIntervalSeconds } from '../../src/lib/limits.ts'
import { delayed, type Network } from './delay.ts'
import { Lockstep } from './lockstep.ts'
import { seenBy, watch } from './observe.ts'
import { noWire, type Exchange, type Proxy } from './proxy.ts'
import type { Figures } from './results.ts'
import { countRounds } from './rounds.ts'
import type { Moments } from './routes.ts'
import { openTab, type Visitor } from './visitor.ts'

/** How slow a processor is played, in times. */
const CPU_SLOWDOWN = 4
/** How often to see whether the page is there; rarely enough not to slow it down. */
const LOOK_AGAIN = 100
/** For how long nothing must be under way until a page has settled. */
const SETTLED = 700
/** The longest that a page may take. */
const PATIENCE = 120_000

const now = () => performance.timeOrigin + performance.now()

type Go = () => Promise<unknown>

/** A page, and how a browser comes to it. */
export interface Visit {
  name: string
  origin: string
  visitor: Visitor | null
  moments: Moments
  /** Brings a tab as near as it gets; what it resolves with sets off. */
  approach: (page: Page) => Promise<Go>
  /** The visit begins with the first request for such an address; else when it sets off. */
  since?: RegExp
}

/** Figures of a browser with an empty cache, and with a full one. */
export type States = Record<'cold' | 'warm', Figures>

/**
 * To a page by its address, from something small of the same origin, there or not. For a page with an
 * opener policy an empty tab changes its process, which nobody waits for who comes from the portal.
 */
export const byAddress =
  (address: string): Visit['approach'] =>
  async (page) => {
    await page.goto('/robots.txt')
    return () => page.goto(address, { waitUntil: 'commit' })
  }

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
    js: bodies(/javascript/),
    css: bodies(/^text\/css/),
    html: bodies(/^text\/html/),
    data: bodies(/json/),
    headers: sum(exchanges.map(({ headerBytes }) => headerBytes)),
  }
}

/** Resolves once nothing has been asked for in a while. */
export async function settled(proxy: Proxy): Promise<void> {
  let since = now()
  while (now() - since < SETTLED) {
    await pause(LOOK_AGAIN)
    if (proxy.underWay() > 0) since = now()
  }
}

/** Measures a visit with an empty cache, and again with a full one. */
async function coldAndWarm(
  browser: Browser,
  proxy: Proxy,
  visit: Visit,
  prepare: (page: Page) => Promise<(go: Go, state: keyof States) => Promise<Figures>>,
): Promise<States> {
  const page = await openTab(browser, { origin: visit.origin, proxy, visitor: visit.visitor })
  const approach = async () => {
    proxy.use(noWire)
    const go = await visit.approach(page)
    await settled(proxy)
    return go
  }
  try {
    const measure = await prepare(page)
    const cold = await measure(await approach(), 'cold')
    // Browsers compile a script for keeps when they have met it before.
    const again = await approach()
    await again()
    await page.waitForLoadState('load')
    await settled(proxy)
    return { cold, warm: await measure(await approach(), 'warm') }
  } finally {
    await page.context().close()
  }
}

/** The round trips of a page and what comes in them, which takes no time into account. */
export function measureRounds(browser: Browser, proxy: Proxy, visit: Visit): Promise<States> {
  const { moments, since, visitor } = visit
  return coldAndWarm(browser, proxy, visit, (page) =>
    Promise.resolve(async (go, state) => {
      const lockstep = new Lockstep()
      proxy.use(lockstep)
      const { at, rounds } = await countRounds(page, lockstep, {
        go,
        moments,
        ...(since && { since }),
      })
      const needed = new Set(rounds.slice(0, at.usable).flat())
      const figures = {
        rounds: at.usable,
        ...(at.list !== undefined && { roundsToList: at.list }),
        ...weigh(proxy.exchanges().filter(({ method, url }) => needed.has(`${method} ${url}`))),
      }
      if (state === 'warm' || since) return figures
      // The last script comes when the session is looked at for the first time.
      if (visitor !== null) await pause(sessionCheckIntervalSeconds * 1000)
      await settled(proxy)
      return { ...figures, jsInAll: weigh(proxy.exchanges()).js ?? NaN }
    }),
  )
}

/** Plays a slow processor from now on. */
export async function slowDown(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
}

/** How long a page takes on a network, with a slow processor. */
export function measureTimes(
  browser: Browser,
  proxy: Proxy,
  visit: Visit,
  network: Network,
): Promise<States> {
  return coldAndWarm(browser, proxy, visit, async (page) => {
    await watch(page, visit.moments)
    await slowDown(page)
    return (go) => timesOf(page, proxy, visit, { go, network })
  })
}

/** The times of a page, and its bytes, once nothing is under way any more. */
export async function timesOf(
  page: Page,
  proxy: Proxy,
  { moments, since }: Pick<Visit, 'moments' | 'since'>,
  { go, network }: { go: Go; network: Network },
): Promise<Figures> {
  const before = await seenBy(page)
  proxy.use(delayed(network))
  const began = now()
  await go()
  const isThere = async () => {
    const { at = {}, origin } = (await seenBy(page)) ?? {}
    return origin !== before?.origin && Object.keys(moments).every((name) => name in at)
  }
  while (!(await isThere())) {
    if (now() - began > PATIENCE) throw new Error(`${page.url()} cannot be used`)
    await pause(LOOK_AGAIN)
  }
  await settled(proxy)
  const seen = await seenBy(page)
  if (!seen) throw new Error(`${page.url()} went away`)
  const exchanges = proxy.exchanges()
  const start = (since && exchanges.find(({ url }) => since.test(url))?.startedAt) ?? began
  const wait = seen.origin - start
  const { usable = Infinity, list } = seen.at
  return {
    ...(seen.firstPaint !== null && { firstPaint: wait + seen.firstPaint }),
    ...(seen.largestPaint !== null && { largestPaint: wait + seen.largestPaint }),
    usable: wait + usable,
    busy: seen.longestTask,
    shift: seen.shift,
    ...(list !== undefined && { list: wait + list }),
    ...weigh(exchanges.filter(({ startedAt }) => startedAt >= start)),
  }
}
