import { expect, test } from 'vitest'
import { measureProcessorTime } from '../../../test/processor-time.ts'
import {
  findCocDoubt,
  normalizeCocNumber,
  listCountries,
  findCountryCode,
  addProtocol,
} from './company.ts'

test.each([
  ['', 'NL', undefined],
  ['01234567', 'NL', undefined],
  [' 01234567 ', 'nl', undefined],
  ['012345670000', 'NL', 'boarding:cocBranch'],
  ['0123456700001', 'NL', 'boarding:cocHint'],
  ['012345678', 'NL', 'boarding:cocRsin'],
  ['1234567', 'NL', 'boarding:cocZero'],
  ['1234567.0', 'NL', 'boarding:cocZero'],
  ['ABC', 'NL', 'boarding:cocHint'],
  ['12 34 56 78', 'NL', undefined],
  ['1234 5678 0000', 'NL', 'boarding:cocBranch'],
  ['NL123456789B01', 'NL', 'boarding:cocVat'],
  ['nl 1234.56.789.b01', 'NL', 'boarding:cocVat'],
  ['123456789B01', 'NL', 'boarding:cocVat'],
  ['BE0123456789', 'NL', 'boarding:cocVat'],
  ['BE0123456789', 'BE', undefined],
])('for number %j in country %s, findCocDoubt returns %s', (coc, country, doubt) => {
  expect(findCocDoubt(coc, country)).toBe(doubt)
})

test.each([
  [' 12 34 56 78 ', '12345678'],
  ['12.34.56.78', '12345678'],
  ['0123\u00a04567', '01234567'],
  ['12 . 34', '1234'],
  ['HRB 12345', 'HRB 12345'],
  ['12-34', '12-34'],
  // Spreadsheets may write whole numbers with decimals.
  ['12345678.00', '12345678'],
  [' 12345678,0 ', '12345678'],
  ['12.345.678', '12345678'],
  ['1.234567E+7', '1.234567E+7'],
  ['1,234567E+07', '1,234567E+07'],
  ['KvK: 67890123', '67890123'],
])('normalizeCocNumber reads %j as %j', (typed, number) => {
  expect(normalizeCocNumber(typed)).toBe(number)
})

test('listCountries lists the neighbouring countries first in the page’s language', () => {
  const names = listCountries('nl').map(({ code, name }) => `${code} ${name}`)
  expect(names.slice(0, 5)).toEqual([
    'NL Nederland',
    'BE België',
    'DE Duitsland',
    'LU Luxemburg',
    'FR Frankrijk',
  ])
  const codes = listCountries('nl').map(({ code }) => code)
  const market =
    'AT BE BG CH CY CZ DE DK EE ES FI FR GB GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'
  expect(codes.sort().join(' ')).toBe(market)
  expect(listCountries('en')[0]).toEqual({ code: 'NL', name: 'Netherlands' })
  expect(new Set(names).size).toBe(names.length)
  for (const { name } of listCountries('nl')) expect(name.length).toBeGreaterThan(2)
})

test.each([
  ['Nederland', 'NL'],
  [' belgie ', 'BE'],
  ['DUITSLAND', 'DE'],
  ['Germany', 'DE'],
  ['The Netherlands', 'NL'],
  ['uk', 'GB'],
  ['NLD', 'NL'],
  ['deu', 'DE'],
  ['Deutschland', 'DE'],
  ['Belgique', 'BE'],
  ['Ελλάδα', 'GR'],
  ['Holland', 'NL'],
  ['N.L.', 'NL'],
  ['Nederland (NL)', 'NL'],
  ['NL - Nederland', 'NL'],
  ['België / Belgique', 'BE'],
])('findCountryCode reads %j as %s', (text, code) => {
  expect(findCountryCode(text)).toBe(code)
})

test.each(['', 'US', 'zz', 'NL BE', 'Nederland / België', 'Nederland (Zuid)', '1', 'constructor'])(
  'findCountryCode leaves %j unchanged',
  (text) => {
    expect(findCountryCode(text)).toBe(text)
  },
)

test.each([
  ['www.zaak.nl', 'https://www.zaak.nl'],
  [' zaak.nl ', 'https://zaak.nl'],
  ['//zaak.nl', 'https://zaak.nl'],
  ['Zaak.NL/winkel?x=1#top', 'https://Zaak.NL/winkel?x=1#top'],
  ['zaak.nl:8080', 'https://zaak.nl:8080'],
  ['café-zaak.nl', 'https://café-zaak.nl'],
  ['zaak.xn--p1ai', 'https://zaak.xn--p1ai'],
])('addProtocol adds the protocol to %j', (text, address) => {
  expect(addProtocol(text)).toBe(address)
  expect(URL.canParse(address)).toBe(true)
})

test.each([
  '',
  'https://zaak.nl',
  'HTTP://zaak.nl',
  'mailto:info@zaak.nl',
  'javascript:alert(1)',
  'info@zaak.nl',
  'zaak',
  'localhost:4321',
  'www..nl',
  'geen website',
  '/winkel',
])('addProtocol leaves %j unchanged', (text) => {
  expect(addProtocol(text)).toBe(text)
})

test('addProtocol takes less than five seconds for a text of 100,000 characters', () => {
  const text = `${'a-'.repeat(50_000)} .nl`
  const time = measureProcessorTime(() => expect(addProtocol(text)).toBe(text))
  expect(time).toBeLessThan(5)
})
