import { textRule, type Failure, type Rule } from './rule.ts'

const letter = String.raw`\p{L}\p{M}*`
const only = (characters: string) => new RegExp(`^(?:${characters})+$`, 'u')
const fits =
  (failure: Failure, pattern: () => RegExp): (() => Rule) =>
  () => {
    const compiled = pattern()
    return textRule(failure, (text) => compiled.test(text))
  }

/** Letters, accented ones too. */
export const alpha = /* @__PURE__ */ fits({ rule: 'alpha', key: 'rules:alpha' }, () => only(letter))

/** Letters and digits, no blanks or hyphens. */
export const alphanumeric = /* @__PURE__ */ fits(
  { rule: 'alphanumeric', key: 'validation:alphanumeric' },
  () => only(String.raw`${letter}|\p{Nd}`),
)

/** Letters and spaces. */
export const alphaSpaces = /* @__PURE__ */ fits(
  { rule: 'alpha_spaces', key: 'rules:alphaSpaces' },
  () => only(`${letter}| `),
)

/** Capitals. */
export const uppercase = /* @__PURE__ */ fits({ rule: 'uppercase', key: 'rules:uppercase' }, () =>
  only(String.raw`\p{Lu}\p{M}*`),
)

/** Small letters. */
export const lowercase = /* @__PURE__ */ fits({ rule: 'lowercase', key: 'rules:lowercase' }, () =>
  only(String.raw`\p{Ll}\p{M}*`),
)

/** Punctuation and signs. */
export const symbol = /* @__PURE__ */ fits({ rule: 'symbol', key: 'rules:symbol' }, () =>
  only(String.raw`[\p{P}\p{S}]`),
)

/** A letter somewhere. */
export const containsAlpha = /* @__PURE__ */ fits(
  { rule: 'contains_alpha', key: 'rules:containsAlpha' },
  () => /\p{L}/u,
)

/** A letter or a digit somewhere. */
export const containsAlphanumeric = /* @__PURE__ */ fits(
  { rule: 'contains_alphanumeric', key: 'rules:containsAlphanumeric' },
  () => /[\p{L}\p{Nd}]/u,
)

/** A letter or a space somewhere. */
export const containsAlphaSpaces = /* @__PURE__ */ fits(
  { rule: 'contains_alpha_spaces', key: 'rules:containsAlphaSpaces' },
  () => /[\p{L} ]/u,
)

/** A capital somewhere. */
export const containsUppercase = /* @__PURE__ */ fits(
  { rule: 'contains_uppercase', key: 'rules:containsUppercase' },
  () => /\p{Lu}/u,
)

/** A small letter somewhere. */
export const containsLowercase = /* @__PURE__ */ fits(
  { rule: 'contains_lowercase', key: 'rules:containsLowercase' },
  () => /\p{Ll}/u,
)

/** Punctuation or a sign somewhere. */
export const containsSymbol = /* @__PURE__ */ fits(
  { rule: 'contains_symbol', key: 'rules:containsSymbol' },
  () => /[\p{P}\p{S}]/u,
)

/** A digit somewhere. */
export const containsNumeric = /* @__PURE__ */ fits(
  { rule: 'contains_numeric', key: 'rules:containsNumeric' },
  () => /\p{Nd}/u,
)
