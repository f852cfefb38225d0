import { textRule, type Rule } from './rule.ts'
import type { MessageKey } from '../i18n/messages.ts'

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
