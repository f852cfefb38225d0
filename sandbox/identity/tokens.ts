import { randomUUID } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { createRemoteJWKSet, errors, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import { readSettings, type Settings } from '../database/settings.ts'
import type { Row } from '../database/database.ts'
import type { IdentitySecrets } from './storage.ts'
import { throwRefusal } from '../api/request.ts'

/** Audience of the product API's access tokens. */
export const apiAudience = 'koppelpunt-api'

/** Returns the `version` claim if this token or response includes it. */
export function createVersionClaim(
  { attributes: { version } }: Row<'users'>,
  source: Settings['versionIn'][number],
  { versionIn }: Settings,
) {
  return version && versionIn.includes(source) ? { version: version[0] } : {}
}

/** Returns the additional claims in Keycloak's format (§6). */
export function createAccessTokenClaims(user: Row<'users'>, settings: Settings) {
  return {
    preferred_username: user.username,
    email: user.email,
    name: `${user.first_name} ${user.last_name}`,
    realm_access: { roles: user.roles },
    ...createVersionClaim(user, 'accessToken', settings),
    session_epoch: settings.sessionEpoch,
  }
}

const tokenClaims = z.object({
  sub: z.string(),
  exp: z.number(),
  preferred_username: z.string(),
  session_epoch: z.number(),
})

type TokenClaims = z.infer<typeof tokenClaims>

interface TokenIssuer {
  db: DatabaseSync
  issuer: string
  secrets: IdentitySecrets
}

/** Creates an access token like the provider's, without a browser. */
export async function mintAccessToken(
  { db, issuer, secrets }: TokenIssuer,
  user: Row<'users'>,
  audience: string = apiAudience,
): Promise<{ access_token: string; expires_in: number }> {
  const settings = readSettings(db)
  const lifetime = settings.accessTokenLifetime
  const now = Math.floor(Date.now() / 1000)
  const access_token = await new SignJWT(createAccessTokenClaims(user, settings))
    .setProtectedHeader({ alg: 'RS256', typ: 'at+jwt', kid: secrets.signingKey.kid })
    .setIssuer(issuer)
    .setAudience(audience)
    .setSubject(user.id)
    .setJti(randomUUID())
    .setIssuedAt(now)
    .setExpirationTime(now + lifetime)
    .sign(secrets.signWith)
  return { access_token, expires_in: lifetime }
}

/** Returns the claims of a valid bearer token, otherwise undefined. */
export async function verifyClaims(
  { db, issuer, secrets }: TokenIssuer,
  authorization: string | undefined,
): Promise<TokenClaims | undefined> {
  const [, token = ''] = /^Bearer (\S+)$/i.exec(authorization ?? '') ?? []
  const expected = { issuer, audience: apiAudience, algorithms: ['RS256'] }
  const verified = await jwtVerify(token, secrets.verifyWith, expected).catch(() => undefined)
  const claims = tokenClaims.safeParse(verified?.payload).data
  return claims?.session_epoch === readSettings(db).sessionEpoch ? claims : undefined
}

const discovery = z.object({ issuer: z.string(), jwks_uri: z.url({ protocol: /^https?$/ }) })

const patience = 5000

async function publishedKeys(issuer: string) {
  const address = `${issuer}/.well-known/openid-configuration`
  const answer = await fetch(address, { signal: AbortSignal.timeout(patience) })
  const metadata = discovery.parse(await answer.json())
  if (metadata.issuer !== issuer) throw new Error(`it calls itself ${metadata.issuer}`)
  return createRemoteJWKSet(new URL(metadata.jwks_uri), { timeoutDuration: patience })
}

/** Error codes of jose if keys cannot be fetched. */
const outages = new Set(['ERR_JOSE_GENERIC', 'ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID'])

/** Returns a function that checks tokens, and fails with 503 while keys are unavailable. */
export function createTokenVerifier(
  issuer: string,
): (authorization: string | undefined) => Promise<boolean> {
  let keys: ReturnType<typeof publishedKeys> | undefined
  return async (authorization) => {
    const [, token] = /^Bearer (\S+)$/i.exec(authorization ?? '') ?? []
    if (token === undefined) return false
    try {
      keys ??= publishedKeys(issuer)
      const claims = { issuer, audience: apiAudience, requiredClaims: ['exp'] }
      const { payload } = await jwtVerify(token, await keys, claims)
      // ID tokens have valid signatures too, but grant no access.
      return payload.typ !== 'ID'
    } catch (error) {
      if (error instanceof errors.JOSEError && !outages.has(error.code)) return false
      keys = undefined
      throwRefusal(503, `The keys of ${issuer} are not to be had: ${String(error)}`)
    }
  }
}
