import type { Locale, Message } from '../i18n/messages.ts'

/** Maximum amount of an example in euros, positive or negative. */
export const maxAmountEuros = 1_000_000

/** Digits with or without thousands separators. */
const wholeEuros = /^(?:\d*|[1-9]\d{0,2}([., ])\d{3}(?:\1\d{3})*)$/

/** A decimal sign before three digits may separate thousands. */
const decimalSigns: Readonly<Record<Locale, string>> = { nl: ',', en: '.' }

/** Returns whole cents from either language's notation, or a message. */
export function parseAmount(
  typed: string,
  locale: Locale,
  mayBeNegative: boolean,
): number | Message {
  const text = typed.replace(/\s/g, ' ').replace('€', ' ').trim()
  const isNegative = /^[-−]/.test(text)
  const digits = text
    .replace(/^[-−]\s*/, '')
    // Accepts prices such as "5,-" and incomplete input such as "5,".
    .replace(/(\d)[.,][-–—]?$/, '$1')
  if (digits === '' && !isNegative) return 0
  if (/^[1-9]\d{0,2}([.,])\d{3}$/.exec(digits)?.[1] === decimalSigns[locale]) {
    const parameters = { thousands: digits.replace(/\D/, ''), cents: digits.slice(0, -1) }
    return { key: 'wizard:amountUnclear', parameters }
  }
  const [, whole = '', sign = '', fraction = ''] = /^(.*?)(?:([.,])(\d{1,2}))?$/.exec(digits) ?? []
  const isAmount = wholeEuros.test(whole) && (fraction === '' || !whole.includes(sign))
  if (whole + fraction === '' || !isAmount) return { key: 'wizard:amountMalformed' }
  const cents = Number(whole.replace(/\D/g, '')) * 100 + Number(fraction.padEnd(2, '0'))
  if (cents > maxAmountEuros * 100) return { key: 'wizard:amountTooLarge' }
  if (isNegative && cents > 0 && !mayBeNegative) return { key: 'wizard:amountNegative' }
  return isNegative && cents > 0 ? -cents : cents
}
