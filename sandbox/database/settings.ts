import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { all } from './database.ts'

/** Settings for tests and trainers (contract §5). They are stored and survive a restart. */
export const settingsSchema = z.strictObject({
  /** Seconds that a newly issued access token lives. */
  accessTokenLifetime: z.int().positive().max(86_400),
  /** Place of a user's `version` attribute (§6), as mappers of a real realm choose it. */
  versionIn: z.array(z.enum(['idToken', 'accessToken', 'userinfo'])),
  /** Seconds between a late activation and its confirmation. */
  activationDelay: z.number().min(0).max(86_400),
  /** When a new merchant shows up in the user lookup: so many milliseconds later, once registered, or never. */
  userAppearance: z.union([z.number().min(0), z.enum(['registration', 'never'])]),
  /** True if the product API answers with required fields only. */
  minimalAnswers: z.boolean(),
  /** Origin of the portal, where the polaris flow ends. */
  portalUrl: z.url({ protocol: /^https?$/ }).transform((url) => new URL(url).origin),
  /** Access tokens of an earlier epoch are refused: raised when all sessions are revoked. */
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

/** The settings in force. */
export function readSettings(db: DatabaseSync): Settings {
  const stored = all(db, settingRow, 'SELECT name, value FROM settings').map(
    ({ name, value }): [string, unknown] => [name, JSON.parse(value)],
  )
  return settingsSchema.parse({ ...defaultSettings, ...Object.fromEntries(stored) })
}

/** Changes the given settings and leaves the others. */
export function changeSettings(
  db: DatabaseSync,
  changes: { [Name in keyof Settings]?: Settings[Name] | undefined },
): void {
  const write = db.prepare('INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)')
  for (const [name, value] of Object.entries(changes))
    if (value !== undefined) write.run(name, JSON.stringify(value))
}
