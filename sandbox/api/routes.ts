import { Hono } from 'hono'
import { addPolarisCallback } from '../accounting/polaris.ts'
import type { Sandbox, SandboxEnv } from '../sandbox.ts'
import { addJournalRoutes, addProductRoutes, addRelationRoutes } from './bookkeeping.ts'
import { addCompanyRoutes, addKeyRoutes, addPaymentLedgerRoutes } from './coupling.ts'
import { addAdministrationRoutes, addLocationRoutes, addRegistrationRoutes } from './customers.ts'
import { createIdempotencyMiddleware } from './idempotency.ts'
import { createMinimalAnswersMiddleware } from './minimal-answers.ts'

/** Paths that require no bearer token, such as the subscription list (§7). */
const open = new Set(['/api/registrations/subscription/list', '/api/polaris/callback'])

/** Routes of the product API (§7), mounted under `/api`. */
export function createProductApi(sandbox: Sandbox) {
  const app = new Hono<SandboxEnv>()
  app.use(createMinimalAnswersMiddleware(sandbox))
  app.use(async (c, next) => {
    if (!open.has(c.req.path) && !(await sandbox.accepts(c.req.header('authorization')))) {
      const message = 'A valid bearer token is required'
      return c.json({ message }, 401, { 'www-authenticate': 'Bearer' })
    }
    return next()
  })
  app.use(createIdempotencyMiddleware(sandbox))
  addRegistrationRoutes(app, sandbox)
  addAdministrationRoutes(app, sandbox)
  addLocationRoutes(app, sandbox)
  addKeyRoutes(app, sandbox)
  addCompanyRoutes(app, sandbox)
  addPaymentLedgerRoutes(app, sandbox)
  addJournalRoutes(app, sandbox)
  addProductRoutes(app, sandbox)
  addRelationRoutes(app, sandbox)
  addPolarisCallback(app, sandbox)
  return app
}
