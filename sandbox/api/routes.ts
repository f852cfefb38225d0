import { Hono } from 'hono'
import type { Sandbox, SandboxEnv } from '../sandbox.ts'
import { company } from './company.ts'
import { idempotency } from './idempotency.ts'
import { journals } from './journals.ts'
import { keys } from './keys.ts'
import { locations, serials } from './administrations.ts'
import { minimalAnswers } from './minimal-answers.ts'
import { paymentLedgers } from './payment-ledgers.ts'
import { polarisCallback } from '../accounting/polaris.ts'
import { products, salesOrders } from './products.ts'
import { registrations } from './registrations.ts'
import { relations } from './relations.ts'

/** Paths that need no bearer token: the subscription list (§7) and the polaris redirect. */
const open = new Set(['/api/registrations/subscription/list', '/api/polaris/callback'])

const resources = [
  registrations,
  serials,
  locations,
  keys,
  company,
  salesOrders,
  journals,
  paymentLedgers,
  relations,
  products,
  polarisCallback,
]

/** Routes of the product API (§7), mounted under `/api`. */
export function productApi(sandbox: Sandbox) {
  const app = new Hono<SandboxEnv>()
  app.use(minimalAnswers(sandbox))
  app.use(async (c, next) => {
    if (!open.has(c.req.path) && !(await sandbox.accepts(c.req.header('authorization')))) {
      const message = 'A valid bearer token is required'
      return c.json({ message }, 401, { 'www-authenticate': 'Bearer' })
    }
    return next()
  })
  app.use(idempotency(sandbox))
  for (const resource of resources) app.route('/', resource(sandbox))
  return app
}
