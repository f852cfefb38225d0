import { createHash } from 'node:crypto'
import { Hono } from 'hono'
import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { findRows } from './database/database.ts'
import { sandboxClientKey } from './portal-environment.ts'
import type { Sandbox, SandboxEnv } from './sandbox.ts'

const contextBody = z.object({ context: z.record(z.string(), z.unknown()) })

const metricsBody = z.object({
  appName: z.string().min(1),
  instanceId: z.string(),
  bucket: z.object({
    start: z.string(),
    stop: z.string(),
    toggles: z.record(
      z.string(),
      z.object({ yes: z.number(), no: z.number(), variants: z.record(z.string(), z.number()) }),
    ),
  }),
})

/** Returns only enabled flags, like Unleash's front-end API. */
function toggles(db: DatabaseSync) {
  return findRows(db, 'flags', { enabled: 1 }, 'name').map(
    ({ name, variant, impression_data }) => ({
      name,
      enabled: true,
      variant: variant ?? { name: 'disabled', enabled: false, feature_enabled: true },
      impressionData: impression_data,
    }),
  )
}

/** Routes of the Unleash front-end API (§7 feature-flag service). */
export function createFlagRoutes({ db }: Sandbox) {
  const app = new Hono<SandboxEnv>()

  const answer = (previous?: string): Response => {
    const body = JSON.stringify({ toggles: toggles(db) })
    const etag = `W/"${createHash('sha1').update(body).digest('base64url')}"`
    const headers = { etag, 'cache-control': 'no-store', 'content-type': 'application/json' }
    return previous === etag
      ? new Response(null, { status: 304, headers })
      : new Response(body, { headers })
  }

  app.use(async (c, next) => {
    if (c.req.header('authorization') === sandboxClientKey) return next()
    return c.json({ name: 'AuthenticationRequired', message: 'A client key is required' }, 401)
  })
  app.get('/', (c) => answer(c.req.header('if-none-match')))
  app.post('/', async (c) => {
    const body: unknown = await c.req.json().catch(() => undefined)
    if (!contextBody.safeParse(body).success)
      return c.json({ name: 'BadDataError', message: 'The body wants a field context' }, 400)
    return answer()
  })
  app.post('/client/metrics', async (c) => {
    const metrics = metricsBody.safeParse(await c.req.json().catch(() => undefined))
    if (!metrics.success)
      return c.json({ name: 'BadDataError', message: z.prettifyError(metrics.error) }, 400)
    return c.body(null, 200)
  })
  return app
}
