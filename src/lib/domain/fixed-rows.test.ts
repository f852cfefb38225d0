import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dropdownMaxHeight, dropdownOptionHeight } from '../limits.ts'
import { rowsInSight, scrollTo } from './fixed-rows.ts'

const heights = { row: dropdownOptionHeight, view: dropdownMaxHeight }
const counts = fc.nat(20_000)
const scrolls = fc.nat(20_000 * dropdownOptionHeight)

test.each([5, 0])('every row in sight is there, and %i others beyond each edge', (beyond) => {
  fc.assert(
    fc.property(counts, scrolls, (count, scrolled) => {
      const { first, end } = rowsInSight(scrolled, count, heights, beyond)
      for (let row = 0; row < count; row += 1) {
        const top = row * dropdownOptionHeight
        const isInSight =
          top < scrolled + dropdownMaxHeight && top + dropdownOptionHeight > scrolled
        if (isInSight && (row < first || row >= end)) return false
      }
      return end - first <= dropdownMaxHeight / dropdownOptionHeight + 2 * beyond + 2
    }),
    { numRuns: 30 },
  )
})

test('a row is scrolled to just so far that it is wholly in sight', () => {
  fc.assert(
    fc.property(counts, scrolls, (row, scrolled) => {
      const after = scrollTo(row, scrolled, heights)
      const top = row * dropdownOptionHeight
      return after <= top && top + dropdownOptionHeight <= after + dropdownMaxHeight
    }),
  )
})

test('a row in sight moves nothing', () => {
  expect(scrollTo(3, 40, heights)).toBe(40)
})
