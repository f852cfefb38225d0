import { portalEnvironment } from '../sandbox/portal-environment.ts'
import { start as startPortal } from '../server/start.ts'
import { startTestSandbox, type SandboxControl } from '../test/sandbox.ts'
import type { Page } from '@playwright/test'
import { test as base, expect } from './base.ts'
import type { Activation } from './pages/activation.ts'
import type { BoardingPage } from './pages/boarding.ts'
import type { ConnectPage } from './pages/connect.ts'
import { SignIn, type Account } from './pages/sign-in.ts'
import type { WizardPage } from './pages/wizard.ts'

interface Services {
  /** Another portal on the same sandbox, with some variables changed; started once for a worker. */
  portalWith: (variables: Record<string, string>) => Promise<string>
  portal: string
  sandbox: SandboxControl
}

/** The screens of one tab, and what stands before and behind them. */
interface Screens {
  page: Page
  signIn: SignIn
  connect: ConnectPage
  boarding: BoardingPage
  activation: Activation
  wizard: WizardPage
}

type Open = (address: string, account?: Account) => Promise<Screens>

interface Fixtures {
  freshSandbox: undefined
  sandbox: SandboxControl
  signIn: SignIn
  screens: Screens
  /** Opens an address of the portal in a tab that somebody, a reseller unless told, has signed in to. */
  open: Open
  /** Opens an address of the portal, and signs in on the provider's page, which then knows the browser. */
  signInAt: Open
}

export const test = base.extend<Fixtures, { services: Services }>({
  services: [
    async ({}, use) => {
      const sandbox = await startTestSandbox({ quiet: true })
      const closes: (() => Promise<void>)[] = [sandbox.close]
      const started = new Map<string, Promise<string>>()
      const startWith = async (variables: Record<string, string>) => {
        const environment = { ...portalEnvironment(sandbox.url), ...variables }
        const portal = await startPortal({ port: 0, environment })
        closes.unshift(portal.close)
        await portal.providerAsked
        return portal.url
      }
      const portalWith = (variables: Record<string, string>) => {
        const key = JSON.stringify(variables)
        const portal = started.get(key) ?? startWith(variables)
        started.set(key, portal)
        return portal
      }
      await use({ portalWith, portal: await portalWith({}), sandbox })
      for (const close of closes) await close()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ services }, use) => {
    await use(services.portal)
  },
  freshSandbox: [
    async ({ services }, use) => {
      await services.sandbox.reset()
      await use(undefined)
    },
    { auto: true },
  ],
  sandbox: async ({ services }, use) => {
    await use(services.sandbox)
  },
  signIn: async ({ page, services }, use) => {
    await use(new SignIn(page, services))
  },
  screens: async ({ page, signIn, connect, boarding, activation, wizard }, use) => {
    await use({ page, signIn, connect, boarding, activation, wizard })
  },
  open: async ({ screens }, use) => {
    await use(async (address, account) => {
      await screens.signIn.open(address, account)
      return screens
    })
  },
  signInAt: async ({ screens }, use) => {
    await use(async (address, account) => {
      await screens.signIn.through(address, account)
      return screens
    })
  },
})

export { expect }
