import type { Message, MessageKey } from '../i18n/messages.ts'
import { misconfigured, rule, textOf, textRule, type Rule } from './rule.ts'

/** A number: digits with an optional sign and decimal point. */
export function number(): Rule {
  return rule({ key: 'rules:number' }, (value) => numberOf(value) !== null)
}

/**
 * How many characters a text has, or entries a list: at least `shortest`, at most `longest`.
 * `length(2, 2)` is exactly two.
 */
export function length(shortest: number, longest = Infinity): Rule {
  if (!(shortest >= 0 && shortest <= longest)) return misconfigured()
  return rule(lengthFailure(shortest, longest), (value) => {
    const size = sizeOf(value)
    return size !== null && size >= shortest && size <= longest
  })
}

/** A number that is at least this, or a list with at least so many entries. */
export function min(least: number): Rule {
  if (Number.isNaN(least)) return misconfigured()
  const parameters = { min: String(least) }
  return measured({ key: 'rules:min', parameters }, (size) => size >= least)
}

/** A number that is at most this, or a list with at most so many entries. */
export function max(most: number): Rule {
  if (Number.isNaN(most)) return misconfigured()
  const parameters = { max: String(most) }
  return measured({ key: 'rules:max', parameters }, (size) => size <= most)
}

/** A number from one bound to another, both included. */
export function between(least: number, most: number): Rule {
  if (!(least <= most)) return misconfigured()
  const parameters = { min: String(least), max: String(most) }
  return rule({ key: 'rules:between', parameters }, (value) => {
    const size = numberOf(value)
    return size !== null && size >= least && size <= most
  })
}

function lengthFailure(shortest: number, longest: number): Message {
  const parameters = { min: String(shortest), max: String(longest) }
  if (shortest === longest) return { key: 'rules:lengthExact', parameters }
  if (longest === Infinity) return { key: 'rules:lengthMin', parameters }
  if (shortest === 0) return { key: 'rules:lengthMax', parameters }
  return { key: 'rules:lengthBetween', parameters }
}

function measured(failure: Message, isMet: (size: number) => boolean): Rule {
  return rule(failure, (value) => {
    const size = Array.isArray(value) ? value.length : numberOf(value)
    return size !== null && isMet(size)
  })
}

function numberOf(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'string' || !/^[+-]?\d+(?:\.\d+)?$/.test(value)) return null
  return Number(value)
}

/** Characters as people count them more nearly than UTF-16 does: a smiley is one. */
function sizeOf(value: unknown): number | null {
  if (Array.isArray(value)) return value.length
  const text = textOf(value)
  return text === null ? null : Array.from(text).length
}

/** A day: as ISO 8601 has it, the way a date input does, or a moment in the browser's time zone. */
export type Day = string | Date

/** A day that exists. */
export function date(): Rule {
  return rule({ key: 'rules:date' }, (value) => isoOf(value) !== null)
}

/** A day later than this one. */
export function dateAfter(day: Day): Rule {
  const limit = isoOf(day)
  if (limit === null) return misconfigured()
  return dayRule('rules:dateAfter', { date: limit }, (iso) => iso > limit)
}

/** A day earlier than this one. */
export function dateBefore(day: Day): Rule {
  const limit = isoOf(day)
  if (limit === null) return misconfigured()
  return dayRule('rules:dateBefore', { date: limit }, (iso) => iso < limit)
}

/** A day from one to another, both included. */
export function dateBetween(first: Day, last: Day): Rule {
  const from = isoOf(first)
  const to = isoOf(last)
  if (from === null || to === null || from > to) return misconfigured()
  return dayRule('rules:dateBetween', { from, to }, (iso) => iso >= from && iso <= to)
}

/** A day that exists, written like this: `DD-MM-YYYY` and the like. */
export function dateFormat(format: string): Rule {
  const parts = format.match(/DD|MM|YYYY/g)
  if (parts?.length !== 3 || new Set(parts).size !== 3) return misconfigured()
  const pattern = new RegExp(
    `^${format
      .split(/(DD|MM|YYYY)/)
      .map((part) => groups[part] ?? part.replace(/[^\w]/g, String.raw`\$&`))
      .join('')}$`,
  )
  return textRule({ key: 'rules:dateFormat', parameters: { format } }, (text) => {
    const { year = '', month = '', day = '' } = pattern.exec(text)?.groups ?? {}
    return isoOf(`${year}-${month}-${day}`) !== null
  })
}

const groups: Readonly<Record<string, string>> = {
  DD: String.raw`(?<day>\d\d)`,
  MM: String.raw`(?<month>\d\d)`,
  YYYY: String.raw`(?<year>\d{4})`,
}

function dayRule(
  key: MessageKey,
  parameters: Readonly<Record<string, string>>,
  isMet: (iso: string) => boolean,
): Rule {
  return rule({ key, parameters }, (value) => {
    const iso = isoOf(value)
    return iso !== null && isMet(iso)
  })
}

/** `2026-11-20`, or null for what is not a day: ISO days sort as texts. */
function isoOf(value: unknown): string | null {
  if (value instanceof Date) {
    if (Number.isNaN(value.getTime())) return null
    const parts = [value.getMonth() + 1, value.getDate()].map((n) => String(n).padStart(2, '0'))
    return [String(value.getFullYear()).padStart(4, '0'), ...parts].join('-')
  }
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return null
  const moment = new Date(`${value}T00:00:00Z`)
  // 30 February becomes 2 March, which is not what was written.
  const exists = !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(value)
  return exists ? value : null
}

/** Every file is of one of these types, such as `image/png` or `image/*`. */
export function mime(...types: readonly string[]): Rule {
  if (types.length === 0 || !types.every((type) => /^[^/\s]+\/[^/\s]+$/.test(type))) {
    return misconfigured()
  }
  const parameters = { options: types.join(', ') }
  return rule({ key: 'rules:mime', parameters }, (value) =>
    filesOf(value).every(
      (file) => file instanceof Blob && types.some((type) => isOfType(file.type, type)),
    ),
  )
}

function isOfType(actual: string, type: string): boolean {
  return type.endsWith('/*') ? actual.startsWith(type.slice(0, -1)) : actual === type
}

/** A file, a list of files, or what a file input holds. */
function filesOf(value: unknown): readonly unknown[] {
  return typeof value === 'object' && value !== null && 'length' in value
    ? Array.from(value as ArrayLike<unknown>)
    : [value]
}
