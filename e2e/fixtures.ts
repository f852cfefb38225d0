import { portalEnvironment } from '../sandbox/portal-environment.ts'
import { start as startPortal } from '../server/start.ts'
import { startTestSandbox, type SandboxControl } from '../test/sandbox.ts'
import { test as base, expect } from './base.ts'
import { SignIn } from './pages/sign-in.ts'

interface Services {
  /** Another portal on the same sandbox, with some variables changed; started once for a worker. */
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
      const started = new Map<string, Promise<string>>()
      const startWith = async (variables: Record<string, string>) => {
        const environment = { ...portalEnvironment(sandbox.url), ...variables }
        const portal = await startPortal({ port: 0, environment })
        closes.unshift(portal.close)
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
  signIn: async ({ page, services }, use) => {
    await use(new SignIn(page, services))
  },
})

export { expect }
