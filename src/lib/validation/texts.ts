import { textRule, type Rule } from './rule.ts'

/** Mail address of RFC 5321 lengths: no dot at the ends of the name, no hyphen at the ends of a label. */
const address =
  /^(?!\.|.*\.[.@]|.{255})[\p{L}\p{M}\p{N}.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:(?!-)[\p{L}\p{M}\p{N}-]{1,63}(?<!-)\.)+(?!-)(?=.*\p{L})[\p{L}\p{M}\p{N}-]{1,63}(?<!-)$/u

export function email(): Rule {
  return textRule({ key: 'validation:email' }, (text) => address.test(text))
}

export function url(): Rule {
  return textRule(
    { key: 'validation:url' },
    // The parser drops or encodes blanks; here they are a mistake.
    (address) => /^https?:\/\/[^\s/?#]\S*$/i.test(address) && URL.canParse(address),
  )
}

/** Letters and digits, accented ones too, no blanks or hyphens. */
export function alphanumeric(): Rule {
  return textRule({ key: 'validation:alphanumeric' }, (text) =>
    /^(?:\p{L}\p{M}*|\p{Nd})+$/u.test(text),
  )
}
