import { claimsOf, type Claims, type User } from './user.ts'

/** Who is signed in (§6). */
export interface Person {
  id: string
  name: string
  email: string | null
  /** The user's version attribute; 'polaris' follows the polaris route. */
  version: string | null
  realmRoles: readonly string[]
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
