import { setTimeout as pause } from 'node:timers/promises'
import type { Browser, Page } from '@playwright/test'
import { sessionCheckIntervalSeconds } from '../../src/lib/limits.ts'
import type { Network } from './delay.ts'
import { Lockstep } from './lockstep.ts'
import { watch } from './observe.ts'
import { settled, slowDown, timesOf, weigh } from './pages.ts'
import type { Proxy } from './proxy.ts'
import type { Figures } from './results.ts'
import { countRounds } from './rounds.ts'
import type { Moments, SignInPage } from './routes.ts'
import { openTab } from './visitor.ts'

/** From a link, in an empty browser, to the identity provider and back to the page of the link. */
export interface FirstVisit {
  name: string
  origin: string
  address: string
  moments: Moments
  provider: SignInPage
}

/** One of its two ways: to the provider's page, or from the press there. */
interface Way {
  go: () => Promise<unknown>
  moments: Moments
  since?: RegExp
}

type Measure = (way: Way) => Promise<Figures>

/** Measures both ways. What the browser does meanwhile on the provider's page is waited for. */
async function bothWays(
  browser: Browser,
  proxy: Proxy,
  { origin, address, moments, provider }: FirstVisit,
  prepare: (page: Page) => Promise<Measure>,
): Promise<[there: Figures, back: Figures]> {
  const page = await openTab(browser, { origin, proxy, visitor: null })
  try {
    const measure = await prepare(page)
    const go = () => page.goto(address, { waitUntil: 'commit' })
    const there = await measure({ go, moments: { usable: provider.usable } })
    const signIn = () => provider.signIn(page)
    return [there, await measure({ go: signIn, moments, since: /\/callback\?/ })]
  } finally {
    await page.context().close()
  }
}

const sum = (name: string, all: readonly Figures[]) =>
  all.reduce((total, figures) => total + (figures[name] ?? 0), 0)

/** The round trips of both ways together, and the scripts of the portal's that came in them. */
export async function measureFirstRounds(
  browser: Browser,
  proxy: Proxy,
  visit: FirstVisit,
): Promise<Record<string, Figures>> {
  const own = () => proxy.exchanges().filter(({ url }) => url.startsWith(visit.origin))
  const measure = async (page: Page, { since, ...way }: Way): Promise<Figures> => {
    const lockstep = new Lockstep()
    proxy.use(lockstep)
    const { at, rounds } = await countRounds(page, lockstep, { ...way, ...(since && { since }) })
    const needed = new Set(rounds.slice(0, at.usable).flat())
    // The last script comes when the session is looked at for the first time.
    if (since) await pause(sessionCheckIntervalSeconds * 1000)
    await settled(proxy)
    const all = own()
    const byUse = since ? all.filter(({ method, url }) => needed.has(`${method} ${url}`)) : all
    return {
      usable: at.usable,
      list: at.list ?? at.usable,
      js: weigh(byUse).js ?? NaN,
      jsInAll: weigh(all).js ?? NaN,
    }
  }
  const ways = await bothWays(browser, proxy, visit, (page) =>
    Promise.resolve((way) => measure(page, way)),
  )
  const figures = {
    rounds: sum('usable', ways),
    ...(visit.moments.list && { roundsToList: sum('list', ways) }),
    js: sum('js', ways),
    jsInAll: sum('jsInAll', ways),
  }
  return { cold: figures }
}

/** How long both ways take together on a network, with a slow processor. */
export async function measureFirstTimes(
  browser: Browser,
  proxy: Proxy,
  visit: FirstVisit,
  network: Network,
): Promise<Record<string, Figures>> {
  const { usable, list } = visit.moments
  const either = (selector: string) => `${selector}, ${visit.provider.usable}`
  const [there, back] = await bothWays(browser, proxy, visit, async (page) => {
    await watch(page, { usable: either(usable), ...(list && { list: either(list) }) })
    await slowDown(page)
    return ({ go, ...way }) => timesOf(page, proxy, way, { go, network })
  })
  const figures = {
    usable: sum('usable', [there, back]),
    ...(list && { list: (there.usable ?? NaN) + (back.list ?? NaN) }),
    busy: back.busy ?? NaN,
    shift: back.shift ?? NaN,
  }
  return { cold: figures }
}
