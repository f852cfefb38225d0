/** The start of the key under which the tab's storage has its user. */
export const userKeyPrefix = 'oidc.user:'

/** True if the tab has signed in before; the tokens may have expired. */
export const hasSignedIn = (tabStorage: Storage) =>
  Object.keys(tabStorage).some((key) => key.startsWith(userKeyPrefix))

export type Claims = Readonly<Record<string, unknown>>

/** What the tab keeps of a sign-in. Times are in seconds since 1970. */
export interface User {
  access_token: string
  refresh_token?: string | undefined
  id_token?: string | undefined
  session_state?: string | null | undefined
  expires_at: number
  /** When the tokens are to be refreshed ahead of time; absent: never. */
  refresh_at?: number | undefined
  profile: Claims & { sub: string }
  userinfo?: Claims | undefined
}

/** A token answer (RFC 6749 §5.1), with what Keycloak adds. Times are in seconds from now. */
export interface TokenAnswer extends Pick<
  User,
  'access_token' | 'refresh_token' | 'id_token' | 'session_state'
> {
  expires_in?: number | string | undefined
  refresh_expires_in?: number | string | undefined
}

/** True if a value that the tab stored is a user. */
export function isUser(stored: unknown): stored is User {
  const { access_token: token, expires_at: end, profile } = Object(stored) as Partial<User>
  return typeof token === 'string' && typeof end === 'number' && typeof profile?.sub === 'string'
}

/** The provider refused, or its answer must not be accepted. Not for one that is out of reach or in trouble. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  /** The provider's own, as OAuth names them, or ours: what is wrong with its answer. */
  readonly code: string

  constructor(code: string, description?: string | null) {
    super(description ? `${code}: ${description}` : code)
    this.code = code
  }
}

/** An answer that belongs to no sign-in of this tab, or to one that began too long ago. */
export class StrayAnswer extends Error {
  override readonly name = 'StrayAnswer'
}

/** Whether an ID token was made for this client (OpenID Connect Core, 3.1.3.7, 3 to 5). */
export function isFor({ aud, azp }: Claims, clientId: string): boolean {
  const audiences = [aud].flat()
  return (
    audiences.includes(clientId) && (azp ?? (audiences.length > 1 ? null : clientId)) === clientId
  )
}

/** The claims of a JSON web token; none for an opaque token, which a provider may hand out as well. */
export function claimsOf(token: string | undefined): Claims {
  try {
    const encoded = token?.split('.')[1] ?? ''
    const binary = atob(encoded.replaceAll('-', '+').replaceAll('_', '/'))
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0))
    return Object(JSON.parse(new TextDecoder().decode(bytes))) as Claims
  } catch {
    return {}
  }
}

/** Who is signed in (§6). */
export interface Person {
  id: string
  name: string
  email: string | null
  /** The user's version attribute; 'polaris' follows the polaris route. */
  version: string | null
  realmRoles: readonly string[]
}

/** The first letters of the first and the last word of a name, for where the whole has no room. */
export function initialsOf(name: string): string {
  const words: string[] = name.replace(/@.*/, '').match(/[\p{L}\p{N}]+/gu) ?? []
  const ends = [...words.slice(0, 1), ...words.slice(1).slice(-1)]
  return ends
    .map(([first]) => first)
    .join('')
    .toLocaleUpperCase()
}

/** Reads the person from the ID token, the access token and userinfo: the first of them that has a claim. */
export function personOf({ profile, access_token: accessToken, userinfo }: User): Person {
  const sources = [profile, claimsOf(accessToken), userinfo ?? {}]
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

/** Keycloak maps an attribute to a text, or to a list of texts where the mapper is multivalued. */
function firstText(claim: unknown): string | null {
  const value: unknown = Array.isArray(claim) ? claim[0] : claim
  return typeof value === 'string' && value !== '' ? value : null
}

function realmRolesIn({ realm_access: access }: Claims): string[] | null {
  if (typeof access !== 'object' || access === null || !('roles' in access)) return null
  return Array.isArray(access.roles)
    ? access.roles.filter((role): role is string => typeof role === 'string')
    : null
}
