import { ErrorResponse, OidcClient, WebStorageStateStore } from 'oidc-client-ts'
import { createDigest, logError, type Environment } from '../environment.ts'
import { identityTimeoutSeconds, signInStateLifetimeSeconds } from '../limits.ts'
import type { Provider } from './provider.ts'
import { buildUser } from './refresh.ts'
import type { ClientSettings } from './sign-in.ts'
import { signedInUserKey } from './tabs.ts'
import { isTokenFor, SignInRefusal, UnexpectedSignInResponse, type User } from './user.ts'

/** Matches reportable messages of oidc-client-ts, which contain no addresses. */
const tokenError = /^(?:ID Token is missing|nonce in id_token|Invalid token specified)/

/**
 * Exchanges a sign-in response for tokens, once within an hour (§9). The library checks neither
 * issuer nor audience (RFC 9207, OpenID Connect Core, 3.1.3.7). The token's expiry is unchecked,
 * because the browser's clock may be wrong. Only the callback page loads this module (decision
 * 006).
 *
 * @throws {UnexpectedSignInResponse} if this tab did not begin the sign-in, or began it too long ago
 * @throws {SignInRefusal} if the provider refuses, the response is invalid, or a tab signed out since `mark`
 */
export async function processSignInResponse(
  environment: Environment,
  { authority, clientId, redirectUri }: ClientSettings,
  provider: Provider,
  { href, searchParams }: URL,
  mark: string | null,
): Promise<User> {
  const client = new OidcClient({
    authority,
    metadata: {
      ...provider,
      // `redirect: 'error'` keeps the authorisation code from redirect targets.
      token_endpoint: new Request(provider.token_endpoint, { redirect: 'error' }) as never,
    },
    client_id: clientId,
    redirect_uri: redirectUri,
    filterProtocolClaims: false,
    requestTimeoutInSeconds: identityTimeoutSeconds,
    stateStore: new WebStorageStateStore({ store: environment.tabStorage }),
  })
  const { state } = await client.readSigninResponseState(href).catch((error: unknown) => {
    throw new UnexpectedSignInResponse(String(error))
  })
  if (state.created < environment.now() / 1000 - signInStateLifetimeSeconds) {
    throw new UnexpectedSignInResponse('The sign-in began too long ago')
  }
  const { issuer, authorization_response_iss_parameter_supported: sendsIssuer } = provider
  const responseIssuer = searchParams.get('iss') ?? (sendsIssuer ? null : issuer)
  if (responseIssuer !== issuer) throw new SignInRefusal('wrong_issuer')
  const response = await client.processSigninResponse(href).catch((error: unknown) => {
    if (error instanceof ErrorResponse) {
      throw new SignInRefusal(error.error ?? '', error.error_description)
    }
    throw tokenError.test((error as Error).message) ? new SignInRefusal('wrong_token') : error
  })
  if (response.profile.iss !== issuer) throw new SignInRefusal('wrong_issuer')
  if (!isTokenFor(response.profile, clientId)) throw new SignInRefusal('wrong_audience')
  await markSignedIn(environment, response.profile.sub, mark)
  return buildUser(response, { profile: { ...response.profile } }, environment.now())
}

/**
 * Stores the user, so that tabs of other users sign out.
 *
 * @throws {SignInRefusal} if another tab has signed out since `before` was read
 */
export async function markSignedIn(
  environment: Environment,
  user: string,
  before: string | null,
): Promise<void> {
  const { tabStorage, sharedStorage } = environment
  const digest = await createDigest(user)
  const shared = sharedStorage.getItem(signedInUserKey)
  if (shared !== before && shared?.startsWith('/')) throw new SignInRefusal('signed_out')
  const mark = `${digest}/${shared?.split('/')[1] ?? ''}`
  try {
    sharedStorage.setItem(signedInUserKey, mark)
    tabStorage.setItem(signedInUserKey, mark)
  } catch (error) {
    logError(environment, 'the other tabs could not be told', error)
  }
}
