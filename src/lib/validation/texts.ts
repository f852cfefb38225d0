import { textRule, type Rule } from './rule.ts'

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

/** Letters and digits, accented ones too, no blanks or hyphens. */
export function alphanumeric(): Rule {
  return textRule({ key: 'validation:alphanumeric' }, (text) =>
    /^(?:\p{L}\p{M}*|\p{Nd})+$/u.test(text),
  )
}
