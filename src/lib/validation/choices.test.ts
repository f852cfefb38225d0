import fc from 'fast-check'
import { expect, test } from 'vitest'
import { failures, passes, words } from '../../../test/failures.ts'
import { endsWith, is, matches, not, startsWith } from './choices.ts'
import { mime } from './files.ts'
import { accepted } from './presence.ts'

test('a text begins and ends with its own parts', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), fc.string({ minLength: 1 }), (head, tail) => {
      expect(passes(head + tail, startsWith('\0', head))).toBe(true)
      expect(passes(head + tail, endsWith('\0', tail))).toBe(true)
    }),
  )
  expect(words(failures('x', startsWith('NL', 'BE'))[0], 'Land')).toBe(
    'Land moet beginnen met NL, BE.',
  )
  expect(passes('x', endsWith('NL'))).toBe(false)
})

test('is and not are opposites', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ minLength: 1 }), fc.integer()),
      fc.integer(),
      (value, other) => {
        expect(passes(value, is(value, other))).toBe(true)
        expect(passes(value, not(value, other))).toBe(false)
        expect(passes(value, is(other))).toBe(!passes(value, not(other)))
      },
    ),
  )
})

test('matches takes texts and patterns, and a global pattern every time', () => {
  const rule = matches('gelijk', /^\d{4}$/g)
  for (const text of ['gelijk', '1234', '1234']) expect(passes(text, rule)).toBe(true)
  for (const text of ['Gelijk', '12345']) expect(passes(text, rule)).toBe(false)
})

test('accepted is a yes', () => {
  for (const value of [true, 'yes', 'on', '1', 1, 'true']) {
    expect(passes(value, accepted())).toBe(true)
  }
  for (const value of [false, 0, 'no', 'nee']) expect(passes(value, accepted())).toBe(false)
})

test('every file is of one of the types', () => {
  const png = new File([], 'a.png', { type: 'image/png' })
  const pdf = new File([], 'a.pdf', { type: 'application/pdf' })
  expect(passes(png, mime('image/png'))).toBe(true)
  expect(passes([png, pdf], mime('image/*', 'application/pdf'))).toBe(true)
  expect(passes([png, pdf], mime('image/*'))).toBe(false)
  expect(passes('a.png', mime('image/png'))).toBe(false)
})
