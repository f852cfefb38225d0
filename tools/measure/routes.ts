import type { Page } from '@playwright/test'
import { password } from '../../sandbox/accounts.ts'

export type Account = 'reseller' | 'polaris'

/** Selectors of what the user of a page waits for. */
export interface Moments {
  /** The control that is used first. */
  usable: string
  /** What stands there once the page's first list has come; undefined: it has none. */
  list?: string
}

interface Route {
  name: string
  address: string
  account: Account
  moments: Moments
}

/** A location that is coupled, in the practice data; nothing of it has been set up. */
const coupled = '?administration=1007&location=2008'

/** The portal's pages, with what is done first on each. */
export const routes = {
  home: {
    name: '/',
    address: '/',
    account: 'reseller',
    moments: { usable: '#shell-ready a.button' },
  },
  connect: {
    name: '/connect',
    address: '/connect',
    account: 'reseller',
    moments: {
      usable: 'input#administration',
      list: 'input#administration:not([aria-busy="true"])',
    },
  },
  check: {
    name: '/check',
    address: '/check?administration=1006&location=2007',
    account: 'reseller',
    moments: { usable: '.check-lines', list: '[data-kind="success"] > [role="status"]' },
  },
  boarding: {
    name: '/boarding',
    address: '/boarding',
    account: 'reseller',
    moments: { usable: '#shell-ready form input' },
  },
  boardingList: {
    name: '/boarding/list',
    address: '/boarding/list',
    account: 'reseller',
    moments: { usable: '#list-file' },
  },
  wizard: {
    name: '/wizard',
    address: `/wizard${coupled}`,
    account: 'reseller',
    moments: { usable: '#shell-ready form input[type="radio"]' },
  },
  polaris: {
    name: '/polaris',
    address: `/polaris${coupled}`,
    account: 'polaris',
    // The first step has nothing to choose there.
    moments: { usable: '#shell-ready form button' },
  },
} as const satisfies Record<string, Route>

/** A provider's page that a signed-out visitor is sent to. */
export interface SignInPage {
  /** Selector of what is used first on it. */
  usable: string
  /** Presses what leads back; the page that it leads to is not waited for. */
  signIn: (page: Page) => Promise<unknown>
}

/** The sandbox's. */
export const signInPage: SignInPage = {
  usable: 'button[name="account"]',
  signIn: (page) =>
    page.getByRole('button', { name: 'reseller@koppelpunt.test' }).click({ noWaitAfter: true }),
}

/** Keycloak's own. */
export const keycloakPage: SignInPage = {
  usable: '#kc-login',
  signIn: async (page) => {
    await page.locator('#username').fill('reseller@koppelpunt.test')
    await page.locator('#password').fill(password)
    await page.locator('#kc-login').click({ noWaitAfter: true })
  },
}

/** Where the ledgers stand once each has been looked up: some are there, others are to be made. */
export const ledgers = {
  address: `/wizard${coupled}&step=journals`,
  moments: {
    usable: '.step-panel:not(:has(.ledger[data-status="checking"])) .ledger-batch button',
  },
}

/**
 * Whether something that a selector names can be used: it is shown, enabled, and its island is
 * hydrated. Runs in the page, and so refers to nothing outside itself.
 */
export function isUsable(selector: string): boolean {
  return [...document.querySelectorAll(selector)].some(
    (element) =>
      element.getClientRects().length > 0 &&
      !element.matches(':disabled, [aria-disabled="true"]') &&
      !element.closest('[inert], astro-island[ssr]'),
  )
}
