import { digestOf } from '../digest.ts'
import { logError, type Environment } from '../environment.ts'
import type { Message } from '../i18n/messages.ts'
import { identityTimeoutSeconds, signInStateSeconds } from '../limits.ts'
import { readJson } from '../stored.ts'
import { type Asking, pendingKey, type PendingSignIn } from './sign-in.ts'
import type { Provider } from './provider.ts'
import { askTokens, userOf } from './refresh.ts'
import { markKey } from './tabs.ts'
import { claimsOf, isFor, Refusal, StrayAnswer, type Claims, type User } from './user.ts'

/*
 * The provider's answer to a sign-in. Only the callback page needs this module, so it is a chunk of its
 * own; see decision 024.
 */

/**
 * The sign-in that an answer belongs to, which is forgotten: an answer works once, and for an hour (§9).
 *
 * @throws {StrayAnswer} when this tab did not ask, or asked too long ago
 */
function takePending({ tabStorage, now }: Environment, asking: Asking, state: string | null) {
  const key = pendingKey(state ?? '')
  const pending = Object(readJson(tabStorage, key)) as Partial<PendingSignIn>
  tabStorage.removeItem(key)
  const { data: nonce, created = 0, code_verifier: verifier } = pending
  const isOwn = pending.authority === asking.authority && pending.client_id === asking.clientId
  if (!state || !isOwn || !nonce || !verifier) throw new StrayAnswer('This tab did not ask')
  if (created < now() / 1000 - signInStateSeconds) {
    throw new StrayAnswer('The sign-in began too long ago')
  }
  return { nonce, verifier, redirectUri: pending.redirect_uri ?? asking.redirectUri }
}

/**
 * Takes the provider's answer. It has to come from the issuer that was asked (RFC 9207), and its ID token
 * from that issuer, for this client and this sign-in (OpenID Connect Core, 3.1.3.7). Its expiry is not
 * checked: it was just fetched, and the browser's clock may be wrong.
 *
 * @param mark the tabs' shared mark at the time of the answer
 * @throws {StrayAnswer} when this tab did not ask, or asked too long ago
 * @throws {Refusal} when the provider refuses, its answer is not to be taken, or somebody signed out
 *   since it came
 */
export async function takeAnswer(
  environment: Environment,
  asking: Asking,
  provider: Provider,
  { searchParams: answer }: URL,
  mark: string | null,
): Promise<User> {
  const { nonce, verifier, redirectUri } = takePending(environment, asking, answer.get('state'))
  const { issuer, authorization_response_iss_parameter_supported: isNamed } = provider
  const named = answer.get('iss') ?? (isNamed ? null : issuer)
  if (named !== issuer) throw new Refusal('wrong_issuer')
  const error = answer.get('error')
  if (error !== null) throw new Refusal(error, answer.get('error_description'))
  const tokens = await askTokens(environment, provider.token_endpoint, {
    grant_type: 'authorization_code',
    client_id: asking.clientId,
    redirect_uri: redirectUri,
    code: answer.get('code') ?? '',
    code_verifier: verifier,
  })
  const profile = claimsOf(tokens.id_token) as User['profile']
  if (profile.iss !== issuer) throw new Refusal('wrong_issuer')
  if (!isFor(profile, asking.clientId)) throw new Refusal('wrong_audience')
  if (profile.nonce !== nonce) throw new Refusal('wrong_nonce')
  if (!profile.sub) throw new Refusal('no_subject')
  await joinTabs(environment, profile.sub, mark)
  return userOf(tokens, { profile }, environment.now())
}

/**
 * The claims of the provider's userinfo; none where it refuses to give them.
 *
 * @throws where it cannot be had for now, and where it is of somebody else
 */
export async function askUserinfo(
  environment: Environment,
  { authority }: Asking,
  { userinfo_endpoint: endpoint }: Provider,
  user: User,
): Promise<Claims> {
  // The content security policy lets calls go to the provider's own origin only.
  if (!endpoint || new URL(endpoint).origin !== new URL(authority).origin) return {}
  const ask = (how: RequestInit) =>
    environment.fetch(endpoint, {
      ...how,
      signal: environment.timeout(identityTimeoutSeconds * 1000),
    })
  const { access_token } = user
  // With the token in the body (RFC 6750 §2.2) there is no preflight, which a header would need while
  // somebody waits. Not every provider reads the body.
  let response = await ask({ method: 'POST', body: new URLSearchParams({ access_token }) })
  if (isUnread(response)) {
    response = await ask({ headers: { Authorization: `Bearer ${access_token}` } })
  }
  const { ok, status } = response
  if (!ok) {
    const failure = `userinfo: status ${status}`
    if (status >= 500 || status === 408 || status === 429) throw new TypeError(failure)
    // Keycloak refuses its lightweight tokens here, and would again.
    environment.log(failure)
    return {}
  }
  const claims = (await response.json()) as Claims
  if (claims.sub !== user.profile.sub) throw new Error('userinfo is of another user')
  return claims
}

/** Whether a provider did not read the token in the body: it names no error of a token (RFC 6750 §3.1). */
function isUnread({ status, headers }: Response): boolean {
  if (status === 401) return !headers.get('WWW-Authenticate')?.includes('error=')
  return [400, 404, 405, 415].includes(status)
}

/**
 * Writes down that a user signed in to this tab, which ends the tabs of all other users. Where the
 * browser stores nothing, no tab ends.
 *
 * @param before the shared mark at the time of the provider's answer
 * @throws {Refusal} when somebody signed out in another tab since then
 */
export async function joinTabs(
  environment: Environment,
  user: string,
  before: string | null,
): Promise<void> {
  const { tabStorage, sharedStorage } = environment
  const digest = await digestOf(user)
  const shared = sharedStorage.getItem(markKey)
  if (shared !== before && shared?.startsWith('/')) throw new Refusal('signed_out')
  const mark = `${digest}/${shared?.split('/')[1] ?? ''}`
  try {
    sharedStorage.setItem(markKey, mark)
    tabStorage.setItem(markKey, mark)
  } catch (error) {
    logError(environment, 'the other tabs could not be told', error)
  }
}

/** What a person or an operator can do about a sign-in that failed. */
export function explain(error: unknown, { authority, clientId, origin }: Asking): Message {
  const parameters = { client: clientId, portal: origin, issuer: new URL(authority).origin }
  if (error instanceof Refusal) {
    const key = explanations[error.code] ?? 'shell:signInRefused'
    return { key, parameters: { ...parameters, code: error.message } }
  }
  // No network, a time limit, or no answer of a provider.
  return /^(?:TypeError|TimeoutError|SyntaxError)$/.test((error as Error).name)
    ? { key: 'shell:signInUnreachable', parameters }
    : { key: 'shell:notAuthenticatedHelp' }
}

const explanations: Readonly<Record<string, Message['key']>> = {
  access_denied: 'shell:signInDenied',
  // Keycloak's code for a sign-in form that was open too long.
  temporarily_unavailable: 'shell:signInExpired',
  invalid_client: 'shell:signInClient',
  unauthorized_client: 'shell:signInClient',
  invalid_request: 'shell:signInClient',
  invalid_scope: 'shell:signInClient',
  wrong_issuer: 'shell:signInMismatch',
  wrong_audience: 'shell:signInMismatch',
  wrong_nonce: 'shell:signInMismatch',
  signed_out: 'shell:signedOutElsewhere',
}
