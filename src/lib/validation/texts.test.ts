import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isValid } from '../../../test/failures.ts'
import { alphanumeric, email, url } from './texts.ts'

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
  ])('accepts the e-mail address %s', (address) => {
    expect(isValid(address, email())).toBe(true)
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
  ])('rejects the e-mail address %s', (address) => {
    expect(isValid(address, email())).toBe(false)
  })

  test('accepts every generated e-mail address', () => {
    fc.assert(
      fc.property(fc.emailAddress(), (address) => {
        expect(isValid(address, email())).toBe(true)
      }),
    )
  })

  test('validates a long e-mail address within seconds', () => {
    const started = performance.now()
    for (const filling of ['a', 'a.', '@', '-', 'a@a.']) {
      expect(isValid(`${filling.repeat(100_000)}!`, email())).toBe(false)
    }
    expect(performance.now() - started).toBeLessThan(5000)
  })
})

describe('url', () => {
  test.each([
    'https://www.koppelpunt.test',
    'http://example.nl/pad?x=1#y',
    'HTTPS://EXAMPLE.NL',
    'https://café.nl',
    'http://localhost:4321',
  ])('accepts the web address %s', (address) => {
    expect(isValid(address, url())).toBe(true)
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
  ])('rejects the web address %s', (address) => {
    expect(isValid(address, url())).toBe(false)
  })

  test('accepts every generated web address', () => {
    fc.assert(
      fc.property(fc.webUrl({ withFragments: true, withQueryParameters: true }), (address) => {
        expect(isValid(address, url())).toBe(true)
      }),
    )
  })
})

test.each([
  ['12345678', true],
  ['NL001', true],
  ['Café7', true],
  ['12 34', false],
  ['12-34', false],
  ['a_b', false],
  ['1.0', false],
  ['1\n2', false],
])('alphanumeric accepts %j: %s', (text, is) => {
  expect(isValid(text, alphanumeric())).toBe(is)
})
