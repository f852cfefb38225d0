import fc from 'fast-check'
import { expect, test } from 'vitest'
import { passes } from '../../../test/failures.ts'
import { date, dateAfter, dateBefore, dateBetween, dateFormat } from './dates.ts'

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
