import { Hono } from 'hono'
import type { Sandbox, SandboxEnv } from '../sandbox.ts'
import { readEnvelope } from './envelope.ts'

/** Enough for the longest test, and bounded for a sandbox that runs for days. */
const limit = 500

/**
 * The error-reporting service, mounted where `reportingDsn` leads: it keeps what comes in, for tests
 * and for whoever wants to see what a portal tells.
 */
export function errorReports({ reports }: Sandbox) {
  const app = new Hono<SandboxEnv>()
  const keep = (...received: typeof reports) => {
    reports.push(...received)
    reports.splice(0, reports.length - limit)
  }

  app.post('/api/:project/envelope/', async (c) => {
    try {
      keep(...readEnvelope(Buffer.from(await c.req.arrayBuffer())))
    } catch (error) {
      return c.json({ detail: `This is no envelope: ${String(error)}` }, 400)
    }
    return c.json({})
  })

  // One by one (`report-uri`), or several of any kind (`report-to`).
  app.post('/api/:project/security/', async (c) => {
    const told = [await c.req.json<unknown>()].flat()
    keep(...told.map((payload) => ({ type: 'violation', headers: [], payload })))
    return c.body(null, 201)
  })

  return app
}
