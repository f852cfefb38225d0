import type { User } from 'oidc-client-ts'

/** Who is signed in (§6). */
export interface Person {
  id: string
  name: string
  email: string | null
  /** The user's version attribute; 'polaris' follows the polaris route. */
  version: string | null
  realmRoles: readonly string[]
}

/** Reads the person from the ID token's claims and the realm roles from the access token, where Keycloak puts them. */
export function personOf({ profile, access_token: accessToken }: User): Person {
  const claim = (name: string) => firstText(profile[name])
  return {
    id: profile.sub,
    name: claim('name') ?? claim('preferred_username') ?? claim('email') ?? profile.sub,
    email: claim('email'),
    version: claim('version'),
    realmRoles: realmRolesIn(accessToken),
  }
}

/** Keycloak maps an attribute to a text, or to a list of texts where the mapper is multivalued. */
function firstText(claim: unknown): string | null {
  const value: unknown = Array.isArray(claim) ? claim[0] : claim
  return typeof value === 'string' && value !== '' ? value : null
}

function realmRolesIn(accessToken: string): string[] {
  const payload = payloadOf(accessToken)
  const access: unknown = payload.realm_access
  if (typeof access !== 'object' || access === null || !('roles' in access)) return []
  return Array.isArray(access.roles)
    ? access.roles.filter((role): role is string => typeof role === 'string')
    : []
}

/** The claims of a JSON web token; none for an opaque token, which a provider may hand out as well. */
function payloadOf(token: string): Record<string, unknown> {
  const encoded = token.split('.')[1]
  if (encoded === undefined) return {}
  try {
    const binary = atob(encoded.replaceAll('-', '+').replaceAll('_', '/'))
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0))
    return JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>
  } catch {
    return {}
  }
}
