import { setTimeout as pause } from 'node:timers/promises'
import type { Browser, Page } from '@playwright/test'
import { sessionCheckIntervalSeconds } from '../../src/lib/limits.ts'
import type { Network } from './delay.ts'
import { Lockstep } from './lockstep.ts'
import { openedPage, returnedPage, type Scenario } from './pages.ts'
import { countRounds, type Options } from './rounds.ts'
import { ledgers, routes, signInPage, type Moments } from './routes.ts'
import type { Services } from './services.ts'
import type { Figures } from './statistics.ts'
import { settled, weigh } from './visit.ts'
import { openTab, visitorOf, type Visitor } from './visitor.ts'
import { noWire } from './wire.ts'

const { connect } = routes
const callback = /\/callback\?/
const email = 'reseller@koppelpunt.test'

/** A page, by the name that it has in the tables. */
interface Opened {
  name: string
  address: string
  moments: Moments
  visitor: Visitor | null
}

/** Somebody who has been here before, by account. */
export interface Visitors {
  reseller: Visitor
  polaris: Visitor
}

/** Whoever comes to /polaris out of nowhere is asked once whose coupling it is. */
async function ownCoupling(page: Page): Promise<void> {
  const { address, moments } = routes.polaris
  await page.goto(address)
  await page.getByRole('button', { name: 'Ja, ga verder' }).click()
  await page.locator(moments.usable).filter({ visible: true }).first().waitFor()
}

export async function visitorsOf(browser: Browser, services: Services): Promise<Visitors> {
  return {
    reseller: await visitorOf(browser, services, 'reseller'),
    polaris: await visitorOf(browser, services, 'polaris', ownCoupling),
  }
}

/** Everything that is opened by its address. */
function openedPages(visitors: Visitors): Opened[] {
  return [
    { ...connect, name: 'signed out', moments: signInPage, visitor: null },
    ...Object.values(routes).map((route) => ({ ...route, visitor: visitors[route.account] })),
    { ...ledgers, name: 'ledgers step', visitor: visitors.reseller },
  ]
}

/** How long the portal's pages take on a network. */
export function portalTimes(
  browser: Browser,
  { portal: origin, proxy }: Services,
  visitors: Visitors,
  network: Network,
): Scenario[] {
  const common = { browser, proxy, network, origin }
  return [
    ...openedPages(visitors).map((opened) => openedPage({ ...common, ...opened })),
    returnedPage({ ...common, ...connect, name: 'return', email, callback }),
  ]
}

/** The round trips of the portal's pages and what comes in them, which takes no time into account. */
export function portalRounds(
  browser: Browser,
  { portal: origin, proxy }: Services,
  visitors: Visitors,
): Scenario[] {
  async function count(page: Page, options: Options): Promise<Figures> {
    const lockstep = new Lockstep()
    proxy.use(lockstep)
    const { at, rounds } = await countRounds(page, lockstep, options)
    const needed = new Set(rounds.slice(0, at.usable).flat())
    const isNeeded = ({ method, url }: { method: string; url: string }) =>
      needed.has(`${method} ${url}`)
    return {
      rounds: at.usable,
      ...(at.list !== undefined && { roundsToList: at.list }),
      ...weigh(proxy.exchanges().filter(isNeeded)),
    }
  }

  /** Scripts until the session was looked at for the first time, which is the last that comes. */
  async function inAll(visitor: Visitor | null): Promise<Figures> {
    if (visitor !== null) await pause(sessionCheckIntervalSeconds * 1000)
    await settled(proxy)
    return { jsInAll: weigh(proxy.exchanges()).js ?? NaN }
  }

  const opened = ({ name, address, moments, visitor }: Opened): Scenario => ({
    name,
    measure: async () => {
      const page = await openTab(browser, { origin, proxy, visitor })
      const take = () => count(page, { go: () => page.goto(address), moments })
      try {
        const cold = { ...(await take()), ...(await inAll(visitor)) }
        await settled(proxy)
        await page.goto('about:blank')
        return { cold, warm: await take() }
      } finally {
        await page.context().close()
      }
    },
  })

  const returned: Scenario = {
    name: 'return',
    measure: async () => {
      proxy.use(noWire)
      const page = await openTab(browser, { origin, proxy, visitor: null })
      try {
        await page.goto(connect.address)
        const account = page.getByRole('button', { name: email })
        await account.waitFor()
        const go = () => account.click()
        return { cold: await count(page, { go, moments: connect.moments, since: callback }) }
      } finally {
        await page.context().close()
      }
    },
  }
  return [...openedPages(visitors).map(opened), returned]
}
