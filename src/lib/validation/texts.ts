import { createTextRule, type InputRule } from './rule.ts'

/** Email address within the length limits of RFC 5321. */
const address =
  /^(?!\.|.*\.[.@]|.{255})[\p{L}\p{M}\p{N}.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:(?!-)[\p{L}\p{M}\p{N}-]{1,63}(?<!-)\.)+(?!-)(?=.*\p{L})[\p{L}\p{M}\p{N}-]{1,63}(?<!-)$/u

export function emailRule(): InputRule {
  return createTextRule({ key: 'validation:email' }, (text) => address.test(text))
}

export function urlRule(): InputRule {
  return createTextRule(
    { key: 'validation:url' },
    // Rejects spaces, which the URL parser would drop or encode.
    (address) => /^https?:\/\/[^\s/?#]\S*$/i.test(address) && URL.canParse(address),
  )
}

/** Rule that allows digits and letters, including accents, but no spaces or hyphens. */
export function alphanumericRule(): InputRule {
  return createTextRule({ key: 'validation:alphanumeric' }, (text) =>
    /^(?:\p{L}\p{M}*|\p{Nd})+$/u.test(text),
  )
}
