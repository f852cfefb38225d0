import { setTimeout as pause } from 'node:timers/promises'
import type { Page, Request, Route } from '@playwright/test'
import { patternOf } from '../../sandbox/control/faults.ts'
import type { Call } from './calls.ts'
import { reason, type FaultName } from './faults.ts'

/** Seconds after which the service says that it may be asked again. */
const retryAfter = 1
/** Milliseconds of an answer that comes late, and in time. */
const late = 9000
/** For how long no other request must be under way, and how often that is looked at. */
const SETTLED = 100
const LOOK_AGAIN = 10

export interface Struck {
  /** How often the call was struck so far. */
  tries: () => number
  clear: () => Promise<void>
}

/** Faults that last longer than a test should: they need the clock. */
export const takesTime: readonly FaultName[] = ['timeout', 'slow, 9 s']

/**
 * Has time limits run by the page's clock, which can be turned forward; to be called before the page
 * is opened.
 */
export async function installClock(page: Page): Promise<void> {
  await page.clock.install()
  await page.addInitScript(() => {
    AbortSignal.timeout = (milliseconds) => {
      const controller = new AbortController()
      const end = () => controller.abort(new DOMException('Time is up', 'TimeoutError'))
      setTimeout(end, milliseconds)
      return controller.signal
    }
  })
}

/** Requests under way, without those that a fault holds back. */
function underWayOn(page: Page) {
  const requests = new Set<Request>()
  page.on('request', (request) => requests.add(request))
  page.on('requestfinished', (request) => requests.delete(request))
  page.on('requestfailed', (request) => requests.delete(request))
  return requests
}

/** Without these fields: a record, or each of a list. */
function without(answer: unknown, fields: readonly string[]): unknown {
  if (Array.isArray(answer)) return answer.map((each) => without(each, fields))
  const kept = Object.entries(answer as object).filter(([name]) => !fields.includes(name))
  return Object.fromEntries(kept)
}

/** The network between page and sandbox has a fault that strikes one call, until it is cleared. */
export async function strike(page: Page, call: Call, fault: FaultName): Promise<Struck> {
  const pattern = patternOf(call.path)
  const matches = ({ pathname }: URL) => pattern.test(pathname)
  const underWay = underWayOn(page)
  let tries = 0

  /**
   * Waits until nothing but this call could run out of time. One answer leads to the next call:
   * nothing else is under way once that has been so for a moment.
   */
  async function isAlone(request: Request): Promise<void> {
    underWay.delete(request)
    let since = performance.now()
    while (performance.now() - since < SETTLED) {
      await pause(LOOK_AGAIN)
      if (underWay.size > 0) since = performance.now()
    }
  }

  async function answerWithout(route: Route, fields: readonly string[]): Promise<void> {
    const response = await route.fetch()
    await route.fulfill({ response, json: without(await response.json(), fields) })
  }

  const answerWith = (route: Route, status: number, headers: Record<string, string> = {}) =>
    route.fulfill({
      status,
      headers: { 'access-control-expose-headers': 'retry-after', ...headers },
      json: { message: reason },
    })

  const strikes: Readonly<Record<FaultName, (route: Route) => Promise<void>>> = {
    abort: (route) => route.abort('connectionreset'),
    timeout: async (route) => {
      await route.fetch()
      await isAlone(route.request())
      await page.clock.fastForward(call.limit)
      await route.abort()
    },
    '401 once': (route) => (tries === 1 ? answerWith(route, 401) : route.fallback()),
    '401 always': (route) => answerWith(route, 401),
    '403': (route) => answerWith(route, 403),
    '404': (route) => answerWith(route, 404),
    '409': (route) => answerWith(route, 409),
    '429 with Retry-After': (route) =>
      answerWith(route, 429, { 'retry-after': String(retryAfter) }),
    '500': (route) => answerWith(route, 500),
    '503': (route) => answerWith(route, 503),
    'HTML for JSON': async (route) => {
      const response = await route.fetch()
      await route.fulfill({
        status: 200,
        contentType: 'text/html',
        body: '<!doctype html><p>OK',
        headers: response.headers(),
      })
    },
    'needed field missing': (route) => answerWithout(route, call.needed.slice(0, 1)),
    'other fields missing': (route) => answerWithout(route, call.others),
    'slow, 9 s': async (route) => {
      const since = performance.now()
      const response = await route.fetch()
      await isAlone(route.request())
      // The clock went on by itself as well.
      await page.clock.fastForward(Math.max(0, late - (performance.now() - since)))
      await route.fulfill({ response })
    },
    'answer lost': async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    },
  }

  await page.route(matches, async (route) => {
    if (route.request().method() !== call.method) return route.fallback()
    tries += 1
    return strikes[fault](route)
  })
  return {
    tries: () => tries,
    clear: () => page.unrouteAll({ behavior: 'ignoreErrors' }),
  }
}
