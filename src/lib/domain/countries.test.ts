import { expect, test } from 'vitest'
import { countries, countryCode } from './countries.ts'

test('the neighbours come first, in the language of the page', () => {
  const names = countries('nl').map(({ code, name }) => `${code} ${name}`)
  expect(names.slice(0, 5)).toEqual([
    'NL Nederland',
    'BE België',
    'DE Duitsland',
    'LU Luxemburg',
    'FR Frankrijk',
  ])
  expect(countries('en')[0]).toEqual({ code: 'NL', name: 'Netherlands' })
  expect(new Set(names).size).toBe(names.length)
  for (const { name } of countries('nl')) expect(name.length).toBeGreaterThan(2)
})

test.each([
  ['Nederland', 'NL'],
  [' belgie ', 'BE'],
  ['DUITSLAND', 'DE'],
  ['Germany', 'DE'],
  ['fr', 'FR'],
])('%j is %s', (given, code) => {
  expect(countryCode(given)).toBe(code)
})

test.each(['', 'US', 'zz', 'NLD', 'Neder', 'NL BE', '1', 'constructor'])(
  '%j stays as it is',
  (given) => {
    expect(countryCode(given)).toBe(given)
  },
)
