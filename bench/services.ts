import { portalEnvironment } from '../sandbox/portal-environment.ts'
import { start as startPortal } from '../server/start.ts'
import { startTestSandbox, type SandboxControl } from '../test/sandbox.ts'
import { startProxy, type Proxy } from './proxy.ts'

/** Where the product API and the flags are: at another origin, or under the portal's own. */
export const arrangements = ['cross-origin', 'same-origin'] as const
export type Arrangement = (typeof arrangements)[number]

/** Longer than any bench. */
const TOKEN_SECONDS = 24 * 60 * 60

export interface Services {
  /** Origins, without a slash at the end. */
  portal: string
  sandbox: SandboxControl
  proxy: Proxy
  close: () => Promise<void>
}

/**
 * Starts the built portal on a sandbox of its own, and the proxy that a browser has to use: with the
 * same origin, it leads two paths of the portal to the sandbox.
 */
export async function startServices(
  arrangement: Arrangement,
  options: { administrations?: number } = {},
): Promise<Services> {
  const sandbox = await startTestSandbox({ quiet: true, ...options })
  // A refresh token works once, and everybody here starts with the same one.
  await sandbox.changeSettings({ accessTokenLifetime: TOKEN_SECONDS })
  const isShared = arrangement === 'same-origin'
  const environment = {
    ...portalEnvironment(sandbox.url),
    ...(isShared && { PORTAL_API_URL: '/api', PORTAL_FLAGS_URL: '/flags' }),
  }
  const portal = await startPortal({ port: 0, environment })
  const proxy = await startProxy((url) =>
    isShared && url.origin === portal.url && /^\/(api|flags)(\/|$)/.test(url.pathname)
      ? sandbox.url
      : url.origin,
  )
  return {
    portal: portal.url,
    sandbox,
    proxy,
    close: async () => {
      await proxy.close()
      await portal.close()
      await sandbox.close()
    },
  }
}
