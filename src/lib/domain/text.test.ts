import fc from 'fast-check'
import { expect, test } from 'vitest'
import { measureProcessorTime } from '../../../test/processor-time.ts'
import { cleanText, extractEmail, getTextKey } from './text.ts'

test.each([
  ['Cafe\u0301', 'Café'],
  ['\u200BBak\u00ADker\uFEFF\u202E', 'Bakker'],
  ['De\u00A0\t Vries\r\nen\u2003zoon ', 'De Vries en zoon'],
  ['A\u200Dnna \u200C', 'Anna'],
  ['👩\u200D🍳 نمی\u200Cخواهم ❤\uFE0F', '👩\u200D🍳 نمی\u200Cخواهم ❤\uFE0F'],
  ['="0123"', '0123'],
  ["'0123", '0123'],
  ["'t Hoekje", "'t Hoekje"],
  ['=1+1', '=1+1'],
  ['Jan\u2010Willem 1\u22122', 'Jan-Willem 1-2'],
  ['n.v.t.', ''],
  ['N/A', ''],
  [' - ', ''],
  ['NVT Bouw', 'NVT Bouw'],
])('cleanText returns %j as %j', (text, clean) => {
  expect(cleanText(text)).toBe(clean)
})

test('cleanText leaves its own results unchanged', () => {
  const unit = fc.constantFrom(
    ...['a', '\u0301', ' ', '\t', '\u00A0', '\u00AD', '\u200C', '\u200D', 'ش', '👩', '\uFE0F'],
    ...["'", '"', '=', '1', '-', '\u2212', '.', 'n', '\u212B', '\u2000'],
  )
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit })), (text) => {
      const clean = cleanText(text)
      expect(cleanText(clean)).toBe(clean)
    }),
    { numRuns: 2000 },
  )
})

test.each([
  ['mailto:anna@bakker.example', 'anna@bakker.example'],
  ['Anna de Vries <anna@bakker.example>', 'anna@bakker.example'],
  ['<MAILTO:anna@bakker.example>;', 'anna@bakker.example'],
  ['anna@bakker.example, ;', 'anna@bakker.example'],
  ['\u200Banna@bakker.example\u00A0', 'anna@bakker.example'],
  ['anna@bakker.example, bob@bakker.example', 'anna@bakker.example, bob@bakker.example'],
  [',', ''],
  ['', ''],
])('extractEmail reads %j as %j', (text, address) => {
  expect(extractEmail(text)).toBe(address)
})

test.each([' ', '\u200D', ',', '<', '\u200B', "'", '1 '])(
  'extractEmail cleans a text of 200,000 times %j within seconds',
  (piece) => {
    const time = measureProcessorTime(() => {
      extractEmail(`x${piece.repeat(200_000)}x`)
      extractEmail(`'1${piece.repeat(200_000)}`)
    })
    expect(time).toBeLessThan(5)
  },
)

test.each([
  ['Café  Zuid', 'CAFE\u00A0zuid '],
  ['Cafe\u0301', 'Caf\u00E9'],
  ['Ｂakker ﬁets', 'bakker fiets'],
  ['Bakker\u200B', 'Bakker'],
  ['De ‘Hoek’', 'De "Hoek"'],
  ['’t Stoepje', "'t stoepje"],
  ['D´Or', 'D`or'],
  ['Bakker B.V.', 'bakker bv'],
  ['Bakker B. V.', 'Bakker BV'],
  ['V.O.F. St. Jan', 'vof St Jan'],
  ['Weiß', 'WEISS'],
])('getTextKey returns the same key for %j and %j', (text, other) => {
  expect(getTextKey(text)).toBe(getTextKey(other))
})

test.each([
  ['Bakker', 'Bakker BV'],
  ['Route 1.1', 'Route 11'],
  ['Zaak 1', 'Zaak 2'],
])('getTextKey returns different keys for %j and %j', (text, other) => {
  expect(getTextKey(text)).not.toBe(getTextKey(other))
})
