import { expect, test } from 'vitest'
import { oneOf, quoted } from './nginx-text.ts'

test.each([
  ['no-store', '"no-store"'],
  ['"cache"', '"\\"cache\\""'],
  ['a\\b', '"a\\\\b"'],
])('%s is written as %s', (text, written) => {
  expect(quoted(text)).toBe(written)
})

test('what nginx would take for a variable is refused', () => {
  expect(() => quoted('a $b')).toThrow('nginx cannot be told "a $b"')
})

test('texts are taken to the letter', () => {
  const expression = new RegExp(oneOf(['/a.b', '/(c)']).slice(2, -1))
  expect(
    ['/a.b', '/(c)', '/axb', '/A.B', '/a.b/', 'c'].map((text) => expression.test(text)),
  ).toEqual([true, true, false, false, false, false])
})
