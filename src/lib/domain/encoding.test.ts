import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeText, type Encoding } from './encoding.ts'

const utf8 = (text: string) => [...new TextEncoder().encode(text)]
/** Encodes a text as Windows-1252, which equals Latin-1 for the letters in these tests. */
const latin1 = (text: string) => Array.from(text, (letter) => letter.charCodeAt(0))
const utf16 = (text: string, isBig: boolean) =>
  latin1(text).flatMap((unit) => (isBig ? [unit >> 8, unit & 255] : [unit & 255, unit >> 8]))
const read = (...bytes: number[]) => decodeText(Uint8Array.from(bytes))

const heading = 'Naam;Bedrijf\n'
const text = `${heading}Café Zoë;naïef`

test.each<[string, number[], Encoding, string?]>([
  ['UTF-8', utf8(text), 'UTF-8'],
  ['UTF-8 with a byte order mark', utf8(`\uFEFF${text}`), 'UTF-8'],
  ['Windows-1252', latin1(text), 'Windows-1252'],
  [
    'Windows-1252 with the euro sign and an apostrophe',
    [0x80, 0x96, ...latin1(' foto'), 0x92, 115],
    'Windows-1252',
    '€– foto’s',
  ],
  [
    'Mac Roman',
    [...latin1(`${heading}Caf`), 0x8e, ...latin1(' Zo'), 0x91],
    'Mac Roman',
    `${heading}Café Zoë`,
  ],
  [
    'Code page 850',
    [...latin1(`${heading}Ren`), 0x82, ...latin1(';M'), 0x81, ...latin1('ller'), 0x1a],
    'Code page 850',
    `${heading}René;Müller`,
  ],
  ['little-endian UTF-16 with a byte order mark', [0xff, 0xfe, ...utf16(text, false)], 'UTF-16'],
  ['big-endian UTF-16 with a byte order mark', [0xfe, 0xff, ...utf16(text, true)], 'UTF-16'],
  ['little-endian UTF-16 without a byte order mark', utf16(text, false), 'UTF-16'],
  ['big-endian UTF-16 without a byte order mark', utf16(text, true), 'UTF-16'],
  ['UTF-8 without content', [], 'UTF-8', ''],
])('decodes a file in %s', (_, bytes, encoding, expected = text) => {
  expect(read(...bytes)).toEqual({ text: expected, encoding, readings: [] })
})

test('keeps the accents of a UTF-8 file that contains a byte of Windows-1252', () => {
  const bytes = [...utf8('Café Zoë; naïef;Ren'), 0xe9, ...utf8('\nAndré')]
  expect(read(...bytes)).toMatchObject({ text: 'Café Zoë; naïef;René\nAndré', encoding: 'UTF-8' })
})

describe('wrongly decoded words', () => {
  test('suggests other encodings for wrongly decoded words, the best one first', () => {
    expect(read(...utf8('Naam\nCafÃ© "Zuid";Zoë'))?.readings).toEqual([
      { encoding: 'UTF-8 (2×)', words: 'Café' },
      { encoding: 'UTF-8', words: 'CafÃ©' },
    ])
    expect(read(...utf8('Ren‚'))?.readings).toEqual([{ encoding: 'UTF-8', words: 'Ren‚' }])
    expect(decodeText(Uint8Array.from(utf8('CafÃ© Zoë')), 'UTF-8 (2×)')).toEqual({
      text: 'Café Zoë',
      encoding: 'UTF-8 (2×)',
      readings: [],
    })
  })

  test.each([
    'foto’s',
    'foto´s',
    'foto‘s',
    '“De Kaas”',
    'm² 5°',
    'Kaas™',
    'ÉCLAIR',
    'SÃO',
    'Łódź',
    'Öz „Grill“',
  ])('suggests no other encoding for the word %j', (word) => {
    expect(read(...utf8(word))?.readings).toEqual([])
  })
})

test.each([
  ['a workbook', [0x50, 0x4b, 3, 4, 0, 0]],
  ['a picture', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d]],
  ['UTF-16 with a NUL character', [0xff, 0xfe, ...utf16('a\0b', false)]],
  ['truncated UTF-16', [0xfe, 0xff, ...utf16('Naam', true).slice(0, 5)]],
])('returns null for %s', (_, bytes) => {
  expect(read(...bytes)).toBeNull()
})

test('decodes any bytes to null or to a text without NUL characters', () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      expect(decodeText(bytes)?.text.includes('\0')).not.toBe(true)
    }),
  )
})
