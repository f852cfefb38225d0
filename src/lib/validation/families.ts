import * as z from 'zod/mini'
import type { Message, MessageKey } from '../i18n/messages.ts'
import {
  createFieldRule,
  isValueEmpty,
  createRule,
  createTextRule,
  type InputRule,
} from './rule.ts'

/* Validation rules of §5 that no form uses yet. */

/** Bounds in the wrong order let no value pass (§8). */
const ordered = <Bound>(least: Bound, most: Bound, between: InputRule): InputRule =>
  least <= most ? between : createRule({ key: 'rules:misconfigured' }, () => false)

function numberIn(value: unknown): number {
  if (typeof value !== 'string') return typeof value === 'number' ? value : Number.NaN
  return /^[+-]?\d+(?:\.\d+)?$/.test(value) ? Number(value) : Number.NaN
}
const sizeOf = (value: unknown) => (Array.isArray(value) ? value.length : numberIn(value))

export const numberRule = () =>
  createRule({ key: 'rules:number' }, (value) => Number.isFinite(numberIn(value)))

/** Rule for a number or a number of entries. */
const sized = (failure: Message, isMet: (size: number) => boolean) =>
  createRule(failure, (value) => isMet(sizeOf(value)))

export const minRule = (least: number) =>
  sized({ key: 'rules:min', parameters: { min: String(least) } }, (size) => size >= least)
export const maxRule = (most: number) =>
  sized({ key: 'rules:max', parameters: { max: String(most) } }, (size) => size <= most)

export function numberBetweenRule(least: number, most: number): InputRule {
  const parameters = { min: String(least), max: String(most) }
  const isBetween = (value: unknown) => numberIn(value) >= least && numberIn(value) <= most
  return ordered(least, most, createRule({ key: 'rules:between', parameters }, isBetween))
}

function lengthOf(value: unknown): number {
  if (Array.isArray(value)) return value.length
  return typeof value === 'string' ? Array.from(value).length : Number.NaN
}

/** Rule for the number of characters or entries. */
export function lengthRule(shortest: number, longest = Infinity): InputRule {
  const parameters = { min: String(shortest), max: String(longest) }
  const isWithin = (value: unknown) => lengthOf(value) >= shortest && lengthOf(value) <= longest
  const judged = (key: MessageKey) => createRule({ key, parameters }, isWithin)
  if (shortest === longest) return judged('rules:lengthExact')
  if (longest === Infinity) return judged('rules:lengthMin')
  if (shortest === 0) return judged('rules:lengthMax')
  return ordered(shortest, longest, judged('rules:lengthBetween'))
}

/** Rule for a date input's value or a local `Date`. */
const dated = (failure: Message, isMet: (iso: string) => boolean) =>
  createRule(failure, (value) => {
    const day = value instanceof Date ? value.toLocaleDateString('sv') : value
    return z.iso.date().check(z.refine(isMet)).safeParse(day).success
  })

export const dateRule = () => dated({ key: 'rules:date' }, () => true)
export const dateAfterRule = (limit: string) =>
  dated({ key: 'rules:dateAfter', parameters: { date: limit } }, (iso) => iso > limit)
export const dateBeforeRule = (limit: string) =>
  dated({ key: 'rules:dateBefore', parameters: { date: limit } }, (iso) => iso < limit)
export const dateBetweenRule = (from: string, to: string) => {
  const failure: Message = { key: 'rules:dateBetween', parameters: { from, to } }
  const isBetween = (iso: string) => iso >= from && iso <= to
  return ordered(from, to, dated(failure, isBetween))
}

/** Rule for a date in a format such as `DD-MM-YYYY`. */
export const dateFormatRule = (format: string) =>
  createTextRule({ key: 'rules:dateFormat', parameters: { format } }, (text) => {
    const part = (name: string) => text.slice(format.indexOf(name)).slice(0, name.length)
    const parts = ['YYYY', 'MM', 'DD'] as const
    const written = parts.reduce((rest, name) => rest.replace(name, part(name)), format)
    return written === text && z.iso.date().safeParse(parts.map(part).join('-')).success
  })

const fitting = (key: MessageKey, pattern: RegExp) => () =>
  createTextRule({ key }, (text) => pattern.test(text))

// An accent without a letter is invalid.
export const lettersRule = fitting('rules:alpha', /^(?:\p{L}\p{M}*)+$/u)
export const lettersAndSpacesRule = fitting('rules:alphaSpaces', /^(?:\p{L}\p{M}*| )+$/u)
export const uppercaseRule = fitting('rules:uppercase', /^(?:\p{Lu}\p{M}*)+$/u)
export const lowercaseRule = fitting('rules:lowercase', /^(?:\p{Ll}\p{M}*)+$/u)
export const symbolsRule = fitting('rules:symbol', /^[\p{P}\p{S}]+$/u)

export const containsLetterRule = fitting('rules:containsAlpha', /\p{L}/u)
export const containsLetterOrDigitRule = fitting('rules:containsAlphanumeric', /[\p{L}\p{Nd}]/u)
export const containsLetterOrSpaceRule = fitting('rules:containsAlphaSpaces', /[\p{L} ]/u)
export const containsUppercaseRule = fitting('rules:containsUppercase', /\p{Lu}/u)
export const containsLowercaseRule = fitting('rules:containsLowercase', /\p{Ll}/u)
export const containsSymbolRule = fitting('rules:containsSymbol', /[\p{P}\p{S}]/u)
export const containsDigitRule = fitting('rules:containsNumeric', /\p{Nd}/u)

const listed = (options: readonly string[]) => ({ options: options.join(', ') })

const having =
  (key: MessageKey, matches: (text: string, part: string) => boolean) =>
  (...parts: readonly string[]) =>
    createTextRule({ key, parameters: listed(parts) }, (text) =>
      parts.some((part) => matches(text, part)),
    )

export const startsWithRule = having('rules:startsWith', (text, part) => text.startsWith(part))
export const endsWithRule = having('rules:endsWith', (text, part) => text.endsWith(part))

function isOne(options: readonly unknown[]) {
  return (value: unknown) => options.some((option) => option === value || String(option) === value)
}

export const allowedValuesRule = (...allowed: readonly unknown[]) =>
  createRule({ key: 'rules:notAllowed' }, isOne(allowed))
export const forbiddenValuesRule = (...forbidden: readonly unknown[]) =>
  createRule({ key: 'rules:notAllowed' }, (value) => !isOne(forbidden)(value))
export const patternRule = (pattern: RegExp) =>
  // `test` of a global pattern continues at its last match.
  createTextRule({ key: 'rules:notAllowed' }, (text) => text.search(pattern) >= 0)

export const mimeTypeRule = (...types: readonly string[]) =>
  createRule({ key: 'rules:mime', parameters: listed(types) }, (value) =>
    [value].flat().every((file) => file instanceof File && types.includes(file.type)),
  )

/** Empty values are valid, so an unticked checkbox must be `false`. */
export const acceptedRule = () =>
  createRule({ key: 'rules:accepted' }, isOne([true, 'yes', 'on', 1]))

export const confirmationRule = (field: string, original: string) =>
  createFieldRule(
    field,
    { key: 'rules:confirm' },
    (values) => isValueEmpty(values[field]) || values[field] === values[original],
  )

/** Rule that requires at least one of several fields. */
export const anyFilledInRule = (first: string, ...others: readonly string[]) =>
  createFieldRule(first, { key: 'rules:requireOne' }, (values) =>
    [first, ...others].some((field) => !isValueEmpty(values[field])),
  )
