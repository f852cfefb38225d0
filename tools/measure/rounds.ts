import { setTimeout as pause } from 'node:timers/promises'
import type { Page, Request } from '@playwright/test'
import { findUsableTime, type LoadingSelectors } from './pages.ts'
import type { BrowserRequest, Proxy } from './proxy.ts'

const QUIET_MILLISECONDS = 80
/** Milliseconds without activity that end a round trip while requests are queued. */
const QUIET_WITH_QUEUE = 250
/** Milliseconds without requests after which an unusable page is an error. */
const PATIENCE = 5000
/** Milliseconds before an unresponsive page is examined again. */
const LOOK = 1000

/** Script whose promise resolves after all other tasks of the main thread. */
const lastTask = "scheduler.postTask(() => true, { priority: 'background' })"

export interface Navigation {
  go: () => Promise<unknown>
  moments: LoadingSelectors
  /** Request at which counting starts, by default the first. */
  since?: RegExp
}

/**
 * Counts a page's sequential round trips, independently of machine speed.
 *
 * @returns round trips up to each moment, and the requests of each round
 */
export async function countRoundTrips(
  page: Page,
  proxy: Proxy,
  { go, moments, since }: Navigation,
) {
  const rounds: string[][] = []
  const held = new Map<Promise<void>, BrowserRequest & { release: () => void }>()
  const pending = new Set<Request>()
  let late: string[] = []
  let pendingAnswers = 0
  let activity = 0
  let isOpen = false

  async function pass({ method, url }: BrowserRequest, over: Promise<void>): Promise<void> {
    activity += 1
    if (isOpen) return
    const place = late.indexOf(url)
    if (place >= 0) {
      late.splice(place, 1)
      rounds.at(-1)?.push(`${method} ${url}`)
    } else {
      void over.then(() => held.delete(over))
      await new Promise<void>((release) => held.set(over, { method, url, release }))
    }
    pendingAnswers += 1
    void over.then(() => {
      pendingAnswers -= 1
      activity += 1
    })
  }

  proxy.use({ pass, carry: () => Promise.resolve() })
  page.on('request', (request) => {
    activity += 1
    pending.add(request)
  })
  const end = (request: Request) => {
    activity += 1
    pending.delete(request)
  }
  page.on('requestfinished', end).on('requestfailed', end)
  const cdp = await page.context().newCDPSession(page)

  async function evaluate(expression: string): Promise<unknown> {
    const options = { expression, awaitPromise: true, returnByValue: true }
    const looking = cdp.send('Runtime.evaluate', options).catch(() => undefined)
    return (await Promise.race([looking, pause(LOOK)]))?.result.value
  }
  const isLeaving = () =>
    [...pending].some(
      (request) => request.isNavigationRequest() && request.frame() === page.mainFrame(),
    )
  const isIdle = async () => isLeaving() || (await evaluate(lastTask)) === true

  async function waitUntilQuiet(): Promise<void> {
    for (;;) {
      const before = activity
      const wasIdle = await isIdle()
      const mayBeMore = isLeaving() || pending.size > held.size
      await pause(mayBeMore ? QUIET_WITH_QUEUE : QUIET_MILLISECONDS)
      if (wasIdle && (await isIdle()) && activity === before && pendingAnswers === 0) return
    }
  }

  async function releaseRound(): Promise<void> {
    const [passing, answered] = [[...held.values()], [...held.keys()]]
    rounds.push(passing.map(({ method, url }) => `${method} ${url}`))
    // Browsers queue requests beyond HTTP/1.1's six connections per server.
    const rest = passing.map(({ url }) => url)
    const urls = [...pending].map((request) => request.url())
    late = urls.filter((url) => {
      const index = rest.indexOf(url)
      if (index >= 0) rest.splice(index, 1)
      return index < 0
    })
    held.clear()
    for (const { release } of passing) release()
    await Promise.all(answered)
  }

  const at = new Map<string, number>()
  const listing = () => rounds.map((round, index) => `${index + 1}: ${round.join(', ')}`).join('\n')
  let lastRound = performance.now()
  void go().catch(() => undefined)
  // Stops waiting after `LOOK`, because a fully cached page sends no requests.
  while (held.size === 0 && performance.now() - lastRound < LOOK) await pause(QUIET_MILLISECONDS)
  for (;;) {
    await waitUntilQuiet()
    for (const [name, selector] of Object.entries(moments)) {
      if (at.has(name) || isLeaving()) continue
      const time = await evaluate(`(${String(findUsableTime)})(${JSON.stringify(selector)})`)
      if (typeof time === 'number') at.set(name, rounds.length)
    }
    if (at.size === Object.keys(moments).length) break
    if (held.size > 0) {
      await releaseRound()
      lastRound = performance.now()
    } else if (performance.now() - lastRound > PATIENCE) {
      throw new Error(`Nothing is asked any more, and the page is not there:\n${listing()}`)
    }
  }
  isOpen = true
  for (const { release } of held.values()) release()
  await cdp.detach()
  const start = since ? rounds.findIndex((round) => round.some((url) => since.test(url))) + 1 : 0
  const { usable = NaN, list } = Object.fromEntries(at)
  return {
    at: { usable: usable - start, ...(list !== undefined && { list: list - start }) },
    rounds: rounds.slice(start),
    listing: listing(),
  }
}
