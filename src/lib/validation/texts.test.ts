import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { failures, passes, words } from '../../../test/failures.ts'
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
  email,
  endsWith,
  is,
  lowercase,
  matches,
  not,
  plainEmail,
  startsWith,
  symbol,
  uppercase,
  url,
} from './texts.ts'
import { mime } from './values.ts'
import { accepted } from './rule.ts'

describe('email', () => {
  test.each([
    'reseller@koppelpunt.test',
    'jan.de-vries+kassa@mail.example.nl',
    "o'brien@example.ie",
    'info@café.nl',
    'jürgen@müller.de',
    'a@xn--caf-dma.nl',
    '用户@例子.公司',
    `${'a'.repeat(64)}@${'b'.repeat(63)}.nl`,
  ])('%s is one', (address) => {
    expect(passes(address, email())).toBe(true)
  })

  test.each([
    'a',
    '@b.nl',
    'a@b',
    'a@b..nl',
    'a@-b.nl',
    'a@b-.nl',
    'a@b c.nl',
    '.a@b.nl',
    'a.@b.nl',
    'a..b@c.nl',
    'a@127.0.0.1',
    'Jan <jan@b.nl>',
    `a@${'b'.repeat(64)}.nl`,
    `${'a'.repeat(65)}@b.nl`,
  ])('%s is none', (address) => {
    expect(passes(address, email())).toBe(false)
  })

  test('whatever the generator calls an address passes', () => {
    fc.assert(
      fc.property(fc.emailAddress(), (address) => {
        expect(passes(address, email())).toBe(true)
      }),
    )
  })

  test('an address of any length is judged at once', () => {
    const started = performance.now()
    for (const filling of ['a', 'a.', '@', '-', 'a@a.']) {
      expect(passes(`${filling.repeat(100_000)}!`, email())).toBe(false)
    }
    expect(performance.now() - started).toBeLessThan(5000)
  })
})

test.each(['\u200Ba@b.nl', ' a@b.nl\u00A0', 'a@b.nl\uFEFF', '\u00A0\u200Ea@\u200Bb.nl'])(
  '%j is an address without what cannot be seen',
  (text) => {
    expect(plainEmail(text)).toBe('a@b.nl')
  },
)

describe('url', () => {
  test.each([
    'https://www.koppelpunt.test',
    'http://example.nl/pad?x=1#y',
    'HTTPS://EXAMPLE.NL',
    'https://café.nl',
    'http://localhost:4321',
  ])('%s is one', (address) => {
    expect(passes(address, url())).toBe(true)
  })

  test.each([
    'www.example.nl',
    'javascript:alert(1)',
    '//example.nl',
    'https:example.nl',
    'https:///x',
    'https://example.nl/a b',
    ' https://example.nl',
    'https://example.nl\n',
  ])('%s is none', (address) => {
    expect(passes(address, url())).toBe(false)
  })

  test('whatever the generator calls an address of the web passes', () => {
    fc.assert(
      fc.property(fc.webUrl({ withFragments: true, withQueryParameters: true }), (address) => {
        expect(passes(address, url())).toBe(true)
      }),
    )
  })
})

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
