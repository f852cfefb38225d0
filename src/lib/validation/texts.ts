import type { Message, MessageKey } from '../i18n/messages.ts'
import { misconfigured, rule, textOf, textRule, type Rule } from './rule.ts'

/** What a mail server takes at most (RFC 5321). */
const longestAddress = 254
const longestLocalPart = 64
const longestLabel = 63

/** Every letter counts: domain names and names of people are not ASCII only. */
const localPart = /^[\p{L}\p{M}\p{N}.!#$%&'*+/=?^_`{|}~-]+$/u
const label = /^[\p{L}\p{M}\p{N}-]+$/u
const topLabel = /\p{L}/u

/** An e-mail address without what cannot be seen: copies bring blanks around, and marks that have no width. */
export const plainEmail = (text: string) => text.replace(/\p{Cf}/gu, '').trim()

/** An e-mail address as people have them: no comments, no quoted names, a domain with a dot. */
export function email(): Rule {
  return textRule({ key: 'validation:email' }, isEmail)
}

function isEmail(address: string): boolean {
  const at = address.lastIndexOf('@')
  if (at < 1 || at > longestLocalPart || address.length > longestAddress) return false
  const local = address.slice(0, at)
  const labels = address.slice(at + 1).split('.')
  return (
    localPart.test(local) &&
    !local.startsWith('.') &&
    !local.endsWith('.') &&
    !local.includes('..') &&
    labels.length > 1 &&
    labels.every(isLabel) &&
    topLabel.test(labels.at(-1) ?? '')
  )
}

function isLabel(text: string): boolean {
  return (
    text.length <= longestLabel && label.test(text) && !text.startsWith('-') && !text.endsWith('-')
  )
}

/** An address of the web, with its protocol: no other protocol than http and https. */
export function url(): Rule {
  return textRule(
    { key: 'validation:url' },
    // The parser drops or encodes blanks; here they are a mistake.
    (address) => /^https?:\/\/[^\s/?#]\S*$/i.test(address) && URL.canParse(address),
  )
}

const letter = String.raw`\p{L}\p{M}*`
const only = (characters: string) => new RegExp(`^(?:${characters})+$`, 'u')
const fits = (key: MessageKey, pattern: RegExp): Rule =>
  textRule({ key }, (text) => pattern.test(text))

/** Letters, accented ones too. */
export const alpha = () => fits('rules:alpha', only(letter))

/** Letters and digits, no blanks or hyphens. */
export const alphanumeric = () =>
  fits('validation:alphanumeric', only(String.raw`${letter}|\p{Nd}`))

/** Letters and spaces. */
export const alphaSpaces = () => fits('rules:alphaSpaces', only(`${letter}| `))

/** Capitals. */
export const uppercase = () => fits('rules:uppercase', only(String.raw`\p{Lu}\p{M}*`))

/** Small letters. */
export const lowercase = () => fits('rules:lowercase', only(String.raw`\p{Ll}\p{M}*`))

/** Punctuation and signs. */
export const symbol = () => fits('rules:symbol', only(String.raw`[\p{P}\p{S}]`))

// One of these somewhere.
export const containsAlpha = () => fits('rules:containsAlpha', /\p{L}/u)
export const containsAlphanumeric = () => fits('rules:containsAlphanumeric', /[\p{L}\p{Nd}]/u)
export const containsAlphaSpaces = () => fits('rules:containsAlphaSpaces', /[\p{L} ]/u)
export const containsUppercase = () => fits('rules:containsUppercase', /\p{Lu}/u)
export const containsLowercase = () => fits('rules:containsLowercase', /\p{Ll}/u)
export const containsSymbol = () => fits('rules:containsSymbol', /[\p{P}\p{S}]/u)
export const containsNumeric = () => fits('rules:containsNumeric', /\p{Nd}/u)

/** The text begins with one of these. */
export function startsWith(...beginnings: readonly string[]): Rule {
  const failure = { key: 'rules:startsWith', parameters: listed(beginnings) } as const
  return fitsOne(beginnings, failure, (text, beginning) => text.startsWith(beginning))
}

/** The text ends with one of these. */
export function endsWith(...endings: readonly string[]): Rule {
  const failure = { key: 'rules:endsWith', parameters: listed(endings) } as const
  return fitsOne(endings, failure, (text, ending) => text.endsWith(ending))
}

type Choice = string | number | boolean

/** One of these values; a number may be typed as text. */
export function is(...allowed: readonly Choice[]): Rule {
  return fitsOne(allowed, { key: 'rules:is' }, (text, choice) => String(choice) === text)
}

/** None of these values. */
export function not(...forbidden: readonly Choice[]): Rule {
  if (forbidden.length === 0) return misconfigured()
  return rule({ key: 'rules:not' }, (value) => {
    const text = textOf(value)
    return text === null || !forbidden.some((choice) => String(choice) === text)
  })
}

/** Equal to one of these texts, or fitting one of these patterns. */
export function matches(...patterns: readonly (string | RegExp)[]): Rule {
  return fitsOne(patterns, { key: 'rules:matches' }, (text, pattern) =>
    // `search` starts at the beginning; `test` of a global pattern goes on where it stopped.
    typeof pattern === 'string' ? pattern === text : text.search(pattern) >= 0,
  )
}

const listed = (options: readonly string[]) => ({ options: options.join(', ') })

function fitsOne<Option>(
  options: readonly Option[],
  failure: Message,
  fits: (text: string, option: Option) => boolean,
): Rule {
  if (options.length === 0) return misconfigured()
  return textRule(failure, (text) => options.some((option) => fits(text, option)))
}
