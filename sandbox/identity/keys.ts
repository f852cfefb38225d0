import {
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  randomBytes,
  randomUUID,
} from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { z } from 'zod'
import { insert, one } from '../database/database.ts'

const secretsSchema = z
  .object({
    /** The private signing key as a JWK. */
    signingKey: z.looseObject({ kty: z.literal('RSA'), kid: z.string() }),
    cookieKey: z.string(),
  })
  .transform((secrets) => {
    const key = { key: secrets.signingKey, format: 'jwk' } as const
    // Read once: reading one takes longer than all else that a call to the sandbox does.
    return { ...secrets, signWith: createPrivateKey(key), verifyWith: createPublicKey(key) }
  })

export type IdentitySecrets = z.infer<typeof secretsSchema>

/**
 * The signing key and cookie key of the identity provider. They are made once per database:
 * sessions and tokens must outlive a restart.
 */
export async function identitySecrets(db: DatabaseSync): Promise<IdentitySecrets> {
  const row = z.object({ value: z.string() })
  const stored = one(db, row, "SELECT value FROM secrets WHERE name = 'identity'")
  if (stored) return secretsSchema.parse(JSON.parse(stored.value))
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  const secrets = {
    signingKey: { ...privateKey.export({ format: 'jwk' }), kid: randomUUID(), use: 'sig' },
    cookieKey: randomBytes(32).toString('base64url'),
  }
  insert(db, 'secrets', { name: 'identity', value: JSON.stringify(secrets) })
  return secretsSchema.parse(secrets)
}
