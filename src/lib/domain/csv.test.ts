import fc from 'fast-check'
import { parse } from 'papaparse'
import { describe, expect, test } from 'vitest'
import { locales } from '../i18n/messages.ts'
import { formatCsv, formatTable } from './csv.ts'

const cellsOf = (csv: string, delimiter = '') =>
  parse<string[]>(csv.replace(/^\uFEFF/, ''), { delimiter, newline: '\r\n', skipEmptyLines: true })
    .data

const start = fc.constantFrom(...Array.from('=+-@\t\r\n＝＋－＠"a'), '')
const text = fc.tuple(start, fc.string({ unit: 'binary' })).map((parts) => parts.join(''))
const formula = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/

test.each([
  ['nl', ';'],
  ['en', ','],
] as const)('formatCsv separates the cells of a file in %s by %j', (locale, delimiter) => {
  expect(formatCsv([['Naam', 'KvK']], locale)).toBe(`\uFEFF"Naam"${delimiter}"KvK"\r\n`)
})

describe('cells', () => {
  test('escapes formulas in cells of a CSV file without losing text', () => {
    fc.assert(
      fc.property(text, fc.constantFrom(...locales), (cell, locale) => {
        const [cells] = cellsOf(formatCsv([[cell, 'beside']], locale))
        expect(cells).toHaveLength(2)
        const [written = ''] = cells ?? []
        expect(written).not.toMatch(formula)
        expect([cell, `'${cell}`]).toContain(written)
      }),
    )
  })

  test('escapes formulas in copied cells and keeps the columns', () => {
    fc.assert(
      fc.property(text, text, (cell, other) => {
        const [cells, ...rest] = cellsOf(formatTable([[cell, other, 'beside']]), '\t')
        expect(cells).toHaveLength(3)
        expect(cells?.[2]).toBe('beside')
        expect(rest).toEqual([])
        for (const written of cells ?? []) expect(written).not.toMatch(formula)
      }),
    )
  })
})

test.each([
  ['Bakkerij\tDe\nVries ', 'Bakkerij De Vries'],
  ['=HYPERLINK("http://x.test")', '"\'=HYPERLINK(""http://x.test"")"'],
  ['\t+31', "'+31"],
  ['De "Oude" Kaas', '"De ""Oude"" Kaas"'],
  ['"=1+1', '"""=1+1"'],
  ['https://x.test/?a=1&b="', '"https://x.test/?a=1&b="""'],
  ['', ''],
])('formatTable writes the cell %j as %j', (cell, pasted) => {
  expect(formatTable([[cell, 'a'], ['b']])).toBe(`${pasted}\ta\r\nb`)
})
