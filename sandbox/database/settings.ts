import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { selectRows } from './database.ts'

/** Settings for tests and trainers (contract §5), which survive a restart. */
export const settingsSchema = z.strictObject({
  /** Lifetime of new access tokens, in seconds. */
  accessTokenLifetime: z.int().positive().max(86_400),
  /** Tokens or userinfo that contain the `version` attribute, as in Keycloak (§6). */
  versionIn: z.array(z.enum(['idToken', 'accessToken', 'userinfo'])),
  /** Seconds until a late activation confirms the coupling. */
  activationDelay: z.number().min(0).max(86_400),
  /** Milliseconds until the user lookup finds a merchant, or the triggering event. */
  userAppearance: z.union([z.number().min(0), z.enum(['registration', 'never'])]),
  /** True if the product API answers with required fields only. */
  minimalAnswers: z.boolean(),
  /** Origin of the portal to which the polaris flow redirects. */
  portalUrl: z.url({ protocol: /^https?$/ }).transform((url) => new URL(url).origin),
  /** Number that grows when sessions are revoked, to refuse older tokens. */
  sessionEpoch: z.int().min(0),
})

export type Settings = z.infer<typeof settingsSchema>

const defaultSettings: Settings = {
  accessTokenLifetime: 300,
  versionIn: ['idToken', 'accessToken', 'userinfo'],
  activationDelay: 8,
  userAppearance: 0,
  minimalAnswers: false,
  portalUrl: 'http://localhost:4321',
  sessionEpoch: 0,
}

const settingRow = z.object({ name: z.string(), value: z.string() })

export function readSettings(db: DatabaseSync): Settings {
  const stored = selectRows(db, settingRow, 'SELECT name, value FROM settings').map(
    ({ name, value }): [string, unknown] => [name, JSON.parse(value)],
  )
  return settingsSchema.parse({ ...defaultSettings, ...Object.fromEntries(stored) })
}

/** Changes the given settings and keeps the others. */
export function changeSettings(
  db: DatabaseSync,
  changes: { [Name in keyof Settings]?: Settings[Name] | undefined },
): void {
  const write = db.prepare('INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)')
  for (const [name, value] of Object.entries(changes))
    if (value !== undefined) write.run(name, JSON.stringify(value))
}
