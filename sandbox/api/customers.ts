import type { Hono } from 'hono'
import { decodeJwt } from 'jose'
import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import {
  selectRows,
  insertRow,
  selectFirstRow,
  findRow,
  findRows,
  tableSchemas,
  runInTransaction,
} from '../database/database.ts'
import { readSettings } from '../database/settings.ts'
import type { Sandbox, SandboxEnv } from '../sandbox.ts'
import {
  requireAdministration,
  requireLocation,
  numericId,
  parseId,
  readAdministration,
  readJsonBody,
  readRequiredQuery,
  throwRefusal,
} from './request.ts'

const filledText = z.string().trim().min(1)
const serialBody = z.object({ name: filledText, country_code: z.string().length(2) })
const personName = z.object({ first_name: z.string().min(1), last_name: z.string() })

const registrationBody = serialBody.extend({
  user_id: z.string().nullish(),
  reseller_id: z.string().nullish(),
  coc: z.string().nullish(),
  website_url: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]).nullish(),
  subscriptions: z.array(numericId).min(1),
  person: personName,
  emails: z.array(z.object({ type: z.literal('info'), email: z.email() })).min(1),
})

const merchantBody = personName.extend({
  username: z.email(),
  email: z.email(),
  app_user: personName.extend({ email: z.email() }),
})

/** Adds the routes of administrations and their users (§7, `/serials`). */
export function addAdministrationRoutes(app: Hono<SandboxEnv>, { db, directory }: Sandbox): void {
  /** Returns a merchant's administrations, or null for access to all administrations. */
  function ownOf(authorization = ''): ReadonlySet<number> | null {
    const { sub = '' } = decodeJwt(authorization.replace(/^Bearer /i, ''))
    const isMerchant = findRow(db, 'users', { id: sub })?.roles.every((role) => role === 'merchant')
    const own = findRows(db, 'administration_users', { user_id: sub })
    if (!isMerchant || own.length === 0) return null
    return new Set(own.map(({ administration_id }) => administration_id))
  }

  app.get('/serials/serial/list', (c) => {
    const own = ownOf(c.req.header('authorization'))
    const all = findRows(db, 'administrations', {}, 'id')
    return c.json(all.filter(({ id }) => own?.has(id) ?? true))
  })

  app.post('/serials/serial', async (c) => {
    const serial = await readJsonBody(c, serialBody)
    return c.json({ id: insertRow(db, 'administrations', serial), ...serial })
  })

  app.post('/serials/serial/:id', async (c) => {
    const { user_id } = await readJsonBody(c, z.object({ user_id: z.string().min(1) }))
    const administration = requireAdministration(db, c.req.param('id'))
    if (!(await directory.exists(user_id))) throwRefusal(404, `User ${user_id} is unknown`)
    const sql = 'INSERT OR IGNORE INTO administration_users VALUES (?, ?)'
    db.prepare(sql).run(administration.id, user_id)
    return c.json(administration)
  })

  app.get('/serials/serial/:id', (c) => c.json(requireAdministration(db, c.req.param('id'))))
}

const idRow = z.object({ id: z.number().nullable() })

function nextLocationId(db: DatabaseSync): number {
  const sql = `SELECT max(id) AS id FROM
    (SELECT id FROM locations UNION ALL SELECT location_id AS id FROM registrations)`
  return (selectFirstRow(db, idRow, sql)?.id ?? 2000) + 1
}

function reservedLocationId(db: DatabaseSync, administrationId: number) {
  const sql = `SELECT location_id AS id FROM registrations WHERE administration_id = ?
    AND location_id NOT IN (SELECT id FROM locations)`
  return selectFirstRow(db, idRow, sql, administrationId)?.id
}

/** Adds the routes of an administration's locations (§7). */
export function addLocationRoutes(app: Hono<SandboxEnv>, { db }: Sandbox): void {
  app.get('/locations/location/list/all', (c) => {
    const { id: administration_id } = readAdministration(c, db)
    return c.json(findRows(db, 'locations', { administration_id }, 'id'))
  })

  app.post('/locations/location', async (c) => {
    const administration = readAdministration(c, db)
    const { name } = await readJsonBody(c, z.object({ name: filledText }))
    const id = reservedLocationId(db, administration.id) ?? nextLocationId(db)
    insertRow(db, 'locations', { id, administration_id: administration.id, name })
    return c.json(requireLocation(db, id))
  })

  app.get('/locations/location/:id', (c) => c.json(requireLocation(db, c.req.param('id'))))
}

/** Adds the routes of registrations, merchants and subscriptions (§3, §7). */
export function addRegistrationRoutes(app: Hono<SandboxEnv>, { db, directory }: Sandbox): void {
  app.get('/registrations/subscription/list', (c) => {
    const sql = 'SELECT * FROM subscriptions WHERE type = ? ORDER BY id'
    const plan = tableSchemas.subscriptions.omit({ type: true })
    return c.json(selectRows(db, plan, sql, readRequiredQuery(c, 'type')))
  })

  app.post('/registrations/registration', async (c) => {
    const body = await readJsonBody(c, registrationBody)
    const { name, country_code, user_id, emails, person, subscriptions } = body
    for (const id of subscriptions)
      if (!findRow(db, 'subscriptions', { id })) throwRefusal(422, `Subscription ${id} is unknown`)
    if (user_id && !(await directory.exists(user_id)))
      throwRefusal(422, `User ${user_id} is unknown`)
    return c.json(
      runInTransaction(db, () => {
        const administration_id = insertRow(db, 'administrations', { name, country_code })
        const location_id = nextLocationId(db)
        const id = insertRow(db, 'registrations', {
          administration_id,
          location_id,
          name,
          coc: body.coc ?? null,
          website_url: body.website_url ?? null,
          country_code,
          subscriptions: JSON.stringify(subscriptions),
          user_id: user_id ?? null,
          reseller_id: body.reseller_id ?? null,
          person: JSON.stringify(person),
          emails: JSON.stringify(emails),
        })
        if (user_id) insertRow(db, 'administration_users', { administration_id, user_id })
        if (readSettings(db).userAppearance === 'registration') {
          const sql = 'UPDATE users SET visible_at = ? WHERE username = ? AND visible_at IS NULL'
          for (const { email } of emails) db.prepare(sql).run(Date.now(), email)
        }
        return { id, administration_id, location_id }
      }),
    )
  })

  app.post('/registrations/registration/merchant/:app', async (c) => {
    const accountingApp = c.req.param('app')
    if (accountingApp !== 'SNELSTART') throwRefusal(404, `App ${accountingApp} is unknown`)
    const { app_user, ...merchant } = await readJsonBody(c, merchantBody)
    const id = await directory.create(merchant)
    if (id === undefined) throwRefusal(409, `User account ${merchant.username} already exists`)
    const account = { id, app: accountingApp, ...merchant, app_user: JSON.stringify(app_user) }
    insertRow(db, 'merchants', account)
    return c.json({ id, username: merchant.username })
  })

  app.get('/registrations/registration', (c) => {
    const administrationId = readRequiredQuery(c, 'administration_id')
    // A lookup after a lost registration response may omit the location.
    const locationId = c.req.query('location_id')
    const registration = findRow(db, 'registrations', {
      administration_id: parseId(administrationId),
      ...(locationId !== undefined && { location_id: parseId(locationId) }),
    })
    const unknown = `No registration of administration ${administrationId}`
    return c.json(registration ?? throwRefusal(404, unknown))
  })
}
