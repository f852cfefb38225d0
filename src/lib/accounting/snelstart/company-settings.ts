import type { Place } from '../../domain/place.ts'
import type { CompanyInfo, PaymentLedgers } from './calls.ts'
import type { CompanySettings } from './stored-settings.ts'
import { paymentPurposes, type RequiredLedgerPurpose } from './ledgers.ts'
import { getDefaultRelation, walkInRelationCode, type Relation } from './relations.ts'
import { findLedgerNumber, settingRows, isStockUsed } from './choices.ts'
import { isChoiceAsked, type WizardValues } from './values.ts'

export interface WizardDecisions {
  values: WizardValues
  ledgers: Readonly<Record<RequiredLedgerPurpose, string>>
  relation: Relation
  info: CompanyInfo
  keptPurposes?: readonly RequiredLedgerPurpose[]
}

/** True if the default relation has to be saved (§4). */
export function isRelationSaved(
  { relation }: Pick<WizardDecisions, 'relation'>,
  current: CompanySettings,
) {
  return relation.code !== walkInRelationCode || getDefaultRelation(current) !== null
}

function sentOf(
  { name, kind, purpose, isOpposite = false, sent }: (typeof settingRows)[number],
  { values, ledgers, info, keptPurposes = [] }: WizardDecisions,
): unknown {
  if (sent) return sent({ info, isStock: isStockUsed(values) })
  if (purpose) return keptPurposes.includes(purpose) ? undefined : ledgers[purpose]
  const answer: unknown = isChoiceAsked(name, values) ? Reflect.get(values, name) : null
  return kind === 'yesNo' ? (answer === true) !== isOpposite : answer
}

/** Returns the new settings (§4), with undecided settings copied from `current`. */
export function createSettings(
  decided: WizardDecisions,
  current: CompanySettings,
): CompanySettings {
  const sent = settingRows
    .map((row) => [row.setting, sentOf(row, decided)] as const)
    .filter(([, value]) => value !== undefined)
  return {
    ...current,
    ...Object.fromEntries(sent),
    ...(current.api_key &&
      isRelationSaved(decided, current) && {
        api_key: { ...current.api_key, default_no_relation: decided.relation.id },
      }),
  }
}

/** Returns names of changed settings (`api_key` for the default relation). */
export const listChangedSettings = (stored: CompanySettings, wanted: CompanySettings): string[] =>
  [...new Set([...Object.keys(wanted), 'api_key'])].filter(
    (name) => !isSameSetting(valueIn(stored, name), valueIn(wanted, name)),
  )

/** True if saving would overwrite another user's recent change. */
export const wouldOverwriteOthers = (
  shown: CompanySettings,
  stored: CompanySettings,
  wanted: CompanySettings,
): boolean =>
  listChangedSettings(stored, wanted).some(
    (name) => !isSameSetting(valueIn(stored, name), valueIn(shown, name)),
  )

const valueIn = (settings: CompanySettings, name: string) =>
  name === 'api_key' ? getDefaultRelation(settings) : settings[name]

/** Compares settings by their text, with all empty values equal. */
export const isSameSetting = (one: unknown, other: unknown): boolean =>
  JSON.stringify(settled(one)) === JSON.stringify(settled(other))

function settled(value: unknown): unknown {
  if (value === undefined) return null
  if (typeof value === 'string') return value.trim() || null
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value
}

/** Creates the payment ledger record (§3) from the settings. */
export function createPaymentLedgerRecord(
  { administration, location }: Place,
  wanted: CompanySettings,
): PaymentLedgers {
  const numberOf = (purpose: (typeof paymentPurposes)[number]) =>
    findLedgerNumber(purpose, wanted) ?? ''
  return {
    administration_id: administration.id,
    location_id: location.id,
    cash_ledger: numberOf('cash'),
    eft_ledger: numberOf('eft'),
    webshop_ledger: numberOf('webshop'),
    type: 'SNELSTART',
  }
}
