export const userKeyPrefix = 'oidc.user:'

/** True if the tab contains tokens, even if they expired. */
export const hasSignedIn = (tabStorage: Storage) =>
  Object.keys(tabStorage).some((key) => key.startsWith(userKeyPrefix))

export type Claims = Readonly<Record<string, unknown>>

/** Signed-in user in the tab, with times in seconds since 1970. */
export interface User {
  access_token: string
  refresh_token?: string | undefined
  id_token?: string | undefined
  session_state?: string | null | undefined
  expires_at: number
  /** Planned time of a refresh (seconds since 1970). */
  refresh_at?: number | undefined
  profile: Claims & { sub: string }
  userinfo?: Claims | undefined
}

/** Token response (RFC 6749 §5.1) with lifetimes in seconds. */
export interface TokenResponse extends Pick<
  User,
  'access_token' | 'refresh_token' | 'id_token' | 'session_state'
> {
  expires_in?: number | string | undefined
  refresh_expires_in?: number | string | undefined
}

export function isUser(stored: unknown): stored is User {
  const { access_token: token, expires_at: end, profile } = Object(stored) as Partial<User>
  return typeof token === 'string' && typeof end === 'number' && typeof profile?.sub === 'string'
}

/** Error for refused sign-ins and invalid responses, except network errors. */
export class SignInRefusal extends Error {
  override readonly name = 'SignInRefusal'
  /** Error code of OAuth or of the portal. */
  readonly code: string

  constructor(code: string, description?: string | null) {
    super(description ? `${code}: ${description}` : code)
    this.code = code
  }
}

/** Error for responses to an expired or unknown sign-in. */
export class UnexpectedSignInResponse extends Error {
  override readonly name = 'UnexpectedSignInResponse'
}

/** True if an ID token is for this client (OpenID Connect Core, 3.1.3.7, 3 to 5). */
export function isTokenFor({ aud, azp }: Claims, clientId: string): boolean {
  const audiences = [aud].flat()
  return (
    audiences.includes(clientId) && (azp ?? (audiences.length > 1 ? null : clientId)) === clientId
  )
}

/** Returns a JWT's claims, and none for an opaque token. */
export function readClaims(token: string | undefined): Claims {
  try {
    const encoded = token?.split('.')[1] ?? ''
    const binary = atob(encoded.replaceAll('-', '+').replaceAll('_', '/'))
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0))
    return Object(JSON.parse(new TextDecoder().decode(bytes))) as Claims
  } catch {
    return {}
  }
}

/** Person who is signed in (§6). */
export interface Person {
  id: string
  name: string
  email: string | null
  /** Version attribute of the user. 'polaris' selects the polaris flow. */
  version: string | null
  realmRoles: readonly string[]
}

export function getInitials(name: string): string {
  const words: string[] = name.replace(/@.*/, '').match(/[\p{L}\p{N}]+/gu) ?? []
  const ends = [...words.slice(0, 1), ...words.slice(1).slice(-1)]
  return ends
    .map(([first]) => first)
    .join('')
    .toLocaleUpperCase()
}

/** Reads claims from the ID token, then the access token, then userinfo. */
export function createPerson({ profile, access_token: accessToken, userinfo }: User): Person {
  const sources = [profile, readClaims(accessToken), userinfo ?? {}]
  const claim = (name: string) =>
    sources.map((claims) => firstText(claims[name])).find(Boolean) ?? null
  return {
    id: profile.sub,
    name: claim('name') ?? claim('preferred_username') ?? claim('email') ?? profile.sub,
    email: claim('email'),
    version: claim('version'),
    realmRoles: sources.map(realmRolesIn).find(Boolean) ?? [],
  }
}

/** Keycloak maps an attribute to a text or a list. */
function firstText(claim: unknown): string | null {
  const value: unknown = [claim].flat()[0]
  return typeof value === 'string' && value !== '' ? value : null
}

function realmRolesIn({ realm_access: access }: Claims): string[] | null {
  const { roles } = Object(access) as { roles?: unknown }
  return Array.isArray(roles)
    ? roles.filter((role): role is string => typeof role === 'string')
    : null
}
