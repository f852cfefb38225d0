import { expect, test } from 'vitest'
import { search, searchable } from './options.ts'

const names = ['Café Zuid', 'Bakker Noord', 'Réseau (BE)', 'CAFE Oost']
const options = searchable(names, (name) => name)
const found = (query: string, limit = 1000) => {
  const { shown, total } = search(options, query, limit)
  return { shown: shown.map(({ option }) => option), total }
}

test('without a query every option is shown, in its order', () => {
  expect(found('').shown).toEqual(names)
})

test('capitals and accents do not matter, on either side', () => {
  expect(found('cafe').shown).toEqual(['Café Zuid', 'CAFE Oost'])
  expect(found('CAFÉ').shown).toEqual(['Café Zuid', 'CAFE Oost'])
  expect(found('reseau').shown).toEqual(['Réseau (BE)'])
})

test('any part of the label counts, signs included, and blanks around the query do not', () => {
  expect(found('  (be) ').shown).toEqual(['Réseau (BE)'])
  expect(found('.*').shown).toEqual([])
})

test('the limit cuts, and the total says how much', () => {
  expect(found('a', 2)).toEqual({ shown: ['Café Zuid', 'Bakker Noord'], total: 4 })
})
