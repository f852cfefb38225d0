import type { Browser, BrowserContext, Page } from '@playwright/test'
import { createSessionEntry } from '../../test/code-flow.ts'
import type { Proxy } from './proxy.ts'

export interface LoadingSelectors {
  usable: string
  /** Selector of the page's first list. */
  list?: string
}

export interface Route {
  address: string
  moments: LoadingSelectors
}

const route = (address: string, usable: string, list?: string): Route => ({
  address,
  moments: { usable, ...(list !== undefined && { list }) },
})

const coupled = '?administration=1007&location=2008'
const administrations = 'input#administration'

/** Addresses of pages, with a selector that matches once the page is usable. */
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

/** Ledger step of the wizard, usable once all lookups have finished. */
export const ledgers = route(`/wizard${coupled}&step=journals`, '.ledger-batch button')

export const signInPage = {
  usable: 'button[name="account"]',
  signIn: (page: Page) =>
    page.getByRole('button', { name: 'reseller@koppelpunt.test' }).click({ noWaitAfter: true }),
}

/** Returns ms since 1970 without using imports, because it runs in the page. */
export function findUsableTime(selector: string): number | false {
  const isUsable = [...document.querySelectorAll(selector)].some(
    (element) =>
      element.getClientRects().length > 0 &&
      !element.matches(':disabled, [aria-disabled="true"]') &&
      !element.closest('[inert], astro-island[ssr]'),
  )
  return isUsable && performance.timeOrigin + performance.now()
}

export interface VisitorState {
  storageState?: Awaited<ReturnType<BrowserContext['storageState']>>
  session: readonly (readonly [key: string, value: string])[]
}

export interface BrowserWithProxy {
  browser: Browser
  proxy: Proxy
}

/** Creates a visitor with stored tokens and cached files. */
export async function createVisitorState(
  stage: BrowserWithProxy,
  { portal, sandbox }: { portal: string; sandbox: { url: string } },
  account: 'reseller' | 'polaris' = 'reseller',
): Promise<VisitorState> {
  const signedIn = await createSessionEntry(sandbox.url, `${account}@koppelpunt.test`)
  const page = await openTab(stage, portal, { session: [signedIn] })
  await page.goto('/')
  await page.getByRole('button', { name: /^Aangemeld als/ }).waitFor()
  await page.waitForLoadState('networkidle')
  const session = await page.evaluate(() => Object.entries<string>(sessionStorage))
  const storageState = await page.context().storageState()
  await page.context().close()
  return { storageState, session }
}

export async function openTab(
  { browser, proxy }: BrowserWithProxy,
  origin: string,
  visitor: VisitorState | null,
): Promise<Page> {
  const context = await browser.newContext({
    baseURL: origin,
    // Browsers bypass proxies for local addresses by default.
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
