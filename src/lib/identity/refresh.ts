import type { Environment } from '../environment.ts'
import {
  identityTimeoutSeconds,
  tokenMinimumValiditySeconds,
  tokenRefreshPauseSeconds,
  tokenDefaultLifetimeSeconds,
} from '../limits.ts'
import { readClaims, isTokenFor, SignInRefusal, type TokenResponse, type User } from './user.ts'

/** Error codes that mean a refused refresh. */
const refusals = ['invalid_grant', 'invalid_client', 'unauthorized_client']

/**
 * Exchanges a refresh token for new tokens (RFC 6749 §6).
 *
 * @throws {SignInRefusal} if the provider refuses or returns another user's tokens. Other errors are temporary
 */
export async function refreshTokens(
  environment: Environment,
  endpoint: string,
  clientId: string,
  user: User & { refresh_token: string },
): Promise<User> {
  const { refresh_token, profile: previousProfile } = user
  const request = { grant_type: 'refresh_token', client_id: clientId, refresh_token }
  const response = await environment.fetch(endpoint, {
    method: 'POST',
    body: new URLSearchParams(request),
    signal: environment.timeout(identityTimeoutSeconds * 1000),
  })
  const { status } = response
  // A gateway may respond with an HTML page.
  const tokens = (await response.json().catch(() => ({}))) as TokenResponse & {
    error?: string
    error_description?: string
  }
  const { error = '' } = tokens
  const isTemporary = status >= 500 || status === 429
  if (status === 400 || status === 401 || (!isTemporary && refusals.includes(error))) {
    throw new SignInRefusal(error || String(status), tokens.error_description)
  }
  if (!tokens.access_token) throw new TypeError(`token endpoint: status ${status}, no token`)
  if (!tokens.id_token) return buildUser(tokens, user, environment.now())
  // A refreshed ID token may lack the nonce of the sign-in.
  const profile: User['profile'] = {
    nonce: previousProfile.nonce,
    ...(readClaims(tokens.id_token) as User['profile']),
  }
  const isSameUser =
    profile.sub === previousProfile.sub &&
    profile.iss === previousProfile.iss &&
    profile.nonce === previousProfile.nonce
  if (!isSameUser || !isTokenFor(profile, clientId)) throw new SignInRefusal('another_user')
  return buildUser(tokens, { ...user, profile }, environment.now())
}

/** Builds the user, with missing fields from `previous`. */
export function buildUser(
  tokens: TokenResponse,
  previous: Partial<User> & Pick<User, 'profile'>,
  now: number,
): User {
  const seconds = Math.floor(now / 1000)
  // The lifetime is optional in a token response (RFC 6749 §5.1).
  const lifetime = Number(tokens.expires_in ?? tokenDefaultLifetimeSeconds)
  const refreshToken = tokens.refresh_token ?? previous.refresh_token
  // A short-lived token is refreshed at each call anyway.
  const isShort = lifetime <= 2 * tokenMinimumValiditySeconds
  // Keycloak sends 0 for a session that never ends.
  const sessionLifetime = Number(tokens.refresh_expires_in ?? 0) || Infinity
  const due = Math.min(isShort ? Infinity : refreshDelay(lifetime), refreshDelay(sessionLifetime))
  return {
    ...previous,
    access_token: tokens.access_token,
    refresh_token: refreshToken,
    id_token: tokens.id_token ?? previous.id_token,
    session_state: tokens.session_state ?? previous.session_state,
    expires_at: seconds + lifetime,
    refresh_at:
      refreshToken && due < Infinity
        ? seconds + Math.max(due, tokenRefreshPauseSeconds)
        : undefined,
  }
}

/** Returns the seconds before a refresh, from a lifetime in seconds. */
const refreshDelay = (lifetime: number) =>
  lifetime - Math.min(tokenMinimumValiditySeconds, lifetime / 2)
