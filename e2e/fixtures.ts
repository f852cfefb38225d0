import { test as base, expect } from '@playwright/test'
import { portalEnvironment } from '../sandbox/portal-environment.ts'
import { start as startPortal } from '../server/start.ts'
import { startTestSandbox, type SandboxControl } from '../test/sandbox.ts'
import { Activation } from './pages/activation.ts'
import { BoardingPage } from './pages/boarding.ts'
import { ConnectPage } from './pages/connect.ts'
import { SignIn } from './pages/sign-in.ts'
import { WizardPage } from './pages/wizard.ts'

interface World {
  /** Starts another portal on the same sandbox, with some variables changed; closed with the worker. */
  portalWith: (variables: Record<string, string>) => Promise<string>
  portal: string
  sandbox: SandboxControl
}

interface Fixtures {
  /** What the browser's console may show as an error in this test. */
  expectedErrors: RegExp
  cleanConsole: undefined
  freshSandbox: undefined
  signIn: SignIn
  connect: ConnectPage
  boarding: BoardingPage
  activation: Activation
  wizard: WizardPage
}

/**
 * Look-ups that may find nothing: a customer that was never registered here, a ledger or relation
 * that is still to be made, and what an accounting connection holds before it is confirmed. The
 * portal takes these answers for what they are; the browser notes each of them as an error.
 */
const foundNothing = new RegExp(
  `status of (?:${[
    String.raw`404 .*/api/(?:registrations/registration\?|snelstart/journals/grootboeken/\d+\?|snelstart/relations\?(?:.*&)?relatiecode=)`,
    String.raw`(?:404|409) .*/api/snelstart/(?:company|company/info|salesorder/template)\?`,
  ].join('|')})`,
)

export const test = base.extend<Fixtures, { world: World }>({
  world: [
    async ({}, use) => {
      const sandbox = await startTestSandbox({ quiet: true })
      const closes: (() => Promise<void>)[] = [sandbox.close]
      const portalWith = async (variables: Record<string, string>) => {
        const environment = { ...portalEnvironment(sandbox.url), ...variables }
        const portal = await startPortal({ port: 0, environment })
        closes.unshift(portal.close)
        return portal.url
      }
      await use({ portalWith, portal: await portalWith({}), sandbox })
      for (const close of closes) await close()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ world }, use) => {
    await use(world.portal)
  },
  freshSandbox: [
    async ({ world }, use) => {
      await world.sandbox.reset()
      await use(undefined)
    },
    { auto: true },
  ],
  expectedErrors: [/^$/, { option: true }],
  cleanConsole: [
    async ({ context, expectedErrors }, use) => {
      const stray: string[] = []
      const note = (text: string) => {
        if (!expectedErrors.test(text) && !foundNothing.test(text)) stray.push(text)
      }
      context.on('weberror', (error) => note(error.error().message))
      context.on('console', (message) => {
        if (message.type() === 'error') note(`${message.text()} ${message.location().url}`)
      })
      await use(undefined)
      expect(stray).toEqual([])
    },
    { auto: true },
  ],
  signIn: async ({ page }, use) => {
    await use(new SignIn(page))
  },
  connect: async ({ page }, use) => {
    await use(new ConnectPage(page))
  },
  boarding: async ({ page }, use) => {
    await use(new BoardingPage(page))
  },
  activation: async ({ page }, use) => {
    await use(new Activation(page))
  },
  wizard: async ({ page }, use) => {
    await use(new WizardPage(page))
  },
})

export { expect }
