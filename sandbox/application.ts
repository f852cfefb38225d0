import { readFile } from 'node:fs/promises'
import { Hono } from 'hono'
import { cors } from 'hono/cors'
import { HTTPException } from 'hono/http-exception'
import { html } from 'hono/html'
import { addActivationRoutes } from './accounting/activation.ts'
import { addPolarisRoutes } from './accounting/polaris.ts'
import { createProductApi } from './api/routes.ts'
import { applyFaults } from './control/faults.ts'
import { recordPreflights, recordRequests } from './control/recorder.ts'
import { createControlRoutes } from './control/routes.ts'
import { readSettings } from './database/settings.ts'
import { createFlagRoutes } from './flags.ts'
import { addIdentityRoutes } from './identity/routes.ts'
import { isLoopback, realmAdminPath, realmPath, reportsPath } from './portal-environment.ts'
import { autoContinueScript, pageStyle, sendPage } from './pages.ts'
import { addErrorReportRoutes } from './reports.ts'
import type { Sandbox, SandboxEnv } from './sandbox.ts'

const crossOrigin = [
  '/api/*',
  '/flags',
  '/flags/*',
  `${realmPath}/*`,
  `${realmAdminPath}/*`,
  `${reportsPath}/*`,
]

/** Seconds that a browser caches a preflight response (Chromium's maximum). */
const PREFLIGHT_SECONDS = 7200

const recorded = [
  '/api/*',
  '/flags',
  '/flags/*',
  `${realmAdminPath}/*`,
  `${realmPath}/.well-known/openid-configuration`,
  `${realmPath}/protocol/openid-connect/token`,
  `${realmPath}/protocol/openid-connect/userinfo`,
]

const contract = new URL('../docs/openapi.json', import.meta.url)

const startPage = html`<p>Dit is de nagespeelde buitenwereld van Koppelpunt.</p>
  <ul>
    <li><a href="${realmPath}/.well-known/openid-configuration">Inlogdienst</a></li>
    <li><a href="/customers">Klantportaal</a></li>
    <li><a href="/openapi.json">Contract van de product-API</a></li>
    <li><a href="/sandbox/requests">Opgenomen aanroepen</a></li>
  </ul>`

const customerPortal = (portalUrl: string) =>
  html`<p>U bent klaar met de koppeling. Hier zou uw eigen omgeving verschijnen.</p>
    <p><a href="${portalUrl}">Terug naar het portaal</a></p>`

/** Routes of the whole sandbox (contract §2 and §5). */
export function createApplication(sandbox: Sandbox, quiet: boolean) {
  const app = new Hono<SandboxEnv>()
  app.onError((error, c) => {
    if (error instanceof HTTPException)
      return c.json(error.cause ?? { message: error.message }, error.status)
    // eslint-disable-next-line no-console -- a fault of the sandbox itself must not go unseen
    if (!quiet && !sandbox.stopping.aborted) console.error(error)
    return c.json({ message: 'The sandbox failed' }, 500)
  })
  app.notFound((c) => c.json({ message: `No call ${c.req.method} ${c.req.path}` }, 404))
  const allowed = cors({
    origin: (origin) => (isLoopback(origin) ? origin : null),
    allowMethods: ['GET', 'POST', 'PUT'],
    allowHeaders: [
      'accept',
      'administration',
      'authorization',
      'content-type',
      'idempotency-key',
      'if-none-match',
      'location',
      'unleash-appname',
      'unleash-connection-id',
      'unleash-sdk',
    ],
    exposeHeaders: ['etag', 'retry-after', 'idempotency-replayed', 'www-authenticate'],
    maxAge: PREFLIGHT_SECONDS,
  })
  for (const path of crossOrigin) app.use(path, recordPreflights(sandbox), allowed)
  for (const path of recorded) app.use(path, recordRequests(sandbox))
  const strike = applyFaults(sandbox, (request, env) => app.fetch(request, env))
  app.use(async (c, next) => (c.req.path.startsWith('/sandbox') ? next() : strike(c, next)))
  app.route('/api', createProductApi(sandbox))
  addIdentityRoutes(app, sandbox)
  app.route('/flags', createFlagRoutes(sandbox))
  addActivationRoutes(app, sandbox)
  addPolarisRoutes(app, sandbox)
  app.get('/customers', (c) =>
    sendPage(c, 'Klantportaal', customerPortal(readSettings(sandbox.db).portalUrl)),
  )
  app.get('/openapi.json', async (c) =>
    c.body(await readFile(contract), 200, { 'content-type': 'application/json' }),
  )
  addErrorReportRoutes(app, sandbox)
  app.route('/sandbox', createControlRoutes(sandbox))
  app.get('/', (c) => sendPage(c, 'Koppelpunt', startPage))
  app.get('/pages/page.css', (c) => c.body(pageStyle, 200, { 'content-type': 'text/css' }))
  app.get('/pages/continue.js', (c) =>
    c.body(autoContinueScript, 200, { 'content-type': 'text/javascript' }),
  )
  return app
}
