import type { Browser, BrowserContext, Page } from '@playwright/test'
import { keptOf } from '../../test/code-flow.ts'
import type { Proxy } from './proxy.ts'

/** Selectors of what the user of a page waits for. */
export interface Moments {
  /** The control that is used first. */
  usable: string
  /** What stands there once the page's first list has come; undefined: it has none. */
  list?: string
}

export interface Route {
  address: string
  moments: Moments
}

const route = (address: string, usable: string, list?: string): Route => ({
  address,
  moments: { usable, ...(list !== undefined && { list }) },
})

/** A location that is coupled, in the practice data; nothing of it has been set up. */
const coupled = '?administration=1007&location=2008'
const administrations = 'input#administration'

/** The portal's pages; the first step of /polaris has nothing to choose. */
export const routes = {
  home: route('/', '#shell-ready a.button'),
  connect: route('/connect', administrations, `${administrations}:not([aria-busy="true"])`),
  check: route(
    '/check?administration=1006&location=2007',
    '#outcome',
    '.check-found:not(.check-begun) details',
  ),
  boarding: route('/boarding', '#shell-ready form input'),
  boardingList: route('/boarding/list', '.list .drop'),
  wizard: route(`/wizard${coupled}`, '#shell-ready form input[type="radio"]'),
  polaris: route(`/polaris${coupled}`, '#shell-ready form button'),
}

/** Where the ledgers stand once each has been looked up: some are there, others are to be made. */
export const ledgers = route(`/wizard${coupled}&step=journals`, '.ledger-batch button')

/** The sandbox's page that a signed-out visitor is sent to; what leads back is not waited for. */
export const signInPage = {
  usable: 'button[name="account"]',
  signIn: (page: Page) =>
    page.getByRole('button', { name: 'reseller@koppelpunt.test' }).click({ noWaitAfter: true }),
}

/**
 * The time since 1970, in milliseconds, once something that a selector names can be used: it is shown,
 * enabled, and its island is hydrated. Runs in the page, and so refers to nothing outside itself.
 */
export function usableAt(selector: string): number | false {
  const isUsable = [...document.querySelectorAll(selector)].some(
    (element) =>
      element.getClientRects().length > 0 &&
      !element.matches(':disabled, [aria-disabled="true"]') &&
      !element.closest('[inert], astro-island[ssr]'),
  )
  return isUsable && performance.timeOrigin + performance.now()
}

/** What a browser keeps of somebody who was there before, but for its cache. */
export interface Visitor {
  storageState?: Awaited<ReturnType<BrowserContext['storageState']>>
  /** Of one tab. */
  session: readonly (readonly [key: string, value: string])[]
}

/** A browser, and the proxy that all its requests go through. */
export interface Stage {
  browser: Browser
  proxy: Proxy
}

/** Signs in and looks at Home once, so that everything is remembered that a browser keeps. */
export async function visitorOf(
  stage: Stage,
  { portal, sandbox }: { portal: string; sandbox: { url: string } },
  account: 'reseller' | 'polaris' = 'reseller',
): Promise<Visitor> {
  const signedIn = await keptOf(sandbox.url, `${account}@koppelpunt.test`)
  const page = await openTab(stage, portal, { session: [signedIn] })
  await page.goto('/')
  await page.getByRole('button', { name: /^Aangemeld als/ }).waitFor()
  await page.waitForLoadState('networkidle')
  const session = await page.evaluate(() => Object.entries<string>(sessionStorage))
  const storageState = await page.context().storageState()
  await page.context().close()
  return { storageState, session }
}

/** An empty tab of a browser with an empty cache. */
export async function openTab(
  { browser, proxy }: Stage,
  origin: string,
  visitor: Visitor | null,
): Promise<Page> {
  const context = await browser.newContext({
    baseURL: origin,
    // Without the exception, this machine's own addresses would go past the proxy.
    proxy: { server: proxy.url, bypass: '<-loopback>' },
    ...(visitor?.storageState && { storageState: visitor.storageState }),
  })
  const page = await context.newPage()
  await page.addInitScript(
    ([own, session]) => {
      if (location.origin !== own || sessionStorage.length > 0) return
      for (const [key, value] of session) sessionStorage.setItem(key, value)
    },
    [origin, visitor?.session ?? []] as const,
  )
  return page
}
