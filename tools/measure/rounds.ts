import type { CDPSession, Page, Request } from '@playwright/test'
import type { Lockstep } from './lockstep.ts'
import { isUsable, type Moments } from './routes.ts'

/** What has to stay still before a round is let through, in milliseconds. */
const QUIET = 80
/** The same, while the browser has requests that did not come in: they may be on their way. */
const QUIET_WITH_QUEUE = 250
/** For how long a page may wait for something that is no answer: a timer of its own. */
const PATIENCE = 5000
/** A page that does not answer by then is looked at anew. */
const LOOK = 1000

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Runs in the page. Undefined: the page is being replaced, or is busy for long. */
async function look(cdp: CDPSession, expression: string): Promise<unknown> {
  const looking = cdp.send('Runtime.evaluate', {
    expression,
    awaitPromise: true,
    returnByValue: true,
  })
  const seen = looking.then(
    ({ result }) => result.value as unknown,
    () => undefined,
  )
  return Promise.race([seen, pause(LOOK).then(() => undefined)])
}

/** A task that waits for all others; also where no frame is drawn, as before the first stylesheet. */
const lastTask = "scheduler.postTask(() => true, { priority: 'background' })"

/** The requests that the browser has begun and not finished, caches included. */
function requestsOf(page: Page) {
  const pending = new Set<Request>()
  let activity = 0
  page.on('request', (request) => {
    activity += 1
    pending.add(request)
  })
  const end = (request: Request) => {
    activity += 1
    pending.delete(request)
  }
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  return { pending, activity: () => activity }
}

interface Rounds {
  /** How many rounds had been let through at each moment. */
  at: { usable: number; list?: number }
  /** What went through in each of them: method and address. */
  rounds: readonly (readonly string[])[]
  /** All that went through, one line per round. */
  listing: string
}

interface Options {
  /** Sets off; what it resolves with does not matter. */
  go: () => Promise<unknown>
  moments: Moments
  /** Counts from the round in which the answer of this address was let through. */
  since?: RegExp
}

/**
 * Counts the round trips that a page takes one after the other until it is as far as asked. The
 * browser goes through `lockstep`: a round is let through when nothing has come in for a while and
 * the page's main thread is idle, so that every request which needs no other answer first is in it.
 */
export async function countRounds(
  page: Page,
  lockstep: Lockstep,
  { go, moments, since }: Options,
): Promise<Rounds> {
  const cdp = await page.context().newCDPSession(page)
  const { pending, activity } = requestsOf(page)
  const state = () => `${lockstep.activity} ${activity()}`

  /** A page that is being replaced cannot be looked into, and is of no use to anybody. */
  const isLeaving = () =>
    [...pending].some(
      (request) => request.isNavigationRequest() && request.frame() === page.mainFrame(),
    )
  const isIdle = async () => isLeaving() || (await look(cdp, lastTask)) === true

  async function untilQuiet(): Promise<void> {
    for (;;) {
      const before = state()
      const wasIdle = await isIdle()
      const mayBeMore = isLeaving() || pending.size > lockstep.held.length
      await pause(mayBeMore ? QUIET_WITH_QUEUE : QUIET)
      if (!wasIdle || !(await isIdle())) continue
      if (state() === before && lockstep.underWay === 0) return
    }
  }

  /**
   * What the browser has asked for and keeps back until one of its connections is free: six to a
   * server that speaks HTTP/1.1. It counts with the round in which it was asked for.
   */
  function queued(): string[] {
    const rest = lockstep.held.map(({ url }) => url)
    return [...pending]
      .map((request) => request.url())
      .filter((url) => {
        const index = rest.indexOf(url)
        if (index >= 0) rest.splice(index, 1)
        return index < 0
      })
  }

  const at = new Map<string, number>()
  const listing = () =>
    lockstep.rounds.map((round, index) => `${index + 1}: ${round.join(', ')}`).join('\n')
  let lastRound = performance.now()
  void go().catch(() => undefined)
  // Unless the cache has all that it takes.
  const { activity: before } = lockstep
  while (lockstep.activity === before && performance.now() - lastRound < LOOK) await pause(QUIET)
  for (;;) {
    await untilQuiet()
    for (const [name, selector] of Object.entries(moments)) {
      if (at.has(name) || isLeaving()) continue
      const isThere = await look(cdp, `(${String(isUsable)})(${JSON.stringify(selector)})`)
      if (isThere === true) at.set(name, lockstep.rounds.length)
    }
    if (at.size === Object.keys(moments).length) break
    if (lockstep.held.length > 0) {
      await lockstep.release(queued())
      lastRound = performance.now()
    } else if (performance.now() - lastRound > PATIENCE) {
      throw new Error(`Nothing is asked any more, and the page is not there:\n${listing()}`)
    }
  }
  const [all, listed] = [lockstep.rounds.slice(), listing()]
  lockstep.open()
  await cdp.detach()
  const start = since ? all.findIndex((round) => round.some((asked) => since.test(asked))) + 1 : 0
  const { usable = NaN, list } = Object.fromEntries(at)
  return {
    at: { usable: usable - start, ...(list !== undefined && { list: list - start }) },
    rounds: all.slice(start),
    listing: listed,
  }
}
