import { ErrorResponse, OidcClient, WebStorageStateStore } from 'oidc-client-ts'
import { digestOf, logError, type Environment } from '../environment.ts'
import { identityTimeoutSeconds, signInStateSeconds } from '../limits.ts'
import type { Provider } from './provider.ts'
import { userOf } from './refresh.ts'
import type { Asking } from './sign-in.ts'
import { markKey } from './tabs.ts'
import { isFor, Refusal, StrayAnswer, type User } from './user.ts'

/*
 * The provider's answer to a sign-in. Only the callback page takes it, so it is a chunk of its own with
 * the protocol's library; see decision 006.
 */

/** Start of the library's messages about an ID token. Other messages may contain addresses and responses. */
const tokenError = /^(?:ID Token is missing|nonce in id_token|Invalid token specified)/

/**
 * Takes the provider's answer, which works once and for an hour (§9). The library checks state, verifier,
 * nonce and subject. It does not look at the issuer that the answer names (RFC 9207), nor at issuer and
 * audience of the ID token (OpenID Connect Core, 3.1.3.7). The token's expiry is not checked: it was just
 * fetched, and the browser's clock may be wrong.
 *
 * @throws {StrayAnswer} when this tab did not ask, or asked too long ago
 * @throws {Refusal} when the provider refuses, the answer is not to be taken, or somebody signed out since `mark`
 */
export async function takeAnswer(
  environment: Environment,
  { authority, clientId, redirectUri }: Asking,
  provider: Provider,
  { href, searchParams }: URL,
  mark: string | null,
): Promise<User> {
  const client = new OidcClient({
    authority,
    // A request as address: the library hands it to `fetch`, which then follows no redirect with the code.
    metadata: {
      ...provider,
      token_endpoint: new Request(provider.token_endpoint, { redirect: 'error' }) as never,
    },
    client_id: clientId,
    redirect_uri: redirectUri,
    filterProtocolClaims: false,
    requestTimeoutInSeconds: identityTimeoutSeconds,
    stateStore: new WebStorageStateStore({ store: environment.tabStorage }),
  })
  const { state } = await client.readSigninResponseState(href).catch((error: unknown) => {
    throw new StrayAnswer(String(error))
  })
  if (state.created < environment.now() / 1000 - signInStateSeconds) {
    throw new StrayAnswer('The sign-in began too long ago')
  }
  const { issuer, authorization_response_iss_parameter_supported: isNamed } = provider
  const named = searchParams.get('iss') ?? (isNamed ? null : issuer)
  if (named !== issuer) throw new Refusal('wrong_issuer')
  const answer = await client.processSigninResponse(href).catch((error: unknown) => {
    if (error instanceof ErrorResponse) {
      throw new Refusal(error.error ?? '', error.error_description)
    }
    throw tokenError.test((error as Error).message) ? new Refusal('wrong_token') : error
  })
  if (answer.profile.iss !== issuer) throw new Refusal('wrong_issuer')
  if (!isFor(answer.profile, clientId)) throw new Refusal('wrong_audience')
  await joinTabs(environment, answer.profile.sub, mark)
  return userOf(answer, { profile: { ...answer.profile } }, environment.now())
}

/**
 * Writes down that a user signed in to this tab, which ends the tabs of all other users. Where the browser stores
 * nothing, no tab ends. Rejects with a `Refusal` when somebody signed out in another tab since the mark `before`.
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
