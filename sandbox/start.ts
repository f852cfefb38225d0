import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { createApplication } from './application.ts'
import { FaultList } from './control/faults.ts'
import { openDatabase } from './database/database.ts'
import { addNumberedAdministrations, seedDatabase } from './database/seed.ts'
import { changeSettings } from './database/settings.ts'
import { loadIdentitySecrets } from './identity/storage.ts'
import { createTokenVerifier, verifyClaims } from './identity/tokens.ts'
import { createIdentityProvider } from './identity/provider.ts'
import { type UserDirectory, createUserDirectory } from './identity/users.ts'
import { realmPath } from './portal-environment.ts'
import type { Sandbox, SandboxEnv } from './sandbox.ts'

export interface StartOptions {
  port: number
  db: string
  host?: string
  administrations?: number
  /** True to restore the practice data and replace a broken database. */
  reset?: boolean
  portalUrl?: string
  /** Issuer of accepted access tokens, by default the sandbox. */
  issuer?: string
  directory?: UserDirectory
  /** True to limit responses to the fields that the portal requires. */
  minimalAnswers?: boolean
  quiet?: boolean
}

export interface RunningSandbox {
  url: string
  close: () => Promise<void>
}

/** Opens the database and prepares the practice data. */
function preparedDatabase({
  db: path,
  reset = false,
  administrations = 0,
  minimalAnswers = false,
  portalUrl,
}: StartOptions) {
  const { db, fresh } = openDatabase(path, { replace: reset })
  if (fresh || reset) seedDatabase(db)
  addNumberedAdministrations(db, administrations)
  changeSettings(db, { portalUrl, minimalAnswers })
  return db
}

async function serve(server: Server, options: StartOptions): Promise<RunningSandbox> {
  const url = `http://localhost:${(server.address() as AddressInfo).port}`
  const db = preparedDatabase(options)
  const issuer = `${url}${realmPath}`
  const secrets = await loadIdentitySecrets(db)
  const stopping = new AbortController()
  const own = { db, issuer, secrets }
  const accepts =
    options.issuer === undefined
      ? async (header: string | undefined) => (await verifyClaims(own, header)) !== undefined
      : createTokenVerifier(options.issuer)
  const sandbox: Sandbox = {
    db,
    url,
    issuer,
    secrets,
    provider: createIdentityProvider(db, issuer, secrets),
    accepts,
    directory: options.directory ?? createUserDirectory(db),
    requests: [],
    preflights: [],
    faults: new FaultList(),
    reports: [],
    minimalAnswers: options.minimalAnswers ?? false,
    stopping: stopping.signal,
  }
  const app = createApplication(sandbox, options.quiet ?? false)
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

/** Starts the sandbox (contract §5). @throws {DatabaseError} or the socket's error */
export async function startSandbox(options: StartOptions): Promise<RunningSandbox> {
  // Clients on a busy machine reuse connections after long pauses.
  const server = createServer({ keepAliveTimeout: 75_000 })
  server.listen(options.port, options.host ?? '127.0.0.1')
  await once(server, 'listening')
  try {
    return await serve(server, options)
  } catch (error) {
    server.close()
    throw error
  }
}
