import { test as base } from '@playwright/test'
import { createPortalEnvironment } from '../sandbox/portal-environment.ts'
import { startPortal } from '../server/start.ts'
import { startTestSandbox, type SandboxControl } from '../test/sandbox.ts'

interface Services {
  /** Starts another portal with changed environment variables, once per worker. */
  portalWith: (variables: Record<string, string>) => Promise<string>
  portal: string
  sandbox: SandboxControl
}

interface Fixtures {
  freshSandbox: undefined
  sandbox: SandboxControl
}

/** Base test with a portal and a freshly seeded sandbox. */
export const test = base.extend<Fixtures, { services: Services }>({
  services: [
    async ({}, use) => {
      const sandbox = await startTestSandbox({ quiet: true })
      const closes: (() => Promise<void>)[] = [sandbox.close]
      const started = new Map<string, Promise<string>>()
      const startWith = async (variables: Record<string, string>) => {
        const environment = { ...createPortalEnvironment(sandbox.url), ...variables }
        const portal = await startPortal({ port: 0, environment })
        closes.unshift(portal.close)
        await portal.firstDiscovery
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
})
