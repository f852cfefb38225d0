import { Hono } from 'hono'
import { z } from 'zod'
import { all, insert, row, tables, transaction } from '../database/database.ts'
import { readSettings } from '../database/settings.ts'
import type { Sandbox, SandboxEnv } from '../sandbox.ts'
import { nextLocationId } from './administrations.ts'
import { readJsonBody, parseId, numericId, refuse, readRequiredQuery } from './request.ts'

const personName = z.object({ first_name: z.string().min(1), last_name: z.string() })

const registrationBody = z.object({
  user_id: z.string().nullish(),
  reseller_id: z.string().nullish(),
  name: z.string().trim().min(1),
  coc: z.string().nullish(),
  website_url: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]).nullish(),
  country_code: z.string().length(2),
  subscriptions: z.array(numericId).min(1),
  person: personName,
  emails: z.array(z.object({ type: z.literal('info'), email: z.email() })).min(1),
})

const merchantBody = personName.extend({
  username: z.email(),
  email: z.email(),
  app_user: personName.extend({ email: z.email() }),
})

/** Routes of registrations, merchants and subscriptions (§3, §7). */
export function registrations({ db, directory }: Sandbox) {
  const app = new Hono<SandboxEnv>()

  app.get('/registrations/subscription/list', (c) => {
    const sql = 'SELECT * FROM subscriptions WHERE type = ? ORDER BY id'
    const plans = all(
      db,
      tables.subscriptions.omit({ type: true }),
      sql,
      readRequiredQuery(c, 'type'),
    )
    return c.json(plans)
  })

  app.post('/registrations/registration', async (c) => {
    const body = await readJsonBody(c, registrationBody)
    for (const id of body.subscriptions)
      if (!row(db, 'subscriptions', { id })) refuse(422, `Subscription ${id} is unknown`)
    if (body.user_id && !(await directory.exists(body.user_id)))
      refuse(422, `User ${body.user_id} is unknown`)
    return c.json(
      transaction(db, () => {
        const administration_id = insert(db, 'administrations', {
          name: body.name,
          country_code: body.country_code,
        })
        const location_id = nextLocationId(db)
        const id = insert(db, 'registrations', {
          administration_id,
          location_id,
          name: body.name,
          coc: body.coc ?? null,
          website_url: body.website_url ?? null,
          country_code: body.country_code,
          subscriptions: JSON.stringify(body.subscriptions),
          user_id: body.user_id ?? null,
          reseller_id: body.reseller_id ?? null,
          person: JSON.stringify(body.person),
          emails: JSON.stringify(body.emails),
        })
        if (body.user_id)
          insert(db, 'administration_users', { administration_id, user_id: body.user_id })
        if (readSettings(db).userAppearance === 'registration')
          for (const { email } of body.emails)
            db.prepare(
              'UPDATE users SET visible_at = ? WHERE username = ? AND visible_at IS NULL',
            ).run(Date.now(), email)
        return { id, administration_id, location_id }
      }),
    )
  })

  app.post('/registrations/registration/merchant/:app', async (c) => {
    const accountingApp = c.req.param('app')
    if (accountingApp !== 'SNELSTART') refuse(404, `App ${accountingApp} is unknown`)
    const { app_user, ...merchant } = await readJsonBody(c, merchantBody)
    const id = await directory.create(merchant)
    if (id === undefined) refuse(409, `User account ${merchant.username} already exists`)
    insert(db, 'merchants', {
      id,
      app: accountingApp,
      ...merchant,
      app_user: JSON.stringify(app_user),
    })
    return c.json({ id, username: merchant.username })
  })

  app.get('/registrations/registration', (c) => {
    const administrationId = readRequiredQuery(c, 'administration_id')
    // The location is optional, so that the portal can look up a registration whose response was lost.
    const locationId = c.req.query('location_id')
    const registration = row(db, 'registrations', {
      administration_id: parseId(administrationId),
      ...(locationId !== undefined && { location_id: parseId(locationId) }),
    })
    const unknown = `No registration of administration ${administrationId}`
    return c.json(registration ?? refuse(404, unknown))
  })
  return app
}
