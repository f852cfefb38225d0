import type { Message } from '../i18n/messages.ts'

/** Euros that an example may have at most, either way. */
export const amountLimit = 1_000_000

/** Digits in groups of three, or none; then at most two behind the last separator. */
const forms = [
  /^(?<whole>\d+)$/,
  /^(?<whole>\d*)[.,](?<fraction>\d{1,2})$/,
  /^(?<whole>[1-9]\d{0,2}(?<separator>[., ])\d{3}(?:\k<separator>\d{3})*)$/,
  /^(?<whole>[1-9]\d{0,2}(?:(?<separator>[. ])\d{3}(?:\k<separator>\d{3})*)),(?<fraction>\d{1,2})$/,
  /^(?<whole>[1-9]\d{0,2}(?:(?<separator>[, ])\d{3}(?:\k<separator>\d{3})*))\.(?<fraction>\d{1,2})$/,
]

/**
 * The amount that is typed, in whole cents, or what is wrong with it. Either language's way of writing will
 * do; three digits behind a single separator are thousands. Nothing typed is nothing.
 */
export function amountOf(typed: string, mayBeNegative: boolean): number | Message {
  const text = typed.replace(/\s/g, ' ').replace('€', ' ').trim()
  const isNegative = /^[-−]/.test(text)
  const digits = text
    .replace(/^[-−]\s*/, '')
    // As prices are written: "5,-"; and what is still being typed: "5,".
    .replace(/(\d)[.,][-–—]?$/, '$1')
  if (digits === '' && !isNegative) return 0
  const { whole = '', fraction = '' } =
    forms.map((form) => form.exec(digits)?.groups).find((groups) => groups !== undefined) ?? {}
  if (whole + fraction === '') return { key: 'wizard:amountMalformed' }
  const cents = Number(whole.replace(/\D/g, '')) * 100 + Number(fraction.padEnd(2, '0'))
  if (cents > amountLimit * 100) return { key: 'wizard:amountTooLarge' }
  if (isNegative && cents > 0 && !mayBeNegative) return { key: 'wizard:amountNegative' }
  return isNegative && cents > 0 ? -cents : cents
}
