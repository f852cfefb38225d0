import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dropdownMaxHeight, dropdownOptionHeight } from '../limits.ts'
import { createUniqueLabel, findVisibleRows, scrollTo, createSearch } from './options.ts'

const names = ['Café Zuid', 'Bakker Noord', 'Réseau (BE)', 'CAFE Oost']
const search = createSearch(names, (name) => name)
const found = (query: string, limit = 1000) => search(query, limit)

test('createSearch ignores case and accents', () => {
  expect(found('cafe').shown).toEqual(['Café Zuid', 'CAFE Oost'])
  expect(found('CAFÉ').shown).toEqual(['Café Zuid', 'CAFE Oost'])
  expect(found('reseau').shown).toEqual(['Réseau (BE)'])
})

test('createSearch finds any part of a label and trims the query', () => {
  expect(found('  (be) ').shown).toEqual(['Réseau (BE)'])
  expect(found('.*').shown).toEqual([])
})

test('createSearch limits the returned options and counts all matches', () => {
  expect(found('a', 2)).toEqual({ shown: ['Café Zuid', 'Bakker Noord'], total: 4 })
  expect(found('', 3)).toEqual({ shown: names.slice(0, 3), total: 4 })
})

test('createUniqueLabel adds the id to duplicate labels', () => {
  const options = [
    { id: 1, name: 'a' },
    { id: '2', name: 'b' },
    { id: 3, name: 'a' },
    { id: 4, name: 'A' },
  ]
  const labels = options.map(
    createUniqueLabel(
      options,
      ({ name }) => name,
      ({ id }) => id,
    ),
  )
  expect(labels).toEqual(['a · 1', 'b', 'a · 3', 'A'])
})

const heights = { row: dropdownOptionHeight, view: dropdownMaxHeight }
const counts = fc.nat(20_000)
const scrolls = fc.nat(20_000 * dropdownOptionHeight)

test.each([5, 0])('findVisibleRows returns all visible rows and %i more at each edge', (beyond) => {
  fc.assert(
    fc.property(counts, scrolls, (count, scrolled) => {
      const { first, end } = findVisibleRows(scrolled, count, heights, beyond)
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

test('scrollTo scrolls no further than needed to show the whole row', () => {
  expect(scrollTo(3, 40, heights)).toBe(40)
  fc.assert(
    fc.property(counts, scrolls, (row, scrolled) => {
      const after = scrollTo(row, scrolled, heights)
      const top = row * dropdownOptionHeight
      return after <= top && top + dropdownOptionHeight <= after + dropdownMaxHeight
    }),
  )
})
