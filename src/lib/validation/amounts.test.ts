import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { locales } from '../i18n/messages.ts'
import { amountLimit, amountOf } from './amounts.ts'

const malformed = { key: 'wizard:amountMalformed' }
const tooLarge = { key: 'wizard:amountTooLarge' }
const negative = { key: 'wizard:amountNegative' }

test.each([
  ['', 0],
  ['   ', 0],
  ['€', 0],
  ['0', 0],
  ['-0', 0],
  ['7', 700],
  ['007', 700],
  ['1,234.56', 123_456],
  ['1.234,56', 123_456],
  ['1 234,56', 123_456],
  ['1 234.56', 123_456],
  ['1\u00a0234', 123_400],
  ['1234,5', 123_450],
  ['1234.56', 123_456],
  ['12.345.678', tooLarge],
  ['0,05', 5],
  ['.5', 50],
  [',07', 7],
  ['€ 12,50', 1250],
  ['12,50 €', 1250],
  ['€12', 1200],
  ['5,-', 500],
  ['5,', 500],
  ['1.000.000', 100_000_000],
  ['1000000', 100_000_000],
  ['1000000,01', tooLarge],
  ['1000000000', tooLarge],
  ['9'.repeat(400), tooLarge],
  ['1e9', malformed],
  ['10^9', malformed],
  ['twaalf', malformed],
  ['12 euro', malformed],
  ['1,2,3', malformed],
  ['1.23.456', malformed],
  ['1.234.56', malformed],
  ['1,234,56', malformed],
  ['0,123', malformed],
  ['1234,567', malformed],
  ['1.234,567', malformed],
  ['1,234.5678', malformed],
  ['-', malformed],
  [',', malformed],
  ['.,', malformed],
  ['--5', malformed],
  ['+5', malformed],
  ['5-', malformed],
  ['5€5', malformed],
  ['Infinity', malformed],
  ['０', malformed],
  ['١٢', malformed],
])('%j is %j', (typed, read) => {
  expect(amountOf(typed, 'nl', false)).toEqual(read)
  expect(amountOf(typed, 'nl', true)).toEqual(read)
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
])('%j is %j in Dutch, and %j in English', (typed, dutch, english) => {
  expect(amountOf(typed, 'nl', false)).toEqual(dutch)
  expect(amountOf(typed, 'en', false)).toEqual(english)
})

test('either way of what is unclear is clear', () => {
  expect(amountOf('1234', 'nl', false)).toBe(123_400)
  expect(amountOf('1,23', 'nl', false)).toBe(123)
})

test.each(['-5', '- 5', '€ -5', '-€ 5', '−5', '-5,-'])('%j may go back, or may not', (typed) => {
  expect(amountOf(typed, 'nl', true)).toBe(-500)
  expect(amountOf(typed, 'nl', false)).toEqual(negative)
})

test('too large is too large, whichever way', () => {
  expect(amountOf('-1000001', 'nl', true)).toEqual(tooLarge)
})

describe('for any amount, as either language writes it', () => {
  test.each(locales)('%s', (locale) => {
    const cents = fc.integer({ min: -amountLimit * 100, max: amountLimit * 100 })
    const styles = [
      { style: 'currency', currency: 'EUR' },
      { minimumFractionDigits: 2 },
      { minimumFractionDigits: 2, useGrouping: false },
    ] as const
    fc.assert(
      fc.property(cents, fc.constantFrom(...styles), (amount, style) => {
        const typed = new Intl.NumberFormat(locale, style).format(amount / 100)
        for (const page of locales) expect(amountOf(typed, page, true)).toBe(amount)
      }),
    )
  })

  test('any text is an amount of whole cents, or a message', () => {
    const texts = fc.oneof(fc.string(), fc.stringMatching(/^[-€ .,\d]{0,12}$/))
    fc.assert(
      fc.property(
        texts,
        fc.constantFrom(...locales),
        fc.boolean(),
        (typed, locale, mayBeNegative) => {
          const read = amountOf(typed, locale, mayBeNegative)
          if (typeof read !== 'number') return
          expect(Number.isSafeInteger(read)).toBe(true)
          expect(Object.is(read, -0)).toBe(false)
          expect(Math.abs(read)).toBeLessThanOrEqual(amountLimit * 100)
          expect(mayBeNegative || read >= 0).toBe(true)
        },
      ),
      { numRuns: 1000 },
    )
  })
})
