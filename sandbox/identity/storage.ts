import {
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  randomBytes,
  randomUUID,
} from 'node:crypto'
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { promisify } from 'node:util'
import { z } from 'zod'
import { insertRow, selectFirstRow } from '../database/database.ts'
import type { Adapter, AdapterPayload } from 'oidc-provider'

const secretsSchema = z
  .object({
    /** Private signing key as a JWK. */
    signingKey: z.looseObject({ kty: z.literal('RSA'), kid: z.string() }),
    cookieKey: z.string(),
  })
  .transform((secrets) => {
    const key = { key: secrets.signingKey, format: 'jwk' } as const
    // Parses the keys once, because parsing is slow.
    return { ...secrets, signWith: createPrivateKey(key), verifyWith: createPublicKey(key) }
  })

export type IdentitySecrets = z.infer<typeof secretsSchema>

/** Databases share the key pair, because generating a key is slow. */
let keyPair: ReturnType<typeof makeKeyPair> | undefined
const makeKeyPair = () => promisify(generateKeyPair)('rsa', { modulusLength: 2048 })

/** Returns the stored provider keys, so sessions survive a restart. */
export async function loadIdentitySecrets(db: DatabaseSync): Promise<IdentitySecrets> {
  const row = z.object({ value: z.string() })
  const stored = selectFirstRow(db, row, "SELECT value FROM secrets WHERE name = 'identity'")
  if (stored) return secretsSchema.parse(JSON.parse(stored.value))
  const { privateKey } = await (keyPair ??= makeKeyPair())
  const secrets = {
    signingKey: { ...privateKey.export({ format: 'jwk' }), kid: randomUUID(), use: 'sig' },
    cookieKey: randomBytes(32).toString('base64url'),
  }
  insertRow(db, 'secrets', { name: 'identity', value: JSON.stringify(secrets) })
  return secretsSchema.parse(secrets)
}

const record = z.object({
  payload: z.string().transform((text) => JSON.parse(text) as AdapterPayload),
})

/** Stores sessions in SQLite, so users stay signed in after restarts. */
export function createIdentityAdapter(db: DatabaseSync): (model: string) => Adapter {
  // Expired records would make the file grow for months.
  db.prepare('DELETE FROM identity_records WHERE expires_at < ?').run(Date.now())
  return (model) => {
    const find = (where: string, value: SQLInputValue) =>
      Promise.resolve(
        selectFirstRow(
          db,
          record,
          `SELECT payload FROM identity_records
           WHERE model = ? AND ${where} = ? AND (expires_at IS NULL OR expires_at > ?)`,
          model,
          value,
          Date.now(),
        )?.payload,
      )
    const change = (sql: string, ...values: SQLInputValue[]) => {
      db.prepare(sql).run(...values)
      return Promise.resolve()
    }
    return {
      find: (id) => find('id', id),
      findByUid: (uid) => find('uid', uid),
      // Only the OAuth device flow uses user codes.
      findByUserCode: () => Promise.resolve(undefined),
      upsert: (id, payload, expiresIn) =>
        change(
          `INSERT OR REPLACE INTO identity_records (model, id, payload, grant_id, uid, expires_at)
           VALUES (?, ?, ?, ?, ?, ?)`,
          model,
          id,
          JSON.stringify(payload),
          payload.grantId ?? null,
          payload.uid ?? null,
          expiresIn === undefined ? null : Date.now() + expiresIn * 1000,
        ),
      consume: (id) =>
        change(
          `UPDATE identity_records SET payload = json_set(payload, '$.consumed', ?)
           WHERE model = ? AND id = ?`,
          Math.floor(Date.now() / 1000),
          model,
          id,
        ),
      destroy: (id) => change('DELETE FROM identity_records WHERE model = ? AND id = ?', model, id),
      revokeByGrantId: (grantId) =>
        change('DELETE FROM identity_records WHERE model = ? AND grant_id = ?', model, grantId),
    }
  }
}
