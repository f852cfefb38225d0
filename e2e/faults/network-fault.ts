import type { Page, Route } from '@playwright/test'
import { createPathPattern } from '../../sandbox/control/faults.ts'

type Fault = '403' | '500' | 'unreachable' | 'lost' | 'redirect'

interface Call {
  method: string
  /** Path of an API call, in which `{name}` matches one segment. */
  path: string
}

/** CORS headers for a redirect to another origin. */
const elsewhere = (route: Route) => ({
  'Access-Control-Allow-Origin': '*',
  Location: new URL('/api/registrations/subscription/list', route.request().url()).href,
})

/** Makes one call fail until `clear` is called. */
export async function injectNetworkFault(page: Page, call: Call, fault: Fault) {
  const pattern = createPathPattern(call.path)

  async function answer(route: Route): Promise<unknown> {
    if (fault === 'lost') await route.fetch()
    if (fault === 'lost' || fault === 'unreachable') return route.abort('connectionreset')
    if (fault === 'redirect') return route.fulfill({ status: 302, headers: elsewhere(route) })
    return route.fulfill({
      status: Number(fault),
      json: { message: 'Fault injected by the tests' },
    })
  }

  await page.route(
    ({ pathname }) => pattern.test(pathname),
    async (route) => {
      if (route.request().method() === call.method) await answer(route)
      else await route.fallback()
    },
  )
  return { clear: () => page.unrouteAll({ behavior: 'ignoreErrors' }) }
}
