import type { Page, Route } from '@playwright/test'
import { patternOf } from '../../sandbox/control/faults.ts'

/** What the service gives as the reason of a status that it is made to answer. */
const reason = 'Fault injected by the tests'
const answered = `De server antwoordde: ${reason}`
const unreachable = 'De server is niet bereikbaar.'

/** What the portal says of each fault. */
export const reasons = {
  '403': answered,
  '404': answered,
  '409': answered,
  '500': answered,
  unreachable,
  // It was carried out.
  'answer lost': unreachable,
  timeout: 'De server gaf niet op tijd antwoord.',
  redirect: 'In plaats van de server antwoordde een andere pagina.',
} as const

export type Fault = keyof typeof reasons

export interface Call {
  method: string
  /** On the sandbox; a `{name}` matches one segment. */
  path: string
}

/** Headers that a browser reads across origins, and that send it to where it would get an answer. */
const elsewhere = (route: Route) => ({
  'Access-Control-Allow-Origin': '*',
  Location: new URL('/api/registrations/subscription/list', route.request().url()).href,
})

/** The network between page and sandbox has a fault that strikes one call, until it is cleared. */
export async function strike(page: Page, call: Call, fault: Fault) {
  const pattern = patternOf(call.path)
  let tries = 0

  async function answer(route: Route): Promise<void> {
    if (fault === 'answer lost' || fault === 'timeout') await route.fetch()
    if (fault === 'timeout') return
    if (fault === 'answer lost' || fault === 'unreachable') await route.abort('connectionreset')
    else if (fault === 'redirect') await route.fulfill({ status: 302, headers: elsewhere(route) })
    else await route.fulfill({ status: Number(fault), json: { message: reason } })
  }

  await page.route(
    ({ pathname }) => pattern.test(pathname),
    async (route) => {
      if (route.request().method() !== call.method) return route.fallback()
      tries += 1
      return answer(route)
    },
  )
  return {
    /** How often the call was struck so far. */
    tries: () => tries,
    clear: () => page.unrouteAll({ behavior: 'ignoreErrors' }),
  }
}
