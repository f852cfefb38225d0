import { setTimeout as pause } from 'node:timers/promises'
import type { Page, Request } from '@playwright/test'
import { usableAt, type Moments } from './pages.ts'
import type { Asked, Proxy } from './proxy.ts'

/** What has to stay still before a round is let through, in milliseconds. */
const QUIET = 80
/** The same, while the browser has requests that did not come in: they may be on their way. */
const QUIET_WITH_QUEUE = 250
/** For how long a page may wait for something that is no answer: a timer of its own. */
const PATIENCE = 5000
/** A page that does not answer by then is looked at anew. */
const LOOK = 1000

/** A task that waits for all others; also where no frame is drawn, as before the first stylesheet. */
const lastTask = "scheduler.postTask(() => true, { priority: 'background' })"

/** How a page is come to, and what is waited for there. */
export interface Way {
  go: () => Promise<unknown>
  moments: Moments
  /** Counts from the request for such an address; else from the start. */
  since?: RegExp
}

/**
 * Counts the round trips that a page takes one after the other until it is as far as asked, however
 * fast or slow the machine is. Every request is held, and all are let through at once when nothing has
 * come in for a while and the page's main thread is idle: each that needs no other answer is among them.
 *
 * @returns the round trips up to each of the moments, what was asked for in each, and that to read
 */
export async function countRounds(page: Page, proxy: Proxy, { go, moments, since }: Way) {
  const rounds: string[][] = []
  const held = new Map<Promise<void>, Asked & { release: () => void }>()
  /** What the browser has begun and not finished, caches included. */
  const pending = new Set<Request>()
  /** Addresses that come in with this round, for want of a connection. */
  let late: string[] = []
  let underWay = 0
  /** Changes whenever a request begins, comes in or is over. */
  let activity = 0
  let isOpen = false

  async function pass({ method, url }: Asked, over: Promise<void>): Promise<void> {
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
    underWay += 1
    void over.then(() => {
      underWay -= 1
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

  /** Runs in the page. Undefined: it is being replaced, or is busy for long. */
  async function look(expression: string): Promise<unknown> {
    const options = { expression, awaitPromise: true, returnByValue: true }
    const looking = cdp.send('Runtime.evaluate', options).catch(() => undefined)
    return (await Promise.race([looking, pause(LOOK)]))?.result.value
  }
  /** A page that is being replaced cannot be looked into, and is of no use to anybody. */
  const isLeaving = () =>
    [...pending].some(
      (request) => request.isNavigationRequest() && request.frame() === page.mainFrame(),
    )
  const isIdle = async () => isLeaving() || (await look(lastTask)) === true

  async function untilQuiet(): Promise<void> {
    for (;;) {
      const before = activity
      const wasIdle = await isIdle()
      const mayBeMore = isLeaving() || pending.size > held.size
      await pause(mayBeMore ? QUIET_WITH_QUEUE : QUIET)
      if (wasIdle && (await isIdle()) && activity === before && underWay === 0) return
    }
  }

  async function letThrough(): Promise<void> {
    const [passing, answered] = [[...held.values()], [...held.keys()]]
    rounds.push(passing.map(({ method, url }) => `${method} ${url}`))
    // What the browser keeps back: of HTTP/1.1 it has six connections to a server.
    const rest = passing.map(({ url }) => url)
    const asked = [...pending].map((request) => request.url())
    late = asked.filter((url) => {
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
  // Unless the cache has all that it takes.
  while (held.size === 0 && performance.now() - lastRound < LOOK) await pause(QUIET)
  for (;;) {
    await untilQuiet()
    for (const [name, selector] of Object.entries(moments)) {
      if (at.has(name) || isLeaving()) continue
      const time = await look(`(${String(usableAt)})(${JSON.stringify(selector)})`)
      if (typeof time === 'number') at.set(name, rounds.length)
    }
    if (at.size === Object.keys(moments).length) break
    if (held.size > 0) {
      await letThrough()
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
