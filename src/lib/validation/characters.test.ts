import fc from 'fast-check'
import { expect, test } from 'vitest'
import { passes } from '../../../test/failures.ts'
import {
  alpha,
  alphanumeric,
  alphaSpaces,
  containsAlpha,
  containsAlphanumeric,
  containsAlphaSpaces,
  containsLowercase,
  containsNumeric,
  containsSymbol,
  containsUppercase,
  lowercase,
  symbol,
  uppercase,
} from './characters.ts'

test.each([
  [alpha, ['abc', 'Éva', 'e\u0301', 'ß'], ['a1', 'a b', 'a-b', '\u0301']],
  [alphanumeric, ['12345678', 'NL001', 'Café7'], ['12 34', '12-34', 'a_b', '1.0']],
  [alphaSpaces, ['De Vries', 'Café Zuid'], ['De-Vries', 'a1', 'a\tb']],
  [uppercase, ['NL', 'É'], ['Nl', 'N1', 'N L']],
  [lowercase, ['nl', 'é'], ['Nl', 'n1']],
  [symbol, ['!?', '€', '-'], ['a!', '! ', '1']],
  [containsAlpha, ['1a', 'é!'], ['12', '!']],
  [containsAlphanumeric, ['!1', 'a'], ['!', ' ']],
  [containsAlphaSpaces, ['1 2', 'a'], ['12', '!']],
  [containsUppercase, ['aB'], ['ab1']],
  [containsLowercase, ['aB'], ['AB1']],
  [containsSymbol, ['a!'], ['a b1']],
  [containsNumeric, ['a1'], ['ab']],
] as const)('%o judges each character', (create, good, bad) => {
  for (const text of good) expect(passes(text, create()), text).toBe(true)
  for (const text of bad) expect(passes(text, create()), text).toBe(false)
})

const letters = fc.string({ unit: fc.constantFrom(...Array.from('abzABZéïçÑß')), minLength: 1 })
const digits = fc.string({ unit: fc.constantFrom(...Array.from('0123456789')), minLength: 1 })
const others = fc.constantFrom(' ', '-', '_', '.', '/', '\n', '!')

test('letters and digits in any mixture are alphanumeric; anything else between them is not', () => {
  fc.assert(
    fc.property(letters, digits, others, (text, number, other) => {
      expect(passes(text + number, alphanumeric())).toBe(true)
      expect(passes(text + other + number, alphanumeric())).toBe(false)
    }),
  )
})

test('what a text consists of, it also contains', () => {
  fc.assert(
    fc.property(letters, (text) => {
      expect(passes(text, alpha())).toBe(true)
      expect(passes(text, containsAlpha())).toBe(true)
      expect(passes(text, alphaSpaces())).toBe(true)
    }),
  )
})

test('a long text is judged at once', () => {
  const started = performance.now()
  passes(`${'a\u0301'.repeat(100_000)}!`, alpha())
  passes(`${'a '.repeat(100_000)}!`, alphaSpaces())
  expect(performance.now() - started).toBeLessThan(5000)
})
