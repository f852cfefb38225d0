import type { Message } from '../i18n/messages.ts'
import { misconfigured, rule, textOf, type Rule } from './rule.ts'

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
