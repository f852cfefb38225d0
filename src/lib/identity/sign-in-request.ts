import type { Environment } from '../environment.ts'
import { signInStateSeconds } from '../limits.ts'
import { readJson } from '../stored.ts'
import type { Asking } from './protocol.ts'
import type { Provider } from './provider.ts'

/**
 * The address at the provider where a sign-in begins: authorization code flow with PKCE S256 (§9).
 * State, nonce and verifier are kept in the tab, in the form of oidc-client-ts, which reads them on the
 * callback page. No other page has to download that library (decision 006).
 */
export async function signInAddress(
  { environment, authority, clientId, redirectUri, locale }: Asking,
  { authorization_endpoint: endpoint }: Provider,
): Promise<URL> {
  const { tabStorage, now, randomId } = environment
  const random = () => randomId().replaceAll('-', '')
  forgetStale(environment)

  const state = random()
  const nonce = random()
  const verifier = random() + random() + random()
  const request = { client_id: clientId, redirect_uri: redirectUri, scope: 'openid profile email' }
  const created = Math.floor(now() / 1000)
  tabStorage.setItem(
    `oidc.${state}`,
    JSON.stringify({
      id: state,
      data: nonce,
      created,
      authority,
      code_verifier: verifier,
      ...request,
    }),
  )
  const address = new URL(endpoint)
  const parameters = {
    ...request,
    response_type: 'code',
    state,
    nonce,
    code_challenge: await challengeOf(verifier),
    code_challenge_method: 'S256',
    ui_locales: locale,
  }
  for (const [name, value] of Object.entries(parameters)) address.searchParams.append(name, value)
  return address
}

/** RFC 7636 §4.2. */
async function challengeOf(verifier: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  return btoa(String.fromCharCode(...new Uint8Array(digest)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

/** Forgets sign-ins that began too long ago, and those that cannot be read. */
function forgetStale({ tabStorage, now }: Environment): void {
  const oldest = now() / 1000 - signInStateSeconds
  const keys = Array.from({ length: tabStorage.length }, (_, index) => tabStorage.key(index) ?? '')
  for (const key of keys) {
    // The user's key has a colon.
    if (!/^oidc\.\w+$/.test(key)) continue
    const { created } = Object(readJson(tabStorage, key)) as { created?: unknown }
    if (typeof created !== 'number' || created <= oldest) tabStorage.removeItem(key)
  }
}
