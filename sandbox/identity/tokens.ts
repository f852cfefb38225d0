import { createPrivateKey, createPublicKey, randomUUID, sign, verify } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { readSettings, type Settings } from '../database/settings.ts'
import type { Row } from '../database/tables.ts'
import type { IdentitySecrets } from './keys.ts'

/** Who the product API's access tokens are for. */
export const apiAudience = 'koppelpunt-api'

/** The user's `version`, where the settings have it told. */
export function versionClaim(
  { attributes: { version } }: Row<'users'>,
  place: Settings['versionIn'][number],
  { versionIn }: Settings,
) {
  return version && versionIn.includes(place) ? { version: version[0] } : {}
}

/** Claims beyond the standard ones in an access token, shaped as Keycloak shapes them (§6). */
export function accessTokenClaims(user: Row<'users'>, settings: Settings) {
  return {
    preferred_username: user.username,
    email: user.email,
    name: `${user.first_name} ${user.last_name}`,
    realm_access: { roles: user.roles },
    ...versionClaim(user, 'accessToken', settings),
    session_epoch: settings.sessionEpoch,
  }
}

const tokenClaims = z.object({
  iss: z.string(),
  aud: z.literal(apiAudience),
  sub: z.string(),
  exp: z.number(),
  preferred_username: z.string(),
  session_epoch: z.number(),
})

export type TokenClaims = z.infer<typeof tokenClaims>

const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url')
const decode = (part: string): unknown =>
  JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))

export interface TokenIssuer {
  db: DatabaseSync
  issuer: string
  secrets: IdentitySecrets
}

/** An access token as the provider issues them, without a browser, for this API or another: for tests. */
export function mintAccessToken(
  { db, issuer, secrets }: TokenIssuer,
  user: Row<'users'>,
  audience: string = apiAudience,
): { access_token: string; expires_in: number } {
  const settings = readSettings(db)
  const { accessTokenLifetime } = settings
  const now = Math.floor(Date.now() / 1000)
  const header = encode({ alg: 'RS256', typ: 'at+jwt', kid: secrets.signingKey.kid })
  const payload = encode({
    ...accessTokenClaims(user, settings),
    iss: issuer,
    aud: audience,
    sub: user.id,
    jti: randomUUID(),
    iat: now,
    exp: now + accessTokenLifetime,
  })
  const key = createPrivateKey({ key: secrets.signingKey, format: 'jwk' })
  const signature = sign('RSA-SHA256', Buffer.from(`${header}.${payload}`), key)
  return {
    access_token: `${header}.${payload}.${signature.toString('base64url')}`,
    expires_in: accessTokenLifetime,
  }
}

/** The claims of a bearer token that is ours, unexpired and unrevoked; `undefined` otherwise. */
export function verifiedClaims(
  { db, issuer, secrets }: TokenIssuer,
  authorization: string | undefined,
): TokenClaims | undefined {
  const [, header, payload, signature] =
    /^Bearer ([\w-]+)\.([\w-]+)\.([\w-]+)$/i.exec(authorization ?? '') ?? []
  if (header === undefined || payload === undefined || signature === undefined) return undefined
  const key = createPublicKey({ key: secrets.signingKey, format: 'jwk' })
  const signed = Buffer.from(`${header}.${payload}`)
  if (!verify('RSA-SHA256', signed, key, Buffer.from(signature, 'base64url'))) return undefined
  const claims = tokenClaims.safeParse(decode(payload))
  if (!claims.success) return undefined
  const { iss, exp, session_epoch } = claims.data
  const current = session_epoch === readSettings(db).sessionEpoch
  return iss === issuer && exp * 1000 > Date.now() && current ? claims.data : undefined
}
