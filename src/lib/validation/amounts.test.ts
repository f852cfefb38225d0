import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
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
  ['1.234', 123_400],
  ['1,234', 123_400],
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
  ['12,345', 1_234_500],
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
  expect(amountOf(typed, false)).toEqual(read)
  expect(amountOf(typed, true)).toEqual(read)
})

test.each(['-5', '- 5', '€ -5', '-€ 5', '−5', '-5,-'])('%j may go back, or may not', (typed) => {
  expect(amountOf(typed, true)).toBe(-500)
  expect(amountOf(typed, false)).toEqual(negative)
})

test('too large is too large, whichever way', () => {
  expect(amountOf('-1000001', true)).toEqual(tooLarge)
})

describe('for any amount, as either language writes it', () => {
  test.each(['nl', 'en'])('%s', (locale) => {
    const cents = fc.integer({ min: -amountLimit * 100, max: amountLimit * 100 })
    const styles = [
      { style: 'currency', currency: 'EUR' },
      { minimumFractionDigits: 2 },
      { minimumFractionDigits: 2, useGrouping: false },
    ] as const
    fc.assert(
      fc.property(cents, fc.constantFrom(...styles), (amount, style) => {
        const typed = new Intl.NumberFormat(locale, style).format(amount / 100)
        expect(amountOf(typed, true)).toBe(amount)
      }),
    )
  })

  test('any text is an amount of whole cents, or a message', () => {
    const texts = fc.oneof(fc.string(), fc.stringMatching(/^[-€ .,\d]{0,12}$/))
    fc.assert(
      fc.property(texts, fc.boolean(), (typed, mayBeNegative) => {
        const read = amountOf(typed, mayBeNegative)
        if (typeof read !== 'number') return
        expect(Number.isSafeInteger(read)).toBe(true)
        expect(Object.is(read, -0)).toBe(false)
        expect(Math.abs(read)).toBeLessThanOrEqual(amountLimit * 100)
        expect(mayBeNegative || read >= 0).toBe(true)
      }),
      { numRuns: 1000 },
    )
  })
})
