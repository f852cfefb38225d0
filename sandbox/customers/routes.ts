import { Hono } from 'hono'
import { html } from 'hono/html'
import { show } from '../pages/page.ts'
import type { Sandbox, SandboxEnv } from '../sandbox.ts'
import { readSettings } from '../database/settings.ts'

/** The customer portal, where the wizard ends (§4). */
export function customerPortal({ db }: Sandbox) {
  const app = new Hono<SandboxEnv>()
  app.get('/', (c) =>
    show(
      c,
      'Klantportaal',
      html`<p>U bent klaar met de koppeling. Hier zou uw eigen omgeving verschijnen.</p>
        <p><a href="${readSettings(db).portalUrl}">Terug naar het portaal</a></p>`,
    ),
  )
  return app
}
