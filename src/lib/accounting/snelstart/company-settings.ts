import type { Place } from '../../domain/place.ts'
import type { CompanyInfo, PaymentLedgers } from './calls.ts'
import type { CompanySettings } from './stored-settings.ts'
import { paymentPurposes, type RequiredPurpose } from './ledgers.ts'
import { defaultRelation, walkInCode, type Relation } from './relations.ts'
import { choices, settings, usesStock } from './choices.ts'
import { isAsked, type WizardValues } from './values.ts'

/** Everything that was decided in the wizard, complete. */
export interface Decided {
  values: WizardValues
  /** Their numbers. */
  ledgers: Readonly<Record<RequiredPurpose, string>>
  relation: Relation
  info: CompanyInfo
}

/** Whether the walk-in relation has to be saved (§4): SnelStart uses -2 by itself, until a default was set. */
export function savesRelation({ relation }: Pick<Decided, 'relation'>, current: CompanySettings) {
  return relation.code !== walkInCode || defaultRelation(current) !== null
}

/** What a setting becomes (§4); undefined: what was read. */
function sentOf(
  { name, kind, purpose, isOpposite = false, sent }: (typeof settings)[number],
  { values, ledgers, info }: Decided,
): unknown {
  if (sent) return sent({ info, isStock: usesStock(values) })
  if (purpose) return ledgers[purpose]
  const held: Readonly<Record<string, unknown>> = values
  const answer = isAsked(name, values) ? held[name] : null
  return kind === 'yesNo' ? (answer === true) !== isOpposite : answer
}

/** The settings that the answers make (§4). What the wizard does not decide stays as it was read (`current`). */
export function settingsFrom(decided: Decided, current: CompanySettings): CompanySettings {
  const sent = settings
    .map((row) => [row.setting, sentOf(row, decided)] as const)
    .filter(([, value]) => value !== undefined)
  return {
    ...current,
    ...Object.fromEntries(sent),
    ...(current.api_key && {
      api_key: savesRelation(decided, current)
        ? { ...current.api_key, default_no_relation: decided.relation.id }
        : current.api_key,
    }),
  }
}

/**
 * Whether saving `next` would undo what somebody else set meanwhile (`fresh`). `expected`: the settings as they were
 * shown, and those that were sent, arrived or not.
 */
export function undoesOthers(
  expected: readonly CompanySettings[],
  fresh: CompanySettings,
  next: CompanySettings,
): boolean {
  const ours = [...expected, next]
  return namesIn(next).some((name) =>
    ours.every((each) => !isSameSetting(valueIn(each, name), valueIn(fresh, name))),
  )
}

/** Of the key, which is no setting of the wizard's, only its default relation counts. */
const namesIn = (settings: CompanySettings) => [...new Set([...Object.keys(settings), 'api_key'])]
const valueIn = (settings: CompanySettings, name: string) =>
  name === 'api_key' ? defaultRelation(settings) : settings[name]

/** The settings that hold what the payment ledger record holds as well. */
const paymentSettings: readonly string[] = paymentPurposes.map((each) => choices[each].setting)

/**
 * Which saves are still to be made. The payment ledger record is not read for this: who changes it changes the
 * settings that name the same ledgers.
 */
export function unsaved(current: CompanySettings, next: CompanySettings) {
  const changed = namesIn(next).filter(
    (name) => !isSameSetting(valueIn(current, name), valueIn(next, name)),
  )
  return [
    ...(changed.some((name) => name !== 'api_key') ? ['settings' as const] : []),
    ...(changed.some((name) => paymentSettings.includes(name)) ? ['payment_ledgers' as const] : []),
    ...(changed.includes('api_key') ? ['key' as const] : []),
  ]
}

/** Nothing is nothing, and an id, a number or a choice is itself, however a server writes it. */
export const isSameSetting = (one: unknown, other: unknown): boolean =>
  JSON.stringify(settled(one)) === JSON.stringify(settled(other))

function settled(value: unknown): unknown {
  if (value === undefined || value === '') return null
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value
}

/** The payment ledger record (§3). */
export function paymentLedgersFrom(
  { administration, location }: Place,
  { ledgers }: Pick<Decided, 'ledgers'>,
): PaymentLedgers {
  return {
    administration_id: administration.id,
    location_id: location.id,
    cash_ledger: ledgers.cash,
    eft_ledger: ledgers.eft,
    webshop_ledger: ledgers.webshop,
    type: 'SNELSTART',
  }
}
