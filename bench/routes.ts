import type { Account } from '../e2e/pages/sign-in.ts'

/** A page of the portal, and what its user waits for. */
export interface Route {
  name: string
  address: string
  account: Account
  /** Selector of the control that is used first. */
  control: string
  /** Selector of what stands there once the screen's first list has come; undefined: it has none. */
  list?: string
}

/** A location that is coupled, in the practice data; nothing of it has been set up. */
const coupled = '?administration=1007&location=2008'

export const routes = {
  home: { name: '/', address: '/', account: 'reseller', control: '#shell-ready a.button' },
  connect: {
    name: '/connect',
    address: '/connect',
    account: 'reseller',
    control: 'input#administration',
    list: 'input#administration:not([aria-busy="true"])',
  },
  boarding: {
    name: '/boarding',
    address: '/boarding',
    account: 'reseller',
    control: '#shell-ready form input',
  },
  wizard: {
    name: '/wizard',
    address: `/wizard${coupled}`,
    account: 'reseller',
    control: '#shell-ready form input[type="radio"]',
  },
  polaris: {
    name: '/polaris',
    address: `/polaris${coupled}`,
    account: 'polaris',
    control: '#shell-ready form.steps button',
  },
} as const satisfies Record<string, Route>

/**
 * Whether what a selector names can be used: it is shown, enabled, and its island is hydrated.
 * Runs in the page, and so refers to nothing outside itself.
 */
export function isUsable(selector: string): boolean {
  const element = document.querySelector(selector)
  if (!element || element.closest('[inert], astro-island[ssr]')) return false
  return (
    element.getClientRects().length > 0 && !element.matches(':disabled, [aria-disabled="true"]')
  )
}
