import type { MessageKey } from '../i18n/messages.ts'

/** Whether a spreadsheet has rounded a number: its last digits are lost. */
export const isRounded = (text: string) => /^\d(?:[.,]\d+E\+?|E\+)\d+$/i.test(text.trim())

/**
 * A chamber-of-commerce number as it is judged and sent: people part its digits with spaces and dots, and
 * spreadsheets write whole numbers with decimals.
 */
export function cocNumber(text: string): string {
  const number = text.trim().replace(/^(\d+)[.,]0{1,2}$/, '$1')
  return isRounded(number) ? number : number.replace(/(\d)[\s.]+(?=\d)/g, '$1')
}

/** What numbers are compared by: spreadsheets take zeros away in front. */
export const cocKey = (coc: string) => cocNumber(coc).replace(/^0+/, '')

/** Two letters of a country and what it gives out, or the Dutch form without them. */
const vatNumber = /^(?:[a-z]{2}(?=.*\d)[\da-z]{8,12}|\d{9}b\d{2})$/i

/**
 * A doubt about a Dutch chamber-of-commerce number, or undefined. It has 8 digits; three other
 * numbers are easily taken for it. Only a hint: the field takes any letters and digits (§5).
 */
export function cocDoubt(coc: string, countryCode: string): MessageKey | undefined {
  const number = cocNumber(coc)
  if (number === '' || countryCode.trim().toUpperCase() !== 'NL') return undefined
  if (/^\d{8}$/.test(number)) return undefined
  if (/^\d{7}$/.test(number)) return 'boarding:cocZero'
  if (/^\d{12}$/.test(number)) return 'boarding:cocBranch'
  if (/^\d{9}$/.test(number)) return 'boarding:cocRsin'
  return vatNumber.test(number.replace(/[\s.]/g, '')) ? 'boarding:cocVat' : 'boarding:cocHint'
}
