import { startClosableProxy, type ClosableProxy } from '../../tools/services/door.ts'
import { createUnleashClient, type UnleashControl } from '../../tools/services/unleash/control.ts'
import { createPortalEnvironment } from '../../sandbox/portal-environment.ts'
import { startPortal } from '../../server/start.ts'
import { flagNames } from '../../src/stores/shell/flags.ts'
import { readSuiteVariable } from '../base.ts'
import { test as base, expect } from '../fixtures.ts'

interface Fixtures {
  /** Environment variables that differ from a correct configuration. */
  variables: Record<string, string>
  /** True if Unleash allows requests from the portal's origin. */
  isAllowed: boolean
  door: ClosableProxy
  unleash: UnleashControl
}

/** Base test with a real Unleash behind a proxy. */
export const test = base.extend<Fixtures>({
  variables: [{}, { option: true }],
  isAllowed: [true, { option: true }],
  unleash: async ({}, use) => {
    const unleash = createUnleashClient(readSuiteVariable('UNLEASH_TEST_URL'))
    for (const name of flagNames) await unleash.setFlag(name, false)
    await use(unleash)
  },
  door: async ({ unleash }, use) => {
    const door = await startClosableProxy(Number(new URL(unleash.url).port))
    await use(door)
    await door.close()
  },
  baseURL: async ({ services, unleash, door, variables, isAllowed }, use) => {
    const portal = await startPortal({
      port: isAllowed ? Number(readSuiteVariable('UNLEASH_TEST_PORTAL_PORT')) : 0,
      environment: {
        ...createPortalEnvironment(services.sandbox.url),
        PORTAL_FLAGS_URL: `${door.url}/api/frontend`,
        PORTAL_FLAGS_CLIENT_KEY: unleash.clientKey,
        PORTAL_FLAGS_REFRESH_SECONDS: '1',
        ...variables,
      },
    })
    await use(portal.url)
    await portal.close()
  },
})

export { expect }
