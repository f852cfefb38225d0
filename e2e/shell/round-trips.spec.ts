import type { Page } from '@playwright/test'
import {
  ledgers,
  openTab,
  routes,
  signInPage,
  createVisitorState,
} from '../../tools/measure/pages.ts'
import { startProxy, type Proxy } from '../../tools/measure/proxy.ts'
import { countRoundTrips } from '../../tools/measure/rounds.ts'
import { expect, test as base } from '../fixtures.ts'

/**
 * Sequential round trips until a page is usable, with an empty and a full cache. The numbers are exact, so a
 * saving fails the test as well.
 */
const measureRoundTrips = {
  home: { cold: 2, warm: 1 },
  connect: { cold: 2, warm: 1, list: { cold: 4, warm: 2 } },
  check: { cold: 2, warm: 1 },
  boarding: { cold: 2, warm: 1 },
  boardingList: { cold: 2, warm: 1 },
  wizard: { cold: 4, warm: 2 },
  ledgers: { cold: 6, warm: 3 },
}
/** Addresses of the measured pages, by name. */
const measured = { ...routes, ledgers }
/** Round trips until the provider's sign-in page is usable for a new visitor. */
const signedOut = { cold: 4, warm: 3 }
/** Round trips of /connect after the callback page. */
const afterCallback = { usable: 5, list: 7 }

const test = base.extend<{ measuringProxy: Proxy }>({
  measuringProxy: async ({}, use) => {
    const proxy = await startProxy()
    await use(proxy)
    await proxy.close()
  },
})

for (const [name, expected] of Object.entries(measureRoundTrips)) {
  const { address, moments } = measured[name as keyof typeof measureRoundTrips]
  test(`${name} is usable after ${expected.cold} round trips, or after ${expected.warm} if the cache is filled`, async ({
    browser,
    services: { portal, sandbox },
    measuringProxy: proxy,
  }) => {
    const stage = { browser, proxy }
    const page = await openTab(stage, portal, await createVisitorState(stage, { portal, sandbox }))
    const count = () => countRoundTrips(page, proxy, { go: () => page.goto(address), moments })
    const at = (state: 'cold' | 'warm') => ({
      usable: expected[state],
      ...('list' in expected && { list: expected.list[state] }),
    })
    const cold = await count()
    expect(cold.at, cold.listing).toMatchObject(at('cold'))
    // Waits until late scripts are cached too.
    await page.waitForLoadState('networkidle')
    await page.goto('about:blank')
    const warm = await count()
    expect(warm.at, warm.listing).toMatchObject(at('warm'))
  })
}

test(`a signed-out visitor reaches the provider after ${signedOut.cold} round trips, or after ${signedOut.warm} if the cache is filled`, async ({
  browser,
  services: { portal },
  measuringProxy: proxy,
}) => {
  const page = await openTab({ browser, proxy }, portal, null)
  const count = (tab: Page) =>
    countRoundTrips(tab, proxy, {
      go: () => tab.goto(routes.connect.address),
      moments: { usable: signInPage.usable },
    })
  const cold = await count(page)
  expect(cold.at.usable, cold.listing).toBe(signedOut.cold)
  const warm = await count(await page.context().newPage())
  expect(warm.at.usable, warm.listing).toBe(signedOut.warm)
})

test(`connect is usable ${afterCallback.usable} round trips after the sign-in`, async ({
  browser,
  services: { portal },
  measuringProxy: proxy,
}) => {
  const page = await openTab({ browser, proxy }, portal, null)
  await page.goto(routes.connect.address)
  await page.locator(signInPage.usable).first().waitFor()
  const { at, listing } = await countRoundTrips(page, proxy, {
    go: () => signInPage.signIn(page),
    moments: routes.connect.moments,
    since: /\/callback\?/,
  })
  expect(at, listing).toEqual(afterCallback)
})
