import { expect, test } from 'vitest'
import { countries, countryCode, countryDoubt } from './countries.ts'

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
  ['The Netherlands', 'NL'],
  ['holland', 'NL'],
  ['NLD', 'NL'],
  ['gbr', 'GB'],
  ['Deutschland', 'DE'],
  ['ESPAÑA', 'ES'],
])('%j is %s', (given, code) => {
  expect(countryCode(given)).toBe(code)
})

test.each(['', 'US', 'zz', 'UK', 'XXX', 'Neder', 'NL BE', '1', 'constructor'])(
  '%j stays as it is',
  (given) => {
    expect(countryCode(given)).toBe(given)
  },
)

test.each([
  ['', undefined],
  ['NL', undefined],
  ['us', undefined],
  ['Neder', undefined],
  ['UK', 'boarding:countryUk'],
  ['XX', 'boarding:countryUnknown'],
  ['zz', 'boarding:countryUnknown'],
  ['EU', 'boarding:countryUnknown'],
  ['1-', 'boarding:countryUnknown'],
])('%j is doubted: %s', (code, doubt) => {
  expect(countryDoubt(code)).toBe(doubt)
})
