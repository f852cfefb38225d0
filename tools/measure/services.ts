import { portalEnvironment } from '../../sandbox/portal-environment.ts'
import { start as startPortal } from '../../server/start.ts'
import { startTestSandbox, type SandboxControl } from '../../test/sandbox.ts'
import { startProxy, type Proxy } from './proxy.ts'

/** Longer than any bench. */
const TOKEN_SECONDS = 24 * 60 * 60

export interface Services {
  /** Origins, without a slash at the end. */
  portal: string
  sandbox: SandboxControl
  proxy: Proxy
  close: () => Promise<void>
}

/** Starts the built portal on a sandbox of its own, and the proxy that a browser has to use. */
export async function startServices(): Promise<Services> {
  const sandbox = await startTestSandbox({ quiet: true })
  // A refresh token works once, and everybody here starts with the same one.
  await sandbox.changeSettings({ accessTokenLifetime: TOKEN_SECONDS })
  const portal = await startPortal({ port: 0, environment: portalEnvironment(sandbox.url) })
  const proxy = await startProxy()
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
