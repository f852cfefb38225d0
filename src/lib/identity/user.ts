/** What a token says. */
export type Claims = Readonly<Record<string, unknown>>

/** What the tab keeps of a sign-in. Times are in seconds since 1970. */
export interface User {
  access_token: string
  refresh_token?: string | undefined
  id_token?: string | undefined
  session_state?: string | null | undefined
  expires_at: number
  /** From when on the tokens are to be refreshed ahead of time; not at all where absent. */
  refresh_at?: number | undefined
  /** What the ID token says. */
  profile: Claims & { sub: string }
  /** What the provider says of the user beside the tokens, once it was asked. */
  userinfo?: Claims | undefined
}

/** A token answer (RFC 6749 §5.1), with what Keycloak adds. Times are in seconds from now. */
export interface TokenAnswer {
  access_token: string
  refresh_token?: string | undefined
  id_token?: string | undefined
  session_state?: string | null | undefined
  expires_in?: number | string | undefined
  refresh_expires_in?: number | string | undefined
}

/** Whether what a tab holds is a user: another version may have kept another shape. */
export function isUser(stored: unknown): stored is User {
  const { access_token: token, expires_at: end, profile } = Object(stored) as Partial<User>
  return typeof token === 'string' && typeof end === 'number' && typeof profile?.sub === 'string'
}

/** The provider refused, or its answer is not to be taken; it is not just out of reach or in trouble. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  /** The provider's own, as OAuth names them, or ours: what is wrong with its answer. */
  readonly code: string

  constructor(code: string, description?: string | null) {
    super(description ? `${code}: ${description}` : code)
    this.code = code
  }
}

/** An answer to no sign-in of this tab, or to one that began too long ago. */
export class StrayAnswer extends Error {
  override readonly name = 'StrayAnswer'
}

/** Whether an ID token was made for this client. */
export function isFor({ aud }: Claims, clientId: string): boolean {
  return [aud].flat().includes(clientId)
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
