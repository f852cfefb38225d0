import fc from 'fast-check'
import { expect, test } from 'vitest'
import { failures, passes, words } from '../../../test/failures.ts'
import { between, length, max, min, number } from './sizes.ts'

test('length 2,2 is exactly two', () => {
  for (const text of ['NL', 'é€', '😀😀']) expect(passes(text, length(2, 2))).toBe(true)
  for (const text of ['N', 'NLD']) expect(passes(text, length(2, 2))).toBe(false)
})

test('a length without an upper bound is a minimum', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), fc.nat(20), (text, shortest) => {
      expect(passes(text, length(shortest))).toBe(Array.from(text).length >= shortest)
    }),
  )
})

test('the text names the bounds that there are', () => {
  expect(words(failures('a', length(3))[0], 'Naam')).toBe('Naam moet minstens 3 tekens lang zijn.')
  expect(words(failures('abc', length(0, 2))[0], 'Naam')).toBe(
    'Naam mag hoogstens 2 tekens lang zijn.',
  )
  expect(words(failures('a', length(2, 4))[0], 'Naam')).toBe(
    'Naam moet 2 tot en met 4 tekens lang zijn.',
  )
})

test.each(['0', '-1.5', '+3', '007', 12, 0])('%s is a number', (value) => {
  expect(passes(value, number())).toBe(true)
})

test.each(['a', '1a', '1e3', '0x10', 'Infinity', ' 1', '.5', '5.', Number.NaN, true, ['1']])(
  '%s is not a number',
  (value) => {
    expect(passes(value, number())).toBe(false)
  },
)

test('between is at least one bound and at most the other, typed or not', () => {
  fc.assert(
    fc.property(fc.integer(), fc.integer(), fc.integer(), (value, one, other) => {
      const [least, most] = one < other ? [one, other] : [other, one]
      const isBetween = passes(value, between(least, most))
      expect(isBetween).toBe(value >= least && value <= most)
      expect(passes(String(value), between(least, most))).toBe(isBetween)
      expect(passes(value, min(least)) && passes(value, max(most))).toBe(isBetween)
    }),
  )
})

test('lists are measured by their entries', () => {
  expect(passes(['a', 'b'], min(2))).toBe(true)
  expect(passes(['a', 'b'], max(1))).toBe(false)
  expect(passes(['a', 'b'], length(2, 2))).toBe(true)
})
