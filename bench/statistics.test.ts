import { expect, test } from 'vitest'
import { isApart, median, spreadOf } from './statistics.ts'

test.each([
  [[3, 1, 2], 2],
  [[4, 1, 3, 2], 2.5],
  [[10, 9, 100], 10],
  [[7], 7],
])('the median of %j is %d', (values, expected) => {
  expect(median(values)).toBe(expected)
})

test('nothing has no median', () => {
  expect(() => median([])).toThrow(RangeError)
})

test('the spread of runs, figure by figure', () => {
  expect(spreadOf([{ usable: 300, list: 5 }, { usable: 100 }, { usable: 200 }])).toEqual({
    usable: { median: 200, low: 100, high: 300 },
    list: { median: 5, low: 5, high: 5 },
  })
})

test('only spreads without a value in common are apart', () => {
  const spread = (low: number, high: number) => ({ low, high, median: (low + high) / 2 })
  expect(isApart(spread(1, 2), spread(3, 4))).toBe(true)
  expect(isApart(spread(3, 4), spread(1, 2))).toBe(true)
  expect(isApart(spread(1, 3), spread(3, 4))).toBe(false)
  expect(isApart(spread(1, 9), spread(3, 4))).toBe(false)
})
