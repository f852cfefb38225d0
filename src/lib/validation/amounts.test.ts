import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { locales } from '../i18n/messages.ts'
import { maxAmountEuros, parseAmount } from './amounts.ts'

const malformed = { key: 'wizard:amountMalformed' }
const tooLarge = { key: 'wizard:amountTooLarge' }
const negative = { key: 'wizard:amountNegative' }

test.each([
  [0, ['', '   ', '€', '0', '-0']],
  [5, ['0,05']],
  [7, [',07']],
  [50, ['.5']],
  [500, ['5,-', '5,']],
  [700, ['7', '007']],
  [1200, ['€12']],
  [1250, ['€ 12,50', '12,50 €']],
  [123_400, ['1\u00a0234']],
  [123_450, ['1234,5']],
  [123_456, ['1,234.56', '1.234,56', '1 234,56', '1 234.56', '1234.56']],
  [100_000_000, ['1.000.000', '1000000']],
  [tooLarge, ['12.345.678', '1000000,01', '1000000000', '9'.repeat(400)]],
  [malformed, ['1e9', '10^9', 'twaalf', '12 euro', 'Infinity', '０', '١٢']],
  [malformed, ['1,2,3', '1.23.456', '1.234.56', '1,234,56', '0,123', '1234,567', '1.234,567']],
  [malformed, ['1,234.5678', '-', ',', '.,', '--5', '+5', '5-', '5€5']],
])('returns %j for each of the amounts %j', (read, all) => {
  for (const typed of all) {
    expect(parseAmount(typed, 'nl', false), typed).toEqual(read)
    expect(parseAmount(typed, 'nl', true), typed).toEqual(read)
  }
})

const meant = (thousands: string, cents: string) => ({
  key: 'wizard:amountUnclear',
  parameters: { thousands, cents },
})

test.each([
  ['1.234', 123_400, meant('1234', '1.23')],
  ['1,234', meant('1234', '1,23'), 123_400],
  ['12,345', meant('12345', '12,34'), 1_234_500],
  ['€ 999.999', 99_999_900, meant('999999', '999.99')],
  ['1 234', 123_400, 123_400],
  ['1,234,567.89', tooLarge, tooLarge],
  ['1,000,000', 100_000_000, 100_000_000],
  ['1.234,56', 123_456, 123_456],
  ['1,234.56', 123_456, 123_456],
  ['1.23', 123, 123],
  ['1,23', 123, 123],
  ['0.123', malformed, malformed],
])('reads the amount %j as %j in Dutch and as %j in English', (typed, dutch, english) => {
  expect(parseAmount(typed, 'nl', false)).toEqual(dutch)
  expect(parseAmount(typed, 'en', false)).toEqual(english)
})

test.each(['-5', '- 5', '€ -5', '-€ 5', '−5', '-5,-'])(
  'reads the negative amount %j only if negative amounts are allowed',
  (typed) => {
    expect(parseAmount(typed, 'nl', true)).toBe(-500)
    expect(parseAmount(typed, 'nl', false)).toEqual(negative)
    expect(parseAmount('-1000001', 'nl', true)).toEqual(tooLarge)
  },
)

describe('any amount', () => {
  test.each(locales)('reads every formatted amount of the locale %s', (locale) => {
    const cents = fc.integer({ min: -maxAmountEuros * 100, max: maxAmountEuros * 100 })
    const styles = [
      { style: 'currency', currency: 'EUR' },
      { minimumFractionDigits: 2 },
      { minimumFractionDigits: 2, useGrouping: false },
    ] as const
    fc.assert(
      fc.property(cents, fc.constantFrom(...styles), (amount, style) => {
        const typed = new Intl.NumberFormat(locale, style).format(amount / 100)
        for (const page of locales) expect(parseAmount(typed, page, true)).toBe(amount)
      }),
    )
  })

  test('parseAmount returns whole cents or a message for any text', () => {
    const texts = fc.oneof(fc.string(), fc.stringMatching(/^[-€ .,\d]{0,12}$/))
    fc.assert(
      fc.property(
        texts,
        fc.constantFrom(...locales),
        fc.boolean(),
        (typed, locale, mayBeNegative) => {
          const read = parseAmount(typed, locale, mayBeNegative)
          if (typeof read !== 'number') return
          expect(Number.isSafeInteger(read)).toBe(true)
          expect(Object.is(read, -0)).toBe(false)
          expect(Math.abs(read)).toBeLessThanOrEqual(maxAmountEuros * 100)
          expect(mayBeNegative || read >= 0).toBe(true)
        },
      ),
      { numRuns: 1000 },
    )
  })
})
