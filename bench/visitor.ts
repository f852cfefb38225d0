import type { Browser, BrowserContext, Page } from '@playwright/test'
import { SignIn, type Account } from '../e2e/pages/sign-in.ts'

/** What a browser keeps of somebody who was there before, but for its cache. */
export interface Visitor {
  state: Awaited<ReturnType<BrowserContext['storageState']>>
  /** Of one tab. */
  session: Record<string, string>
}

interface Services {
  portal: string
  sandbox: { url: string }
}

/** Signs in and looks at Home once, so that everything is remembered that a browser keeps. */
export async function visitorOf(
  browser: Browser,
  services: Services,
  account: Account,
): Promise<Visitor> {
  const context = await browser.newContext({ baseURL: services.portal })
  try {
    const page = await context.newPage()
    await new SignIn(page, services).open('/', account)
    await page.waitForLoadState('networkidle')
    const session = await page.evaluate(() =>
      Object.fromEntries(
        Object.keys(sessionStorage).map((key) => [key, sessionStorage.getItem(key) ?? '']),
      ),
    )
    return { state: await context.storageState(), session }
  } finally {
    await context.close()
  }
}

/** An empty tab of a browser with an empty cache, whose every request goes through a proxy. */
export async function openTab(
  browser: Browser,
  { portal, proxy, visitor }: { portal: string; proxy: string; visitor: Visitor | null },
): Promise<Page> {
  const context = await browser.newContext({
    baseURL: portal,
    // Without the exception, this machine's own addresses would go past the proxy.
    proxy: { server: proxy, bypass: '<-loopback>' },
    ...(visitor && { storageState: visitor.state }),
  })
  const page = await context.newPage()
  if (visitor === null) return page
  await page.addInitScript(
    ([origin, session]) => {
      if (location.origin !== origin || sessionStorage.length > 0) return
      for (const [key, value] of Object.entries(session)) sessionStorage.setItem(key, value)
    },
    [portal, visitor.session] as const,
  )
  return page
}
