import { Hono } from 'hono'
import { html } from 'hono/html'
import { z } from 'zod'
import { one, transaction } from '../database/database.ts'
import { readSettings } from '../database/settings.ts'
import { show } from '../pages/page.ts'
import type { Sandbox, SandboxEnv } from '../sandbox.ts'
import { connectKey, knownKey } from './connection.ts'

const codeRow = z.object({ key_id: z.string() })

/**
 * The product API's redirect URI of the polaris flow (contract §2): exchanges the code, marks
 * the key (state) connected, and sends the browser on to the portal's /polaris.
 */
export function polarisCallback({ db }: Sandbox) {
  const app = new Hono<SandboxEnv>()
  app.get('/polaris/callback', (c) => {
    const { code = '', state = '' } = c.req.query()
    const { portalUrl } = readSettings(db)
    const sql = 'SELECT key_id FROM polaris_codes WHERE code = ? AND key_id = ?'
    const granted = one(db, codeRow, sql, code, state)
    if (!granted) {
      const content = html`<p role="alert">De polaris-omgeving heeft geen toestemming gegeven.</p>
        <p><a href="${portalUrl}">Terug naar het portaal</a></p>`
      return show(c, 'Koppelen lukt niet', content, 400)
    }
    transaction(db, () => {
      // A code is good for one exchange.
      db.prepare('DELETE FROM polaris_codes WHERE code = ?').run(code)
      connectKey(db, granted.key_id)
    })
    const key = knownKey(db, granted.key_id)
    const target = new URL('/polaris', portalUrl)
    target.searchParams.set('administration', String(key.administration_id))
    target.searchParams.set('location', String(key.location_id))
    return c.redirect(target.href, 303)
  })
  return app
}
