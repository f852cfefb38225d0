import { describe, expect, test } from 'vitest'
import { createTestEnvironment } from '../../../test/environment.ts'
import { readId, readReseller, findReseller, addReseller } from './query.ts'

const ofId = (query: string) => readId(new URLSearchParams(query), 'location')
const ofReseller = (query: string) =>
  readReseller(createTestEnvironment(`https://portal.test/connect${query}`))

test.each(['', '?other=1', '?location=&reseller='])(
  'finds neither id nor reseller in the query %j',
  (query) => {
    expect(ofId(query)).toEqual({ status: 'absent' })
    expect(ofReseller(query)).toEqual({ name: null, isIgnored: false })
  },
)

describe('an id', () => {
  test.each(['42', 'urn:adm:é/1', 'a b', '{x}', '//evil', '.a', 'x'.repeat(128)])(
    'accepts the id %j',
    (value) => {
      expect(ofId(`?location=${encodeURIComponent(value)}`)).toEqual({ status: 'given', value })
    },
  )

  test.each(['?location=42%20', '?administration=1&amp;location=42', '?location=42&amp;'])(
    'reads an id despite spaces and `amp;` from mail programs: %j',
    (query) => {
      expect(ofId(query)).toEqual({ status: 'given', value: '42' })
    },
  )

  test.each(['a\nb', '\u0000', '\u007f', '.', '..', 'x'.repeat(129)])(
    'rejects the id %j',
    (value) => {
      expect(ofId(`?location=${encodeURIComponent(value)}`)).toEqual({ status: 'malformed' })
    },
  )

  test('rejects an id that occurs twice in the query', () => {
    expect(ofId('?location=1&location=2')).toEqual({ status: 'malformed' })
  })
})

describe('a reseller', () => {
  test.each(['42', 'a-b_c.d~e', 'shop@example', 'x'.repeat(128)])(
    'accepts the reseller %j',
    (value) => {
      const query = `?reseller=${encodeURIComponent(value)}`
      expect(ofReseller(query)).toEqual({ name: value, isIgnored: false })
    },
  )

  test.each([
    ['/connect', 'a+b', '/connect?reseller=a%2Bb'],
    ['?tab=ready', '7', '?tab=ready&reseller=7'],
    ['/connect', null, '/connect'],
  ])('addReseller extends the address %s by the reseller %s', (address, reseller, expected) => {
    expect(addReseller(address, reseller)).toBe(expected)
    expect(findReseller(new URL(expected, 'https://portal.test'))).toBe(reseller)
  })

  test.each([
    'javascript:alert(1)',
    '//evil.example',
    '<script>',
    'a b',
    '.',
    '..',
    'é',
    'x'.repeat(129),
  ])('ignores the invalid reseller %j', (value) => {
    const query = `?reseller=${encodeURIComponent(value)}`
    expect(ofReseller(query)).toEqual({ name: null, isIgnored: true })
  })
})
