import type { Browser, BrowserContext, Page } from '@playwright/test'
import { portalClientId, realmPath } from '../../sandbox/portal-environment.ts'
import { claimsOf, signInAs } from '../../test/code-flow.ts'
import { userOf } from '../../src/lib/identity/refresh.ts'
import type { Proxy } from './proxy.ts'
import type { Account } from './routes.ts'

/** What a browser keeps of somebody who was there before, but for its cache. */
export interface Visitor {
  state: Awaited<ReturnType<BrowserContext['storageState']>>
  /** Of one tab. */
  session: Record<string, string>
}

interface Services {
  portal: string
  sandbox: { url: string }
  proxy: Proxy
}

/** What the browser has kept by now, to go on with in another one. */
async function rememberedBy(page: Page): Promise<Visitor> {
  const session = await page.evaluate(() =>
    Object.fromEntries(
      Object.keys(sessionStorage).map((key) => [key, sessionStorage.getItem(key) ?? '']),
    ),
  )
  return { state: await page.context().storageState(), session }
}

/** What the tab of somebody who has signed in at the sandbox keeps, with the provider's own tokens. */
async function sessionOf(sandbox: string, account: Account): Promise<Record<string, string>> {
  const { tokens } = await signInAs(sandbox, `${account}@koppelpunt.test`)
  const profile = { sub: '', ...claimsOf(tokens.id_token) }
  const user = userOf(tokens, { profile, userinfo: {} }, Date.now())
  return { [`oidc.user:${sandbox}${realmPath}:${portalClientId}`]: JSON.stringify(user) }
}

/**
 * Signs in and looks at Home once, so that everything is remembered that a browser keeps.
 *
 * @param afterwards what else was done before
 */
export async function visitorOf(
  browser: Browser,
  { portal, sandbox, proxy }: Services,
  account: Account,
  afterwards?: (page: Page) => Promise<unknown>,
): Promise<Visitor> {
  const session = await sessionOf(sandbox.url, account)
  const visitor = { state: { cookies: [], origins: [] }, session }
  const page = await openTab(browser, { origin: portal, proxy, visitor })
  try {
    await page.goto('/')
    await page.getByRole('button', { name: 'Afmelden' }).waitFor()
    await page.waitForLoadState('networkidle')
    await afterwards?.(page)
    return await rememberedBy(page)
  } finally {
    await page.context().close()
  }
}

/** An empty tab of a browser with an empty cache, whose every request goes through a proxy. */
export async function openTab(
  browser: Browser,
  { origin, proxy, visitor }: { origin: string; proxy: Proxy; visitor: Visitor | null },
): Promise<Page> {
  const context = await browser.newContext({
    baseURL: origin,
    // Without the exception, this machine's own addresses would go past the proxy.
    proxy: { server: proxy.url, bypass: '<-loopback>' },
    ...(visitor && { storageState: visitor.state }),
  })
  const page = await context.newPage()
  if (visitor === null) return page
  await page.addInitScript(
    ([own, session]) => {
      if (location.origin !== own || sessionStorage.length > 0) return
      for (const [key, value] of Object.entries(session)) sessionStorage.setItem(key, value)
    },
    [origin, visitor.session] as const,
  )
  return page
}
