import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { unconnectedKeyBody, findOrCreateUnconnectedKey } from '../api/coupling.ts'
import { connectKey, requireKey, readJsonBody, throwRefusal } from '../api/request.ts'
import {
  convertToSqlBoolean,
  findRow,
  findRows,
  type DatabaseTableName,
  tableSchemas,
  runInTransaction,
} from '../database/database.ts'
import { addNumberedAdministrations, addNumberedLedgers, seedDatabase } from '../database/seed.ts'
import { changeSettings, readSettings, settingsSchema } from '../database/settings.ts'
import { mintAccessToken } from '../identity/tokens.ts'
import { isLoopback } from '../portal-environment.ts'
import type { Sandbox, SandboxEnv } from '../sandbox.ts'
import { faultSchema } from './faults.ts'

const count = z.int().min(0).max(100_000).default(0)
const resetBody = z.strictObject({ administrations: count, ledgers: count })

const flagBody = z.strictObject({
  enabled: z.boolean(),
  variant: z.looseObject({ name: z.string(), enabled: z.boolean() }).nullable().default(null),
  impressionData: z.boolean().default(false),
})

const connectBody = z.union([z.strictObject({ id: z.string() }), unconnectedKeyBody.strict()])

const revokeBody = z.strictObject({ accessTokens: z.boolean().default(false) })

const tokenBody = z.strictObject({ email: z.string(), audience: z.optional(z.string()) })

const isTable = (name: string): name is DatabaseTableName => Object.hasOwn(tableSchemas, name)

/** Routes that control the sandbox, mounted under `/sandbox` (contract §5). */
export function createControlRoutes(sandbox: Sandbox) {
  const { db, requests, preflights, faults, reports, minimalAnswers } = sandbox
  const app = new Hono<SandboxEnv>()
  const done = (c: Context) => c.body(null, 204)

  // Pages of other origins must not control the sandbox.
  app.use(async (c, next) => {
    const origin = c.req.header('origin')
    if (origin === undefined || isLoopback(origin)) return next()
    return c.json({ message: `Not for pages of ${origin}` }, 403)
  })

  app.post('/reset', async (c) => {
    const { administrations, ledgers } = await readJsonBody(c, resetBody)
    const { portalUrl } = readSettings(db)
    seedDatabase(db)
    addNumberedAdministrations(db, administrations)
    addNumberedLedgers(db, ledgers)
    changeSettings(db, { portalUrl, minimalAnswers })
    faults.clear()
    faults.abandonDelays()
    for (const list of [requests, preflights, reports]) list.length = 0
    return done(c)
  })

  app.get('/settings', (c) => c.json(readSettings(db)))
  app.put('/settings', async (c) => {
    changeSettings(db, await readJsonBody(c, settingsSchema.omit({ sessionEpoch: true }).partial()))
    return c.json(readSettings(db))
  })

  app.put('/flags/:name', async (c) => {
    const { enabled, variant, impressionData } = await readJsonBody(c, flagBody)
    db.prepare('INSERT OR REPLACE INTO flags VALUES (?, ?, ?, ?)').run(
      c.req.param('name'),
      convertToSqlBoolean(enabled),
      variant && JSON.stringify(variant),
      convertToSqlBoolean(impressionData),
    )
    return done(c)
  })

  app.get('/requests', (c) => c.json(requests))
  app.get('/preflights', (c) => c.json(preflights))
  app.delete('/requests', (c) => {
    for (const list of [requests, preflights]) list.length = 0
    return done(c)
  })

  app.get('/reports', (c) => c.json(reports))

  app.post('/faults', async (c) => {
    faults.inject(await readJsonBody(c, faultSchema))
    return done(c)
  })
  app.delete('/faults', (c) => {
    faults.clear()
    return done(c)
  })

  app.get('/rows/:table', (c) => {
    const name = c.req.param('table')
    if (!isTable(name))
      throwRefusal(404, `No table ${name}; there are ${Object.keys(tableSchemas).join(', ')}`)
    return c.json<unknown>(findRows(db, name, {}))
  })

  app.post('/keys/connect', async (c) => {
    const body = await readJsonBody(c, connectBody)
    const { id } = 'id' in body ? body : findOrCreateUnconnectedKey(db, body)
    connectKey(db, id)
    return c.json(requireKey(db, id))
  })

  app.post('/token', async (c) => {
    const { email, audience } = await readJsonBody(c, tokenBody)
    const user =
      findRow(db, 'users', { username: email }) ?? throwRefusal(404, `No account ${email}`)
    return c.json(await mintAccessToken(sandbox, user, audience))
  })

  app.post('/sessions/revoke', async (c) => {
    const { accessTokens } = await readJsonBody(c, revokeBody)
    runInTransaction(db, () => {
      db.exec('DELETE FROM identity_records')
      if (accessTokens) changeSettings(db, { sessionEpoch: readSettings(db).sessionEpoch + 1 })
    })
    return done(c)
  })

  return app
}
