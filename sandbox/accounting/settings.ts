import { z } from 'zod'
import { settingRows, type SettingName } from '../../src/lib/accounting/snelstart/choices.ts'

const text = z.union([z.string(), z.number().transform(String)]).nullable()

type Row = (typeof settingRows)[number]

function schemaOf({ kind }: Row): z.ZodType {
  if (kind === 'template' || kind === 'ledger') return text
  return kind === 'decimals' ? z.int().min(0) : z.boolean()
}

function beginningOf({ kind, isOpposite = false }: Row): unknown {
  if (kind === 'template' || kind === 'ledger') return null
  return kind === 'decimals' ? 2 : isOpposite || kind === 'vat'
}

const perSetting = <Value>(valueOf: (row: Row) => Value) =>
  Object.fromEntries(settingRows.map((row) => [row.setting, valueOf(row)])) as Record<
    SettingName,
    Value
  >

/** Schema of the company settings that are stored as received (§3). */
export const settingsBody = z.object(perSetting(schemaOf))

export const defaultSettings: Readonly<Record<SettingName, unknown>> = perSetting(beginningOf)
