import type { Browser, Page } from '@playwright/test'
import { delayed, type Network } from './delay.ts'
import { watch } from './observe.ts'
import type { Proxy } from './proxy.ts'
import type { Moments } from './routes.ts'
import type { Figures } from './statistics.ts'
import { settled, slowDown, visit } from './visit.ts'
import { openTab, type Visitor } from './visitor.ts'
import { noWire } from './wire.ts'

/** Something to measure. */
export interface Scenario {
  name: string
  /** Measures it once: figures by state, such as that of the browser's cache. */
  measure: () => Promise<Record<string, Figures>>
}

interface Opened {
  name: string
  browser: Browser
  proxy: Proxy
  network: Network
  origin: string
  address: string
  moments: Moments
  visitor: Visitor | null
}

const open = (page: Page, address: string) => () => page.goto(address, { waitUntil: 'commit' })

/**
 * Where a visit comes from: something small of the same origin, there or not. For a page with an
 * opener policy an empty tab changes its process, which nobody waits for who comes from the portal.
 */
const BEFORE = '/robots.txt'

/** A page that is opened with an empty cache, and then again with a full one. */
export function openedPage(opened: Opened): Scenario {
  const { name, browser, proxy, network, origin, address, moments, visitor } = opened
  return {
    name,
    measure: async () => {
      const page = await openTab(browser, { origin, proxy, visitor })
      try {
        await watch(page, moments)
        await slowDown(page)
        const come = async () => {
          proxy.use(noWire)
          await page.goto(BEFORE)
        }
        const go = open(page, address)
        const take = () => visit({ page, proxy, wire: delayed(network), moments, go })
        await come()
        const cold = await take()
        // Browsers compile a script for keeps when they have met it before.
        proxy.use(noWire)
        await go()
        await page.waitForLoadState('load')
        await settled(proxy)
        await come()
        return { cold, warm: await take() }
      } finally {
        await page.context().close()
      }
    },
  }
}

/** Back from the identity provider to `address`: the first time, and with a full cache. */
export function returnedPage(
  opened: Omit<Opened, 'visitor'> & { email: string; callback: RegExp },
): Scenario {
  const { name, browser, proxy, network, origin, address, moments, email, callback } = opened
  return {
    name,
    measure: async () => {
      const page = await openTab(browser, { origin, proxy, visitor: null })
      const account = page.getByRole('button', { name: email })
      const take = async () => {
        proxy.use(noWire)
        await page.goto(address)
        await account.waitFor()
        await settled(proxy)
        const wire = delayed(network)
        // The click itself would wait for the page that it leads to.
        const go = () => account.click({ noWaitAfter: true })
        return visit({ page, proxy, wire, moments, go, since: callback })
      }
      try {
        await watch(page, moments)
        await slowDown(page)
        const cold = await take()
        await page.evaluate(() => sessionStorage.clear())
        await page.context().clearCookies()
        return { cold, warm: await take() }
      } finally {
        await page.context().close()
      }
    },
  }
}
