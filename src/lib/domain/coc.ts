import type { MessageKey } from '../i18n/messages.ts'

/**
 * A doubt about a Dutch chamber-of-commerce number, or undefined. It has 8 digits; two other
 * numbers are easily taken for it. Only a hint: the field takes any letters and digits (§5).
 */
export function cocDoubt(coc: string, countryCode: string): MessageKey | undefined {
  const number = coc.trim()
  if (number === '' || countryCode.trim().toUpperCase() !== 'NL') return undefined
  if (/^\d{8}$/.test(number)) return undefined
  if (/^\d{12}$/.test(number)) return 'boarding:cocBranch'
  if (/^\d{9}$/.test(number)) return 'boarding:cocRsin'
  return 'boarding:cocHint'
}
