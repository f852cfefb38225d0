import {
  sharedOriginEnvironment,
  startRecommendedNginx,
  type BackendAddresses,
  type RecommendedNginx,
} from '../../tools/services/nginx/recommended.ts'
import { realmAdminPath } from '../../sandbox/portal-environment.ts'
import { test as base, expect } from '../fixtures.ts'
import { SignIn } from '../pages/sign-in.ts'

/** Base test with the portal behind the recommended nginx. */
export const test = base.extend<object, { behind: BackendAddresses; nginx: RecommendedNginx }>({
  behind: [
    async ({ services: { portalWith, sandbox } }, use) => {
      await use({
        portals: [await portalWith(sharedOriginEnvironment)],
        services: sandbox.url,
        paths: { api: '/api', flags: '/flags', users: `${realmAdminPath}/users` },
      })
    },
    { scope: 'worker' },
  ],
  nginx: [
    async ({ behind }, use) => {
      const nginx = await startRecommendedNginx(behind)
      await use(nginx)
      await nginx.close()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ nginx }, use) => {
    await use(nginx.url)
  },
  signIn: async ({ page, services, nginx }, use) => {
    await use(new SignIn(page, { ...services, portal: nginx.url }))
  },
})

export { expect }
