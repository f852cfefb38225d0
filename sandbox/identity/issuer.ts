import { createRemoteJWKSet, errors, jwtVerify } from 'jose'
import { z } from 'zod'
import { refuse } from '../api/request.ts'
import { apiAudience } from './tokens.ts'

const discovery = z.object({ issuer: z.string(), jwks_uri: z.url({ protocol: /^https?$/ }) })

const patience = 5000

async function publishedKeys(issuer: string) {
  const address = `${issuer}/.well-known/openid-configuration`
  const answer = await fetch(address, { signal: AbortSignal.timeout(patience) })
  const metadata = discovery.parse(await answer.json())
  if (metadata.issuer !== issuer) throw new Error(`it calls itself ${metadata.issuer}`)
  return createRemoteJWKSet(new URL(metadata.jwks_uri), { timeoutDuration: patience })
}

/** jose's own codes for keys that cannot be had; its other errors are about the token. */
const outages = new Set(['ERR_JOSE_GENERIC', 'ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID'])

/**
 * Checks access tokens of the OpenID provider `issuer` as a product API does: signature by the keys
 * that it publishes, issuer, audience and expiry. The keys are asked for at the first token, and
 * again where a token names one that is not among them.
 *
 * What comes back says of an `Authorization` header whether it carries such a token, and rejects
 * with a 503 where the keys cannot be had: then no token can be verified.
 */
export function tokensOf(issuer: string): (authorization: string | undefined) => Promise<boolean> {
  let keys: ReturnType<typeof publishedKeys> | undefined
  return async (authorization) => {
    const [, token] = /^Bearer (\S+)$/i.exec(authorization ?? '') ?? []
    if (token === undefined) return false
    try {
      keys ??= publishedKeys(issuer)
      const claims = { issuer, audience: apiAudience, requiredClaims: ['exp'] }
      const { payload } = await jwtVerify(token, await keys, claims)
      // Keycloak signs ID tokens with the same keys; they authorise nothing.
      return payload.typ !== 'ID'
    } catch (error) {
      if (error instanceof errors.JOSEError && !outages.has(error.code)) return false
      keys = undefined
      refuse(503, `The keys of ${issuer} are not to be had: ${String(error)}`)
    }
  }
}
