import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { measureProcessorTime } from '../../../test/processor-time.ts'
import { passesRule } from '../../../test/failures.ts'
import { alphanumericRule, emailRule, urlRule } from './texts.ts'

describe('email', () => {
  test.each([
    [
      true,
      ['reseller@koppelpunt.test', 'jan.de-vries+kassa@mail.example.nl', "o'brien@example.ie"],
    ],
    [true, ['info@café.nl', 'jürgen@müller.de', 'a@xn--caf-dma.nl', '用户@例子.公司']],
    [true, [`${'a'.repeat(64)}@${'b'.repeat(63)}.nl`]],
    [false, ['a', '@b.nl', 'a@b', 'a@b..nl', 'a@-b.nl', 'a@b-.nl', 'a@b c.nl', 'a@127.0.0.1']],
    [false, ['.a@b.nl', 'a.@b.nl', 'a..b@c.nl', 'Jan <jan@b.nl>']],
    [false, [`a@${'b'.repeat(64)}.nl`, `${'a'.repeat(65)}@b.nl`]],
  ])('returns %j for %j', (expected, addresses) => {
    for (const address of addresses)
      expect(passesRule(address, emailRule()), address).toBe(expected)
  })

  test('accepts every generated e-mail address', () => {
    fc.assert(
      fc.property(fc.emailAddress(), (address) => {
        expect(passesRule(address, emailRule())).toBe(true)
      }),
    )
  })

  test('validates a long e-mail address within seconds', () => {
    const time = measureProcessorTime(() => {
      for (const filling of ['a', 'a.', '@', '-', 'a@a.']) {
        expect(passesRule(`${filling.repeat(100_000)}!`, emailRule())).toBe(false)
      }
    })
    expect(time).toBeLessThan(5)
  })
})

describe('url', () => {
  test.each([
    [true, ['https://www.koppelpunt.test', 'http://example.nl/pad?x=1#y', 'HTTPS://EXAMPLE.NL']],
    [true, ['https://café.nl', 'http://localhost:4321']],
    [false, ['www.example.nl', 'javascript:alert(1)', '//example.nl', 'https:example.nl']],
    [false, ['https:///x', 'https://example.nl/a b', ' https://example.nl', 'https://a.nl\n']],
  ])('returns %j for %j', (expected, addresses) => {
    for (const address of addresses) expect(passesRule(address, urlRule()), address).toBe(expected)
  })

  test('accepts every generated web address', () => {
    fc.assert(
      fc.property(fc.webUrl({ withFragments: true, withQueryParameters: true }), (address) => {
        expect(passesRule(address, urlRule())).toBe(true)
      }),
    )
  })
})

test.each([
  [true, ['12345678', 'NL001', 'Café7']],
  [false, ['12 34', '12-34', 'a_b', '1.0', '1\n2']],
])('alphanumeric returns %j for %j', (expected, texts) => {
  for (const text of texts) expect(passesRule(text, alphanumericRule()), text).toBe(expected)
})
