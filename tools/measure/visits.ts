import type { Page } from '@playwright/test'
import {
  openTab,
  signInPage,
  findUsableTime,
  type Route,
  type BrowserWithProxy,
  type VisitorState,
} from './pages.ts'
import { createSlowNetwork, unthrottledNetwork, type Proxy } from './proxy.ts'
import type { Measurements } from './results.ts'
import { countRoundTrips, type Navigation } from './rounds.ts'

const slow4G = { latency: 150, bandwidth: 1_600_000 }

export type Visit = Route & { origin: string; visitor: VisitorState | null }

type Measure = (page: Page, proxy: Proxy, navigation: Navigation) => Promise<Measurements>

export const measureRoundTrips: Measure = async (page, proxy, navigation) => {
  const { at, rounds } = await countRoundTrips(page, proxy, navigation)
  return { ...at, requests: rounds.slice(0, at.usable).flat().length }
}

export async function slowDownProcessor(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
}

const now = () => performance.timeOrigin + performance.now()

export const measureLoadingTimes: Measure = async (page, proxy, { go, moments, since }) => {
  await slowDownProcessor(page)
  proxy.use(createSlowNetwork(slow4G))
  const began = since ? page.waitForRequest(since).then(now) : now()
  await go()
  const at = Object.entries(moments).map(async ([name, selector]: [string, string]) => {
    const seen = await page.waitForFunction(findUsableTime, selector, { timeout: 120_000 })
    return [`${name} ms`, Number(await seen.jsonValue()) - (await began)] as const
  })
  const figures = Object.fromEntries(await Promise.all(at))
  await proxy.settled()
  return figures
}

export async function measureColdAndWarm(
  stage: BrowserWithProxy,
  { origin, address, visitor, moments }: Visit,
  measure: Measure,
): Promise<Record<string, Measurements>> {
  const { proxy } = stage
  const page = await openTab(stage, origin, visitor)
  const go = () => page.goto(address, { waitUntil: 'commit' })
  // Opens a small page first, so the measured page reuses the renderer process.
  const approach = async () => {
    proxy.use(unthrottledNetwork)
    await page.goto('/robots.txt')
    await proxy.settled()
  }
  await approach()
  const cold = await measure(page, proxy, { go, moments })
  // Browsers cache a compiled script after its second run.
  await approach()
  await go()
  await page.waitForLoadState('load')
  await proxy.settled()
  await approach()
  const warm = await measure(page, proxy, { go, moments })
  await page.context().close()
  return { cold, warm }
}

/** Measures a first visit, including the sign-in. */
export async function measureFirstVisit(
  stage: BrowserWithProxy,
  { origin, address, moments }: Visit,
  measure: Measure,
): Promise<Record<string, Measurements>> {
  const page = await openTab(stage, origin, null)
  const atProvider = { usable: signInPage.usable }
  const go = () => page.goto(address, { waitUntil: 'commit' })
  const there = await measure(page, stage.proxy, { go, moments: atProvider })
  await stage.proxy.settled()
  const press = () => signInPage.signIn(page)
  const back = await measure(page, stage.proxy, { go: press, moments, since: /\/callback\?/ })
  await page.context().close()
  // The sign-in page has no list, so its `usable` time replaces `list`.
  const before = (name: string) => there[name] ?? there[name.replace('list', 'usable')] ?? 0
  const both = Object.entries(back).map(([name, value]) => [name, before(name) + value] as const)
  return { first: Object.fromEntries(both) }
}
