import {
  ErrorResponse,
  OidcClient,
  WebStorageStateStore,
  type SigninResponse,
} from 'oidc-client-ts'
import type { Environment } from '../environment.ts'
import type { Message } from '../i18n/messages.ts'
import { identityTimeoutSeconds, signInStateSeconds } from '../limits.ts'
import { joinTabs } from './joining.ts'
import type { Provider } from './provider.ts'
import { userOf } from './refresh.ts'
import { isFor, Refusal, StrayAnswer, type Claims, type User } from './user.ts'

/** Who asks whom to sign in. */
export interface Asking {
  environment: Environment
  authority: string
  clientId: string
  /** The portal's own. */
  origin: string
  redirectUri: string
  locale: string
}

/*
 * Only the callback page needs this module, so it is a chunk of its own. It uses the library's protocol
 * client without the user manager around it; see decision 006.
 */

/**
 * Takes the provider's answer, which works once and for an hour (§9). It has to come from the issuer
 * that was asked (RFC 9207), and its ID token from that issuer, for this client and this sign-in
 * (OpenID Connect Core, 3.1.3.7). Its expiry is not checked: it was just fetched, and the browser's clock
 * may be wrong.
 *
 * @param mark the tabs' shared mark at the time of the answer
 * @throws {StrayAnswer} when this tab did not ask, or asked too long ago
 * @throws {Refusal} when the provider refuses, its answer is not to be taken, or somebody signed out
 *   since it came
 */
export async function takeAnswer(
  asking: Asking,
  provider: Provider,
  address: URL,
  mark: string | null,
): Promise<User> {
  const client = new OidcClient({
    authority: asking.authority,
    metadata: provider,
    client_id: asking.clientId,
    redirect_uri: asking.redirectUri,
    filterProtocolClaims: false,
    stateStore: new WebStorageStateStore({ store: asking.environment.tabStorage }),
    requestTimeoutInSeconds: identityTimeoutSeconds,
  })
  const oldest = asking.environment.now() / 1000 - signInStateSeconds
  let created: number
  try {
    created = (await client.readSigninResponseState(address.href)).state.created
  } catch (error) {
    throw new StrayAnswer(String(error))
  }
  if (created < oldest) throw new StrayAnswer('The sign-in began too long ago')
  const { issuer, authorization_response_iss_parameter_supported: isNamed } = provider
  const named = address.searchParams.get('iss') ?? (isNamed ? null : issuer)
  if (named !== issuer) throw new Refusal('wrong_issuer')
  let answer: SigninResponse
  try {
    answer = await client.processSigninResponse(address.href)
  } catch (error) {
    if (!(error instanceof ErrorResponse)) throw error
    throw new Refusal(error.error ?? '', error.error_description)
  }
  const { profile, userState: nonce } = answer
  if (profile.iss !== issuer) throw new Refusal('wrong_issuer')
  if (!isFor(profile, asking.clientId)) throw new Refusal('wrong_audience')
  if (profile.nonce !== nonce) throw new Refusal('wrong_nonce')
  await joinTabs(asking.environment, profile.sub, mark)
  return userOf(answer, { profile }, asking.environment.now())
}

/** The claims of the provider's userinfo; none where it refuses to give them. */
export async function askUserinfo(
  { environment, authority }: Asking,
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
  if (!response.ok) {
    const failure = `userinfo: status ${response.status}`
    if (response.status >= 500) throw new Error(failure)
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

/** What a person or an operator can do about a sign-in that failed. */
export function explain(error: unknown, { authority, clientId, origin }: Asking): Message {
  const parameters = { client: clientId, portal: origin, issuer: new URL(authority).origin }
  if (error instanceof Refusal) {
    const key = explanations[error.code] ?? 'shell:signInRefused'
    return { key, parameters: { ...parameters, code: error.message } }
  }
  // No network, a time limit, or a page in place of an answer.
  return /^(?:TypeError|TimeoutError|ErrorTimeout|SyntaxError)$/.test((error as Error).name)
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
