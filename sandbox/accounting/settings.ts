import { z } from 'zod'
import {
  settings,
  type Kind,
  type SettingName,
} from '../../src/lib/accounting/snelstart/settings.ts'

const text = z.union([z.string(), z.number().transform(String)]).nullable()

/** What is stored of each kind of setting. */
const schemas = {
  choice: z.boolean(),
  opposite: z.boolean(),
  vat: z.boolean(),
  template: text,
  ledger: text,
  decimals: z.int().min(0),
} as const satisfies Record<Kind, z.ZodType>

/** What each kind of setting begins with: nothing chosen, nothing imported, prices with VAT. */
const beginnings = {
  choice: false,
  opposite: true,
  vat: true,
  template: null,
  ledger: null,
  decimals: 2,
} as const satisfies Record<Kind, unknown>

function perSetting<Value>(of: Readonly<Record<Kind, Value>>) {
  return Object.fromEntries(settings.map(({ name, kind }) => [name, of[kind]])) as Record<
    SettingName,
    Value
  >
}

/** The company settings of §3 that are stored as sent. */
export const settingsBody = z.object(perSetting<z.ZodType>(schemas))

/** The settings of a location that is coupled and that nobody has set up. */
export const unset: Readonly<Record<SettingName, unknown>> = perSetting<unknown>(beginnings)
