import type { Browser, Page } from '@playwright/test'
import { startKeycloak } from '../real/keycloak/start.ts'
import { startUnleash } from '../real/unleash/start.ts'
import type { Network } from './delay.ts'
import { openedPage, type Scenario } from './pages.ts'
import type { Proxy } from './proxy.ts'
import type { Moments } from './routes.ts'
import { openTab, rememberedBy, type Visitor } from './visitor.ts'
import { noWire } from './wire.ts'

/** Something that the portal is measured by: a page, and somebody who is signed in there. */
export interface Yardstick {
  name: string
  origin: string
  address: string
  moments: Moments
  visitor: Visitor | null
}

/** Nothing but React, hydrating one button. */
export const floor = (origin: string): Yardstick => ({
  name: 'floor',
  origin,
  address: '/floor',
  moments: { usable: 'button[data-hydrated]' },
  visitor: null,
})

/** What is watched for in the incumbent's page. */
const incumbentMoments: Moments = {
  usable: '.multiselect:not(.multiselect--disabled)',
  list: '.multiselect.loaded',
}

/** Goes where somebody signs in, does so, and keeps what the browser remembers of it. */
async function signedIn(
  browser: Browser,
  { origin, proxy }: { origin: string; proxy: Proxy },
  signIn: (page: Page) => Promise<unknown>,
): Promise<Visitor> {
  proxy.use(noWire)
  const page = await openTab(browser, { origin, proxy, visitor: null })
  try {
    await signIn(page)
    return await rememberedBy(page)
  } finally {
    await page.context().close()
  }
}

/** /connect with the libraries of the product that is there today. */
export async function incumbent(
  browser: Browser,
  { origin, proxy }: { origin: string; proxy: Proxy },
): Promise<Yardstick & { visitor: Visitor }> {
  const visitor = await signedIn(browser, { origin, proxy }, async (page) => {
    await page.goto('/connect')
    await page.getByRole('button', { name: 'reseller@koppelpunt.test' }).click()
    await page.locator('.multiselect.loaded').waitFor()
  })
  const moments = incumbentMoments
  return { name: 'incumbent', origin, address: '/connect', moments, visitor }
}

interface Service {
  yardstick: Yardstick
  close: () => Promise<void>
}

/**
 * The account console of a real Keycloak.
 *
 * @throws {Unavailable}
 */
export async function keycloakConsole(browser: Browser, proxy: Proxy): Promise<Service> {
  const { url: origin, password, close } = await startKeycloak()
  const address = '/realms/master/account/'
  const moments: Moments = { usable: 'main form input' }
  const visitor = await signedIn(browser, { origin, proxy }, async (page) => {
    await page.goto(address)
    await page.locator('#username').fill('admin')
    await page.locator('#password').fill(password)
    await page.locator('#kc-login').click()
    await page.locator(moments.usable).first().waitFor({ timeout: 60_000 })
  })
  return {
    yardstick: { name: 'Keycloak’s account console', origin, address, moments, visitor },
    close,
  }
}

/**
 * The admin interface of a real Unleash: a project's flags.
 *
 * @throws {Unavailable}
 */
export async function unleashAdmin(browser: Browser, proxy: Proxy): Promise<Service> {
  const { url, close } = await startUnleash({ origins: [] })
  const origin = url.replace('127.0.0.1', 'localhost')
  const address = '/projects/default'
  const moments: Moments = { usable: 'main input' }
  const visitor = await signedIn(browser, { origin, proxy }, async (page) => {
    await page.goto('/login')
    await page.locator('input[name="username"]').fill('admin')
    await page.locator('input[name="password"]').fill('unleash4all')
    await page.locator('button[type="submit"]').click()
    await page.waitForURL((reached) => !reached.pathname.startsWith('/login'))
    await page.goto(address)
    await page.locator(moments.usable).first().waitFor({ timeout: 60_000 })
  })
  return { yardstick: { name: 'Unleash’s admin', origin, address, moments, visitor }, close }
}

/** How long a yardstick takes on a network. */
export function yardstickTime(
  browser: Browser,
  proxy: Proxy,
  yardstick: Yardstick,
  network: Network,
): Scenario {
  return openedPage({ ...yardstick, browser, proxy, network })
}
