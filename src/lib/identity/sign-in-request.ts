import type { Environment } from '../environment.ts'
import { signInStateSeconds } from '../limits.ts'
import { readJson } from '../stored.ts'
import type { Asking } from './asking.ts'
import type { Provider } from './provider.ts'

/** What a sign-in keeps in the tab until its answer comes, in the form of oidc-client-ts. */
export interface PendingSignIn {
  /** The nonce. */
  data: string
  /** In seconds since 1970. */
  created: number
  authority: string
  client_id: string
  redirect_uri: string
  code_verifier: string
}

/** Key under which the tab keeps the sign-in with this state. */
export const pendingKey = (state: string) => `oidc.${state}`

type Effects = Pick<Environment, 'tabStorage' | 'now' | 'randomId'>

/**
 * The address at the provider where a sign-in begins: authorization code flow with PKCE S256 (§9).
 * State, nonce and verifier are kept in the tab.
 */
export async function signInAddress(
  environment: Effects,
  { authority, clientId, redirectUri, locale }: Asking,
  { authorization_endpoint: endpoint }: Pick<Provider, 'authorization_endpoint'>,
): Promise<URL> {
  const { tabStorage, now, randomId } = environment
  const random = () => randomId().replaceAll('-', '')
  forgetStale(environment)

  const state = random()
  const nonce = random()
  const verifier = random() + random() + random()
  const request = { client_id: clientId, redirect_uri: redirectUri, scope: 'openid profile email' }
  const created = Math.floor(now() / 1000)
  const pending = {
    id: state,
    data: nonce,
    created,
    authority,
    code_verifier: verifier,
    ...request,
  }
  tabStorage.setItem(pendingKey(state), JSON.stringify(pending satisfies PendingSignIn))
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
function forgetStale({ tabStorage, now }: Effects): void {
  const oldest = now() / 1000 - signInStateSeconds
  const keys = Array.from({ length: tabStorage.length }, (_, index) => tabStorage.key(index) ?? '')
  for (const key of keys) {
    // The user's key has a colon.
    if (!/^oidc\.\w+$/.test(key)) continue
    const { created } = Object(readJson(tabStorage, key)) as { created?: unknown }
    if (typeof created !== 'number' || created <= oldest) tabStorage.removeItem(key)
  }
}
