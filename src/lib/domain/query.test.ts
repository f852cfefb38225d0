import { expect, test } from 'vitest'
import { readId } from './query.ts'

const read = (query: string) => readId(new URLSearchParams(query), 'reseller')

test.each(['', '?other=1', '?reseller='])('%j has none', (query) => {
  expect(read(query)).toEqual({ status: 'absent' })
})

test.each(['42', 'a-b_c.d~e', '0007', 'f47ac10b-58cc-4372-a567-0e02b2c3d479', 'shop@example'])(
  '%j is an id',
  (value) => {
    expect(read(`?reseller=${encodeURIComponent(value)}`)).toEqual({ status: 'given', value })
  },
)

test.each([
  'javascript:alert(1)',
  '//evil.example',
  'https://evil.example',
  '<script>',
  '"><img>',
  'a b',
  'a\nb',
  '\u0000',
  '../..',
  'é',
  'x'.repeat(129),
])('%j cannot be meant', (value) => {
  expect(read(`?reseller=${encodeURIComponent(value)}`)).toEqual({ status: 'malformed' })
})

test('one that is given twice cannot be meant', () => {
  expect(read('?reseller=1&reseller=2')).toEqual({ status: 'malformed' })
})
