import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { application } from './application.ts'
import { FaultList } from './control/faults.ts'
import { RequestLog } from './control/request-log.ts'
import { openDatabase } from './database/database.ts'
import { seed } from './database/seed.ts'
import { changeSettings } from './database/settings.ts'
import { identitySecrets } from './identity/keys.ts'
import { identityProvider } from './identity/provider.ts'
import { realmPath } from './portal-environment.ts'
import type { Sandbox, SandboxEnv } from './sandbox.ts'

export interface StartOptions {
  /** 0 takes any free port. */
  port: number
  /** A file, whose data survives a restart, or ':memory:'. */
  db: string
  /** Address to listen on; only this machine by default. */
  host?: string
  /** Numbered administrations to add when the practice data is made. */
  administrations?: number
  /** Restores the practice data first. */
  reset?: boolean
  /** Origin of the portal, where the polaris flow ends. */
  portalUrl?: string
  /** Leaves out the report of the sandbox's own failures. */
  quiet?: boolean
}

export interface RunningSandbox {
  /** `http://localhost:PORT`, without a slash at the end. */
  url: string
  close: () => Promise<void>
}

/**
 * Starts the sandbox (decisions §5): everything outside the portal, in this process.
 * Rejects with the error of the listening socket (code `EADDRINUSE`) when the port is taken.
 */
export async function start(options: StartOptions): Promise<RunningSandbox> {
  const { port, host = '127.0.0.1', administrations = 0, reset = false, quiet = false } = options
  const server = createServer()
  server.listen(port, host)
  await once(server, 'listening')
  const url = `http://localhost:${(server.address() as AddressInfo).port}`

  const { db, fresh } = openDatabase(options.db)
  if (fresh || reset || administrations > 0) seed(db, administrations)
  if (options.portalUrl !== undefined) changeSettings(db, { portalUrl: options.portalUrl })
  const issuer = `${url}${realmPath}`
  const secrets = await identitySecrets(db)
  const stopping = new AbortController()
  const sandbox: Sandbox = {
    db,
    url,
    issuer,
    secrets,
    provider: identityProvider(db, issuer, secrets),
    requests: new RequestLog(),
    faults: new FaultList(),
    stopping: stopping.signal,
  }
  const app = application(sandbox, quiet)
  const fetch = (request: Request, env: unknown) =>
    app.fetch(request, env as SandboxEnv['Bindings'])
  const listener = getRequestListener(fetch, { overrideGlobalObjects: false })
  server.on('request', (incoming, outgoing) => void listener(incoming, outgoing))

  const close = async () => {
    stopping.abort()
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
    db.close()
  }
  return { url, close }
}
