import type { PublicConfiguration } from '../configuration/variables.ts'
import { readJson, type Environment } from '../environment.ts'
import { signInRoundLimit, signInRoundWindow, signInStateSeconds } from '../limits.ts'
import type { Provider } from './provider.ts'

export const callbackPath = '/callback'

export interface Asking {
  authority: string
  clientId: string
  origin: string
  redirectUri: string
  locale: string
}

/** `here`: the origin that the browser is on. */
export function askingOf(
  { identity, publicUrl }: Pick<PublicConfiguration, 'identity' | 'publicUrl'>,
  here: string,
  locale: string,
): Asking {
  const { authority, clientId } = identity
  const origin = publicUrl ?? here
  return { authority, clientId, origin, redirectUri: origin + callbackPath, locale }
}

/** The `state` of a sign-out, by which the portal's own server knows that somebody has just signed out. */
export const signedOutState = 'signed-out'

/** Where the tab remembers which page asked for the sign-in. */
export const returnKey = 'koppelpunt:return'

/** The start of a path that would become another host when it is resolved or decoded once more. */
const elsewhere = /^\/(?:[/\\]|%2f|%5c)/i

/** Path and query to come back to after a sign-in; the home page for anything that leads elsewhere. */
export function readReturnAddress(remembered: string | null, origin: string): string {
  if (remembered === null || !URL.canParse(remembered, origin)) return '/'
  const address = new URL(remembered, origin)
  const isOwn = address.origin === origin && !elsewhere.test(address.pathname)
  return isOwn ? address.pathname + address.search : '/'
}

type Effects = Pick<Environment, 'tabStorage' | 'now' | 'randomId'>

/** Where a sign-in begins: authorization code flow with PKCE S256 (§9). State, nonce and verifier stay in the tab. */
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
  // In the form of oidc-client-ts, which takes the answer.
  const pending = { id: state, nonce, created, authority, code_verifier: verifier, ...request }
  tabStorage.setItem(`oidc.${state}`, JSON.stringify(pending))
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

/**
 * A browser can go round between portal and provider: the provider signs in, the portal cannot use the
 * answer, and asks again. Under this key stand the times of sign-ins that came back and led nowhere so far.
 */
const roundsKey = 'koppelpunt:sign-in-rounds'

function recent({ tabStorage, now }: Environment): number[] {
  const isRecent = (time: unknown) => typeof time === 'number' && time > now() - signInRoundWindow
  return [readJson(tabStorage, roundsKey)].flat().filter(isRecent) as number[]
}

export function noteRound(environment: Environment): void {
  const rounds = [...recent(environment), environment.now()]
  environment.tabStorage.setItem(roundsKey, JSON.stringify(rounds))
}

/** Whether the browser goes round. Tells it once: after that the user may try again. */
export function isGoingRound(environment: Environment): boolean {
  const isRound = recent(environment).length >= signInRoundLimit
  if (isRound) forgetRounds(environment)
  return isRound
}

export function forgetRounds({ tabStorage }: Environment): void {
  tabStorage.removeItem(roundsKey)
}
