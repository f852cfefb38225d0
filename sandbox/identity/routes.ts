import { timingSafeEqual } from 'node:crypto'
import type { Context, Hono } from 'hono'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { accountWithoutRights, password } from '../accounts.ts'
import { selectRows, findRow, type Row, tableSchemas } from '../database/database.ts'
import { readSettings } from '../database/settings.ts'
import { pageHeaders } from '../pages.ts'
import { realmAdminPath, realmPath } from '../portal-environment.ts'
import type { Sandbox, SandboxEnv } from '../sandbox.ts'
import { renderSignInPage, renderStaleSignInPage } from './pages.ts'
import { signInPath } from './provider.ts'
import { verifyClaims, createVersionClaim } from './tokens.ts'

const samePassword = (entered: string) =>
  entered.length === password.length && timingSafeEqual(Buffer.from(entered), Buffer.from(password))

const field = (form: Record<string, unknown>, name: string) => {
  const value = form[name]
  return typeof value === 'string' ? value : ''
}

/** Returns a user as in responses of Keycloak's admin API. */
const representation = (user: Row<'users'>) => ({
  id: user.id,
  username: user.username,
  email: user.email,
  firstName: user.first_name,
  lastName: user.last_name,
  enabled: user.enabled,
  attributes: user.attributes,
})

/** Adds the routes of the identity provider and user lookup (§7). */
export function addIdentityRoutes(app: Hono<SandboxEnv>, sandbox: Sandbox): void {
  const { db, provider } = sandbox
  const handleProtocol = provider.callback()

  const pendingSignIn = (c: Context<SandboxEnv>) =>
    provider.interactionDetails(c.env.incoming, c.env.outgoing).catch(() => undefined)

  app.get(`${signInPath}/:uid`, async (c) => {
    const pending = await pendingSignIn(c)
    if (!pending) return c.html(renderStaleSignInPage(), 400, pageHeaders)
    if (pending.prompt.name === 'consent')
      return c.redirect(
        await provider.interactionResult(c.env.incoming, c.env.outgoing, { consent: {} }),
        303,
      )
    const hint = pending.params.login_hint
    return c.html(
      renderSignInPage(typeof hint === 'string' ? { email: hint } : {}),
      200,
      pageHeaders,
    )
  })

  app.post(`${signInPath}/:uid`, async (c) => {
    const form = await c.req.parseBody()
    if (!(await pendingSignIn(c))) return c.html(renderStaleSignInPage(), 400, pageHeaders)
    const oneClick = field(form, 'account')
    const email = oneClick || field(form, 'email')
    const user = findRow(db, 'users', { username: email })
    if (!user || !(oneClick || samePassword(field(form, 'password')))) {
      const error = 'E-mailadres of wachtwoord klopt niet.'
      return c.html(renderSignInPage({ email, error }), 401, pageHeaders)
    }
    const result = { login: { accountId: user.id } }
    const { incoming, outgoing } = c.env
    return c.redirect(await provider.interactionResult(incoming, outgoing, result), 303)
  })

  app.on(['GET', 'POST'], `${realmPath}/protocol/openid-connect/userinfo`, async (c) => {
    const { access_token: token } = c.req.method === 'POST' ? await c.req.parseBody() : {}
    const inBody = typeof token === 'string' ? `Bearer ${token}` : undefined
    const claims = await verifyClaims(sandbox, c.req.header('authorization') ?? inBody)
    const user = claims && findRow(db, 'users', { id: claims.sub })
    if (!user) return c.json({ error: 'invalid_token' }, 401, { 'www-authenticate': 'Bearer' })
    const { id, firstName, lastName, username, email } = representation(user)
    return c.json({
      sub: id,
      name: `${firstName} ${lastName}`,
      given_name: firstName,
      family_name: lastName,
      preferred_username: username,
      email,
      ...createVersionClaim(user, 'userinfo', readSettings(db)),
    })
  })

  app.get(`${realmAdminPath}/users`, async (c) => {
    const claims = await verifyClaims(sandbox, c.req.header('authorization'))
    if (!claims) return c.json({ error: 'HTTP 401 Unauthorized' }, 401)
    if (claims.preferred_username === accountWithoutRights)
      return c.json({ error: 'HTTP 403 Forbidden' }, 403)
    const username = (c.req.query('username') ?? '').toLowerCase()
    const exact = c.req.query('exact') === 'true'
    const found = selectRows(
      db,
      tableSchemas.users,
      `SELECT * FROM users WHERE visible_at <= ?
       AND CASE WHEN ? THEN lower(username) = ? ELSE instr(lower(username), ?) > 0 END
       ORDER BY username`,
      Date.now(),
      exact ? 1 : 0,
      username,
      username,
    )
    return c.json(found.map(representation))
  })

  app.all(`${realmPath}/*`, async (c) => {
    const { incoming, outgoing } = c.env
    // oidc-provider computes its mount path from `originalUrl` and `url`.
    Object.assign(incoming, { originalUrl: incoming.url })
    incoming.url = incoming.url?.slice(realmPath.length) ?? '/'
    await handleProtocol(incoming, outgoing)
    return RESPONSE_ALREADY_SENT
  })
}
