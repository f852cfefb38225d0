import { Hono } from 'hono'
import { html } from 'hono/html'
import type { DatabaseSync } from 'node:sqlite'
import english from '../../src/lib/i18n/messages/en/requirements.json' with { type: 'json' }
import dutch from '../../src/lib/i18n/messages/nl/requirements.json' with { type: 'json' }
import { connectKey, isConnected, knownKey } from '../api/connection.ts'
import { knownAdministration, knownLocation } from '../api/request.ts'
import { readSettings } from '../database/settings.ts'
import { row } from '../database/database.ts'
import { problem, show } from '../pages.ts'
import type { Sandbox, SandboxEnv } from '../sandbox.ts'

const longestReferenceKey = 500

/** What is refused: its button, the reason, and the line of the portal's list that is about it. */
const refusals = {
  trial: [
    'proefadministratie',
    'Uw administratie is een proefadministratie. Koppelingen zijn pas mogelijk met een betaald abonnement.',
    'paid',
  ],
  package: [
    'pakket te klein',
    'Uw pakket is te klein voor koppelingen. Stap over op een groter pakket.',
    'package',
  ],
  rights: [
    'geen rechten',
    'Uw login heeft geen rechten om deze administratie te koppelen.',
    'access',
  ],
  offline: [
    'administratie niet online',
    'Uw administratie staat alleen op uw computer. Zet die eerst online vanuit SnelStart 12.',
    'online',
  ],
} as const

const isRefusal = (outcome: unknown): outcome is keyof typeof refusals =>
  typeof outcome === 'string' && Object.hasOwn(refusals, outcome)

function refusal(outcome: keyof typeof refusals, successUrl: string) {
  const [, reason, line] = refusals[outcome]
  // Lines of the portal are called what they are called where the user comes from.
  const requirements = new URL(successUrl).pathname.startsWith('/en/') ? english : dutch
  return html`${problem(reason)}
    <p>Zie <strong>${requirements[line]}</strong> onder ‘${requirements.title}’ in het portaal.</p>`
}

type Request = { keyId: string; successUrl: string } | { problem: string; status: 400 | 409 }

const invalid = (reason: string): Request => ({ problem: reason, status: 400 })

/** Checks what the portal sent along; the page shows the problem where there is one. */
function activationRequest(db: DatabaseSync, referenceKey: unknown, successUrl: unknown): Request {
  if (typeof referenceKey !== 'string' || referenceKey === '')
    return invalid('De referenceKey ontbreekt.')
  if (referenceKey.length > longestReferenceKey)
    return invalid(`De referenceKey is langer dan ${longestReferenceKey} tekens.`)
  const key = row(db, 'keys', { id: referenceKey })
  if (!key) return invalid('De referenceKey is onbekend.')
  if (isConnected(key))
    return {
      problem: 'De referenceKey is al gekoppeld. Vraag in het portaal een nieuwe koppeling aan.',
      status: 409,
    }
  const url = typeof successUrl === 'string' ? URL.parse(successUrl) : null
  if (!url || !['http:', 'https:'].includes(url.protocol))
    return invalid('De successUrl is geen geldig webadres.')
  return { keyId: referenceKey, successUrl: url.href }
}

/** What a key is about to couple, in words. */
export function coupled(db: DatabaseSync, keyId: string) {
  const key = knownKey(db, keyId)
  const administration = knownAdministration(db, key.administration_id)
  const location = knownLocation(db, key.location_id)
  return html`<dl>
    <dt>Administratie</dt>
    <dd>${administration.name} (${administration.country_code})</dd>
    <dt>Locatie</dt>
    <dd>${location.name}</dd>
  </dl>`
}

const refusalTitle = 'Koppeling activeren lukt niet'

function activationForm(db: DatabaseSync, keyId: string, successUrl: string) {
  const seconds = readSettings(db).activationDelay
  return html`<p>Een kassa- en webshopadministratie vraagt toegang tot uw boekhouding.</p>
    ${coupled(db, keyId)}
    <form method="post" action="/accounting/activate">
      <input type="hidden" name="referenceKey" value="${keyId}" />
      <input type="hidden" name="successUrl" value="${successUrl}" />
      <button class="primary" name="outcome" value="activate">Activeren</button>
      <button name="outcome" value="late">
        <strong>Activeren, bevestiging komt later</strong>
        <span>U gaat meteen terug; de bevestiging volgt na ${seconds} seconden.</span>
      </button>
      ${Object.entries(refusals).map(
        ([outcome, [name]]) =>
          html`<button name="outcome" value="${outcome}">Weigeren: ${name}</button>`,
      )}
      <button name="outcome" value="close">Sluiten</button>
    </form>`
}

/** The accounting package's coupling-activation page and its outcomes (§4, contract §5). */
export function activation({ db }: Sandbox) {
  const app = new Hono<SandboxEnv>()

  app.get('/activate', (c) => {
    const request = activationRequest(db, c.req.query('referenceKey'), c.req.query('successUrl'))
    if ('problem' in request) return show(c, refusalTitle, problem(request.problem), request.status)
    return show(c, 'Koppeling activeren', activationForm(db, request.keyId, request.successUrl))
  })

  app.post('/activate', async (c) => {
    const form = await c.req.parseBody()
    const request = activationRequest(db, form.referenceKey, form.successUrl)
    if ('problem' in request) return show(c, refusalTitle, problem(request.problem), request.status)
    if (isRefusal(form.outcome))
      return show(c, 'Koppeling geweigerd', refusal(form.outcome, request.successUrl))
    switch (form.outcome) {
      case 'activate':
        connectKey(db, request.keyId)
        return c.redirect(request.successUrl, 303)
      case 'late':
        connectKey(db, request.keyId, Date.now() + readSettings(db).activationDelay * 1000)
        return c.redirect(request.successUrl, 303)
      case 'close':
        return show(c, 'U kunt dit venster sluiten', html``)
      case undefined:
      default:
        return show(c, refusalTitle, problem('Kies een van de uitkomsten.'), 400)
    }
  })
  return app
}
