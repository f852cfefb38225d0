import { portalEnvironment } from '../sandbox/portal-environment.ts'
import { start as startPortal } from '../server/start.ts'
import { startTestSandbox, type SandboxControl } from '../test/sandbox.ts'
import { test as base, expect } from './base.ts'
import { SignIn } from './pages/sign-in.ts'

interface Services {
  /** Starts another portal on the same sandbox, with some variables changed; closed with the worker. */
  portalWith: (variables: Record<string, string>) => Promise<string>
  portal: string
  sandbox: SandboxControl
}

interface Fixtures {
  freshSandbox: undefined
  signIn: SignIn
}

export const test = base.extend<Fixtures, { services: Services }>({
  services: [
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
  signIn: async ({ page, services }, use) => {
    await use(new SignIn(page, services))
  },
})

export { expect }
