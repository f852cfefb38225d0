import type { Environment } from '../environment.ts'
import {
  identityTimeoutSeconds,
  tokenMinimumValiditySeconds,
  tokenRefreshPauseSeconds,
  tokenUntoldLifetimeSeconds,
} from '../limits.ts'
import { claimsOf, isFor, Refusal, type TokenAnswer, type User } from './user.ts'

/** Error codes of a refusal; others say in JSON that the provider is in trouble. */
const refusals = ['invalid_grant', 'invalid_client', 'unauthorized_client']

/**
 * Exchanges a refresh token for new tokens (RFC 6749 §6). Those of somebody else are a `Refusal`, too; anything but a
 * `Refusal` is a provider in trouble, or out of reach.
 */
export async function refreshed(
  environment: Environment,
  endpoint: string,
  clientId: string,
  user: User & { refresh_token: string },
): Promise<User> {
  const { refresh_token } = user
  const request = { grant_type: 'refresh_token', client_id: clientId, refresh_token }
  const response = await environment.fetch(endpoint, {
    method: 'POST',
    body: new URLSearchParams(request),
    signal: environment.timeout(identityTimeoutSeconds * 1000),
  })
  const { status } = response
  // A gateway in between may answer with a page.
  const answer = (await response.json().catch(() => ({}))) as TokenAnswer & {
    error?: string
    error_description?: string
  }
  const { error = '' } = answer
  const isTrouble = status >= 500 || status === 429
  if (status === 400 || status === 401 || (!isTrouble && refusals.includes(error))) {
    throw new Refusal(error || String(status), answer.error_description)
  }
  if (!answer.access_token) throw new TypeError(`token endpoint: status ${status}, no token`)
  if (answer.id_token === undefined) return userOf(answer, user, environment.now())
  // A refreshed ID token may leave out the nonce; if it has one, it is that of the sign-in.
  const known = user.profile
  const profile: User['profile'] = {
    nonce: known.nonce,
    ...(claimsOf(answer.id_token) as User['profile']),
  }
  const isSame =
    profile.sub === known.sub && profile.iss === known.iss && profile.nonce === known.nonce
  if (!isSame || !isFor(profile, clientId)) throw new Refusal('another_user')
  return userOf(answer, { ...user, profile }, environment.now())
}

/** What the tab keeps of an answer, with what is known where that has nothing newer. */
export function userOf(
  answer: TokenAnswer,
  known: Partial<User> & Pick<User, 'profile'>,
  now: number,
): User {
  const seconds = Math.floor(now / 1000)
  // Some do not tell (RFC 6749 §5.1): then a call that is refused does.
  const lifetime = Number(answer.expires_in ?? tokenUntoldLifetimeSeconds)
  const refreshToken = answer.refresh_token ?? known.refresh_token
  // A token as short as this is refreshed with each call anyway.
  const isShort = lifetime <= 2 * tokenMinimumValiditySeconds
  // Keycloak says 0 for a session without an end.
  const idle = Number(answer.refresh_expires_in ?? 0) || Infinity
  const due = Math.min(isShort ? Infinity : early(lifetime), early(idle))
  return {
    ...known,
    access_token: answer.access_token,
    refresh_token: refreshToken,
    id_token: answer.id_token ?? known.id_token,
    session_state: answer.session_state ?? known.session_state,
    expires_at: seconds + lifetime,
    refresh_at:
      refreshToken && due < Infinity
        ? seconds + Math.max(due, tokenRefreshPauseSeconds)
        : undefined,
  }
}

/** In how many seconds something is to be renewed that lives this many seconds. */
const early = (lifetime: number) => lifetime - Math.min(tokenMinimumValiditySeconds, lifetime / 2)
