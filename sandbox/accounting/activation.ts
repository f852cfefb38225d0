import type { Context, Hono } from 'hono'
import { html } from 'hono/html'
import type { DatabaseSync } from 'node:sqlite'
import english from '../../src/lib/i18n/messages/en/requirements.json' with { type: 'json' }
import dutch from '../../src/lib/i18n/messages/nl/requirements.json' with { type: 'json' }
import {
  connectKey,
  isConnected,
  requireAdministration,
  requireKey,
  requireLocation,
} from '../api/request.ts'
import { readSettings } from '../database/settings.ts'
import { findRow } from '../database/database.ts'
import { renderProblem, sendPage } from '../pages.ts'
import type { Sandbox, SandboxEnv } from '../sandbox.ts'

const longestReferenceKey = 500
const alreadyConnected =
  'De referenceKey is al gekoppeld. Vraag in het portaal een nieuwe koppeling aan.'

/** Reasons to refuse an activation, with label, error and unmet requirement. */
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

function refusal([, reason, line]: (typeof refusals)[keyof typeof refusals], successUrl: string) {
  // Quotes the requirement in the language in which the portal shows it.
  const requirements = new URL(successUrl).pathname.startsWith('/en/') ? english : dutch
  return html`${renderProblem(reason)}
    <p>Zie <strong>${requirements[line]}</strong> onder ‘${requirements.title}’ in het portaal.</p>
    <p><a href="${successUrl}">Terug naar het portaal</a></p>`
}

/** Returns an error message if the link's parameters are invalid. */
function problemWith(db: DatabaseSync, referenceKey: string, successUrl: string) {
  if (referenceKey === '') return 'De referenceKey ontbreekt.'
  if (referenceKey.length > longestReferenceKey)
    return `De referenceKey is langer dan ${longestReferenceKey} tekens.`
  const key = findRow(db, 'keys', { id: referenceKey })
  if (!key) return 'De referenceKey is onbekend.'
  if (isConnected(key)) return alreadyConnected
  const isWeb = ['http:', 'https:'].includes(URL.parse(successUrl)?.protocol ?? '')
  return isWeb ? undefined : 'De successUrl is geen geldig webadres.'
}

/** Describes the location that a key will couple. */
export function describeCoupledPlace(db: DatabaseSync, keyId: string) {
  const key = requireKey(db, keyId)
  const administration = requireAdministration(db, key.administration_id)
  const location = requireLocation(db, key.location_id)
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
    ${describeCoupledPlace(db, keyId)}
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

/** Adds the routes of the activation page (§4, contract §5). */
export function addActivationRoutes(app: Hono<SandboxEnv>, { db }: Sandbox): void {
  const refused = (c: Context, reason: string) =>
    sendPage(c, refusalTitle, renderProblem(reason), reason === alreadyConnected ? 409 : 400)

  app.get('/accounting/activate', (c) => {
    const { referenceKey = '', successUrl = '' } = c.req.query()
    const reason = problemWith(db, referenceKey, successUrl)
    if (reason) return refused(c, reason)
    return sendPage(c, 'Koppeling activeren', activationForm(db, referenceKey, successUrl))
  })

  app.post('/accounting/activate', async (c) => {
    const form = await c.req.parseBody<Record<string, string>>()
    const { referenceKey = '', successUrl = '', outcome = '' } = form
    const reason = problemWith(db, referenceKey, successUrl)
    if (reason) return refused(c, reason)
    const found = Object.entries(refusals).find(([name]) => name === outcome)?.[1]
    if (found) return sendPage(c, 'Koppeling geweigerd', refusal(found, successUrl))
    if (outcome === 'close') return sendPage(c, 'U kunt dit venster sluiten', html``)
    if (outcome !== 'activate' && outcome !== 'late')
      return refused(c, 'Kies een van de uitkomsten.')
    const pause = outcome === 'late' ? readSettings(db).activationDelay : 0
    connectKey(db, referenceKey, Date.now() + pause * 1000)
    return c.redirect(new URL(successUrl).href, 303)
  })
}
