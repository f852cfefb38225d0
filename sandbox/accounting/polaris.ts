import { randomUUID } from 'node:crypto'
import type { Hono } from 'hono'
import { html } from 'hono/html'
import { insertRow, selectFirstRow, findRow, runInTransaction } from '../database/database.ts'
import { renderProblem, sendPage } from '../pages.ts'
import { polarisClientId } from '../portal-environment.ts'
import type { Sandbox, SandboxEnv } from '../sandbox.ts'
import { describeCoupledPlace } from './activation.ts'
import { z } from 'zod'
import { readSettings } from '../database/settings.ts'
import { connectKey, requireKey } from '../api/request.ts'

type Parameters = Record<string, unknown>

/** Returns an error message if an authorisation request is invalid. */
function problemWith({ db, url }: Sandbox, parameters: Parameters): string | undefined {
  if (parameters.response_type !== 'code') return 'response_type moet code zijn.'
  if (parameters.client_id !== polarisClientId) return 'De client_id is onbekend.'
  if (parameters.redirect_uri !== `${url}/api/polaris/callback`)
    return 'De redirect_uri hoort niet bij deze client.'
  if (typeof parameters.scope !== 'string' || parameters.scope === '') return 'De scope ontbreekt.'
  const { state } = parameters
  if (typeof state !== 'string' || state === '') return 'De state ontbreekt.'
  return findRow(db, 'keys', { id: state }) ? undefined : 'De state is geen bekende sleutel.'
}

const refusalTitle = 'Toestemming vragen lukt niet'

/** Adds the authorisation page, with the key id as `state` (§4). */
export function addPolarisRoutes(app: Hono<SandboxEnv>, sandbox: Sandbox): void {
  const { db } = sandbox

  app.get('/accounting/polaris/authorize', (c) => {
    const parameters = c.req.query()
    const reason = problemWith(sandbox, parameters)
    if (reason) return sendPage(c, refusalTitle, renderProblem(reason), 400)
    const content = html`<p>Koppelpunt vraagt toegang tot uw polaris-omgeving.</p>
      ${describeCoupledPlace(db, parameters.state ?? '')}
      <h2>Gevraagde rechten</h2>
      <ul>
        ${(parameters.scope ?? '').split(' ').map((scope) => html`<li>${scope}</li>`)}
      </ul>
      <form method="post" action="/accounting/polaris/authorize">
        ${['response_type', 'client_id', 'redirect_uri', 'scope', 'state'].map(
          (name) => html`<input type="hidden" name="${name}" value="${parameters[name]}" />`,
        )}
        <button class="primary" name="outcome" value="allow">Toestaan</button>
        <button name="outcome" value="deny">Weigeren</button>
      </form>`
    return sendPage(c, 'Toegang tot polaris', content)
  })

  app.post('/accounting/polaris/authorize', async (c) => {
    const form = await c.req.parseBody()
    const reason = problemWith(sandbox, form)
    if (reason) return sendPage(c, refusalTitle, renderProblem(reason), 400)
    const { redirect_uri, state, outcome } = form as Record<string, string>
    const back = new URL(redirect_uri ?? '')
    if (outcome === 'allow') {
      const code = randomUUID()
      insertRow(db, 'polaris_codes', { code, key_id: state ?? '' })
      back.searchParams.set('code', code)
    } else back.searchParams.set('error', 'access_denied')
    back.searchParams.set('state', state ?? '')
    return c.redirect(back.href, 303)
  })
}

const codeRow = z.object({ key_id: z.string() })

/** Adds the redirect URI of the polaris flow (contract §2). */
export function addPolarisCallback(app: Hono<SandboxEnv>, { db }: Sandbox): void {
  app.get('/polaris/callback', (c) => {
    const { code = '', state = '' } = c.req.query()
    const { portalUrl } = readSettings(db)
    const sql = 'SELECT key_id FROM polaris_codes WHERE code = ? AND key_id = ?'
    const granted = selectFirstRow(db, codeRow, sql, code, state)
    if (!granted) {
      const content = html`<p role="alert">De polaris-omgeving heeft geen toestemming gegeven.</p>
        <p><a href="${portalUrl}">Terug naar het portaal</a></p>`
      return sendPage(c, 'Koppelen lukt niet', content, 400)
    }
    runInTransaction(db, () => {
      // An authorisation code works only once.
      db.prepare('DELETE FROM polaris_codes WHERE code = ?').run(code)
      connectKey(db, granted.key_id)
    })
    const key = requireKey(db, granted.key_id)
    const target = new URL('/polaris', portalUrl)
    target.searchParams.set('administration', String(key.administration_id))
    target.searchParams.set('location', String(key.location_id))
    return c.redirect(target.href, 303)
  })
}
