import type { MessageKey } from '../i18n/messages.ts'
import { misconfigured, rule, textRule, type Rule } from './rule.ts'

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
