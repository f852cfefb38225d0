import type { PublicConfiguration } from '../configuration/variables.ts'
import { readJson, type Environment } from '../environment.ts'
import { signInAttemptLimit, signInAttemptPeriod, signInStateLifetimeSeconds } from '../limits.ts'
import type { Provider } from './provider.ts'

export const callbackPath = '/callback'

/**
 * Returns the settings of the OIDC client.
 *
 * @param currentOrigin origin to use if the configuration has no public origin
 */
export function createOidcSettings(
  { identity, publicUrl }: Pick<PublicConfiguration, 'identity' | 'publicUrl'>,
  currentOrigin: string,
  locale: string,
) {
  const { authority, clientId } = identity
  const origin = publicUrl ?? currentOrigin
  return { authority, clientId, origin, redirectUri: origin + callbackPath, locale }
}
export type ClientSettings = ReturnType<typeof createOidcSettings>

/** Parameter `state` by which the server recognises a completed sign-out. */
export const signedOutState = 'signed-out'

export const returnPathKey = 'koppelpunt:return'

/** Matches paths that could resolve to another host. */
const foreignPath = /^\/(?:[/\\]|%2f|%5c)/i

/** Returns the path after a sign-in, always on the portal's own origin. */
export function readReturnAddress(remembered: string | null, origin: string): string {
  if (remembered === null || !URL.canParse(remembered, origin)) return '/'
  const address = new URL(remembered, origin)
  const isOwn = address.origin === origin && !foreignPath.test(address.pathname)
  return isOwn ? address.pathname + address.search : '/'
}

type Effects = Pick<Environment, 'tabStorage' | 'now' | 'randomId'>

/** Returns the address of a sign-in with PKCE (§9). */
export async function createSignInAddress(
  environment: Effects,
  { authority, clientId, redirectUri, locale }: ClientSettings,
  { authorization_endpoint: endpoint }: Pick<Provider, 'authorization_endpoint'>,
): Promise<URL> {
  const { tabStorage, now, randomId } = environment
  const random = () => randomId().replaceAll('-', '')
  removeStaleSignIns(environment)

  const state = random()
  const nonce = random()
  const verifier = random() + random() + random()
  const request = { client_id: clientId, redirect_uri: redirectUri, scope: 'openid profile email' }
  const created = Math.floor(now() / 1000)
  // oidc-client-ts reads this format when it processes the response.
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

/** Returns the code challenge of a verifier (RFC 7636 §4.2). */
async function challengeOf(verifier: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  return btoa(String.fromCharCode(...new Uint8Array(digest)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

function removeStaleSignIns({ tabStorage, now }: Effects): void {
  const oldest = now() / 1000 - signInStateLifetimeSeconds
  const keys = Array.from({ length: tabStorage.length }, (_, index) => tabStorage.key(index) ?? '')
  // The regular expression excludes the stored user, whose key contains a colon.
  for (const key of keys.filter((each) => /^oidc\.\w+$/.test(each))) {
    const { created } = Object(readJson(tabStorage, key)) as { created?: unknown }
    if (typeof created !== 'number' || created <= oldest) tabStorage.removeItem(key)
  }
}

/** Storage key of failed sign-in times, to detect loops. */
const roundsKey = 'koppelpunt:sign-in-rounds'

function recentRounds({ tabStorage, now }: Environment): number[] {
  const isRecent = (time: unknown) => typeof time === 'number' && time > now() - signInAttemptPeriod
  return [readJson(tabStorage, roundsKey)].flat().filter(isRecent) as number[]
}

export function recordSignInAttempt(environment: Environment): void {
  const rounds = [...recentRounds(environment), environment.now()]
  environment.tabStorage.setItem(roundsKey, JSON.stringify(rounds))
}

/** Returns true after too many recent sign-ins, then restarts counting. */
export function isSignInLooping(environment: Environment): boolean {
  const isRound = recentRounds(environment).length >= signInAttemptLimit
  if (isRound) clearSignInAttempts(environment)
  return isRound
}

export function clearSignInAttempts({ tabStorage }: Environment): void {
  tabStorage.removeItem(roundsKey)
}
