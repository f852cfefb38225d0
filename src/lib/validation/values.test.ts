import fc from 'fast-check'
import { expect, test } from 'vitest'
import { failures, passes, words } from '../../../test/failures.ts'
import {
  between,
  date,
  dateAfter,
  dateBefore,
  dateBetween,
  dateFormat,
  length,
  max,
  min,
  number,
} from './values.ts'

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

test.each(['2026-11-20', '2028-02-29', new Date()])('%s exists', (day) => {
  expect(passes(day, date())).toBe(true)
})

test.each(['2026-02-29', '2026-13-01', '2026-00-10', '20-11-2026', 'gisteren', 20261120])(
  '%s does not',
  (day) => {
    expect(passes(day, date())).toBe(false)
  },
)

const days = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2100-12-31'), noInvalidDate: true })
  .map((moment) => moment.toISOString().slice(0, 10))

test('a day is before, on or after another one', () => {
  fc.assert(
    fc.property(days, days, (day, other) => {
      expect(passes(day, dateAfter(other))).toBe(day > other)
      expect(passes(day, dateBefore(other))).toBe(day < other)
      expect(passes(day, dateBetween(other, other))).toBe(day === other)
    }),
  )
})

test('a moment stands for its day in the browser', () => {
  expect(passes('2026-11-21', dateAfter(new Date(2026, 10, 20, 23, 59)))).toBe(true)
  expect(passes('2026-11-20', dateAfter(new Date(2026, 10, 20, 0, 0)))).toBe(false)
})

test('a format is met by days that exist, written that way', () => {
  expect(passes('20-11-2026', dateFormat('DD-MM-YYYY'))).toBe(true)
  expect(passes('11/20/2026', dateFormat('MM/DD/YYYY'))).toBe(true)
  expect(passes('20.11.2026', dateFormat('DD.MM.YYYY'))).toBe(true)
  for (const text of ['29-02-2026', '20-11-26', '2026-11-20', '20-11-2026 ', '20x11x2026']) {
    expect(passes(text, dateFormat('DD-MM-YYYY')), text).toBe(false)
  }
})
