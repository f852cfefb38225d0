import type { Page } from '@playwright/test'
import { openTab, signInPage, usableAt, type Route, type Stage, type Visitor } from './pages.ts'
import { delayed, noWire, type Proxy } from './proxy.ts'
import type { Figures } from './results.ts'
import { countRounds, type Way } from './rounds.ts'

/** What users sit behind: milliseconds, and bits per second. */
const slow4G = { latency: 150, bandwidth: 1_600_000 }

/** A page, and who comes to it. */
export type Visit = Route & { origin: string; visitor: Visitor | null }

/** What is found of a tab on its way. */
type Measure = (page: Page, proxy: Proxy, way: Way) => Promise<Figures>

/** The round trips of a page, and how much is asked for in them: no time is taken into account. */
export const roundTrips: Measure = async (page, proxy, way) => {
  const { at, rounds } = await countRounds(page, proxy, way)
  return { ...at, requests: rounds.slice(0, at.usable).flat().length }
}

/** Plays a processor four times slower from now on. */
export async function slowDown(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
}

const now = () => performance.timeOrigin + performance.now()

/** How many milliseconds a page takes on a slow network, with a slow processor. */
export const times: Measure = async (page, proxy, { go, moments, since }) => {
  await slowDown(page)
  proxy.use(delayed(slow4G))
  const began = since ? page.waitForRequest(since).then(now) : now()
  await go()
  const at = Object.entries(moments).map(async ([name, selector]: [string, string]) => {
    const seen = await page.waitForFunction(usableAt, selector, { timeout: 120_000 })
    return [`${name} ms`, Number(await seen.jsonValue()) - (await began)] as const
  })
  const figures = Object.fromEntries(await Promise.all(at))
  await proxy.settled()
  return figures
}

/** Measures a visit with an empty cache, and again with a full one. */
export async function coldAndWarm(
  stage: Stage,
  { origin, address, visitor, moments }: Visit,
  measure: Measure,
): Promise<Record<string, Figures>> {
  const { proxy } = stage
  const page = await openTab(stage, origin, visitor)
  const go = () => page.goto(address, { waitUntil: 'commit' })
  // For a page with an opener policy an empty tab changes its process, which nobody waits for who
  // comes from the portal: begin at something small of the same origin, there or not.
  const approach = async () => {
    proxy.use(noWire)
    await page.goto('/robots.txt')
    await proxy.settled()
  }
  await approach()
  const cold = await measure(page, proxy, { go, moments })
  // Browsers compile a script for keeps when they have met it before.
  await approach()
  await go()
  await page.waitForLoadState('load')
  await proxy.settled()
  await approach()
  const warm = await measure(page, proxy, { go, moments })
  await page.context().close()
  return { cold, warm }
}

/**
 * Measures an empty browser's way from a link to the provider's page, and from there to the page of the
 * link; what it does meanwhile on the provider's page is waited for.
 */
export async function firstVisit(
  stage: Stage,
  { origin, address, moments }: Visit,
  measure: Measure,
): Promise<Record<string, Figures>> {
  const page = await openTab(stage, origin, null)
  const atProvider = { usable: signInPage.usable }
  const go = () => page.goto(address, { waitUntil: 'commit' })
  const there = await measure(page, stage.proxy, { go, moments: atProvider })
  await stage.proxy.settled()
  const press = () => signInPage.signIn(page)
  const back = await measure(page, stage.proxy, { go: press, moments, since: /\/callback\?/ })
  await page.context().close()
  // Nothing of a list is there before the sign-in.
  const before = (name: string) => there[name] ?? there[name.replace('list', 'usable')] ?? 0
  const both = Object.entries(back).map(([name, value]) => [name, before(name) + value] as const)
  return { first: Object.fromEntries(both) }
}
