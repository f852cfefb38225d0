import type { Browser, Page } from '@playwright/test'
import type { Keycloak } from '../real/keycloak/start.ts'
import { password } from '../sandbox/accounts.ts'
import type { Network } from './delay.ts'
import { openedPage, type Scenario } from './pages.ts'
import type { Proxy } from './proxy.ts'
import type { Moments } from './routes.ts'
import type { YardstickPages } from './serve-yardsticks.ts'
import { openTab, rememberedBy, type Visitor } from './visitor.ts'
import { noWire } from './wire.ts'

/** How long a service may take for the first page that it ever shows. */
const FIRST_VISIT = 60_000

const email = 'reseller@koppelpunt.test'

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

/** The sign-in page of Keycloak. */
async function signInAtKeycloak(page: Page, name: string, secret: string): Promise<void> {
  await page.locator('#username').fill(name)
  await page.locator('#password').fill(secret)
  await page.locator('#kc-login').click()
}

/**
 * /connect with the libraries of the product that is there today.
 *
 * @param pages the yardsticks' pages, connected by now
 * @param isKeycloak whether they sign in there
 */
export async function incumbent(
  browser: Browser,
  proxy: Proxy,
  { pages, isKeycloak }: { pages: YardstickPages; isKeycloak: boolean },
): Promise<Yardstick & { visitor: Visitor }> {
  const origin = pages.url
  const visitor = await signedIn(browser, { origin, proxy }, async (page) => {
    await page.goto('/connect')
    if (isKeycloak) await signInAtKeycloak(page, email, password)
    else await page.getByRole('button', { name: email }).click()
    await page.locator('.multiselect.loaded').waitFor()
  })
  const moments = incumbentMoments
  return { name: 'incumbent', origin, address: '/connect', moments, visitor }
}

/** The account console of a real Keycloak. */
export async function keycloakConsole(
  browser: Browser,
  proxy: Proxy,
  keycloak: Keycloak,
): Promise<Yardstick> {
  const origin = keycloak.url
  const address = '/realms/master/account/'
  const moments: Moments = { usable: 'main form input' }
  const visitor = await signedIn(browser, { origin, proxy }, async (page) => {
    await page.goto(address)
    await signInAtKeycloak(page, 'admin', keycloak.password)
    await page.locator(moments.usable).first().waitFor({ timeout: FIRST_VISIT })
  })
  return { name: 'Keycloak’s account console', origin, address, moments, visitor }
}

/** The admin interface of a real Unleash: a project's flags. */
export async function unleashAdmin(
  browser: Browser,
  proxy: Proxy,
  { url }: { url: string },
): Promise<Yardstick> {
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
    await page.locator(moments.usable).first().waitFor({ timeout: FIRST_VISIT })
  })
  return { name: 'Unleash’s admin', origin, address, moments, visitor }
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
