import { expect, test } from 'vitest'
import { chooseEncoding } from './encoding.ts'

const all = () => true

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['GZIP ; Q=0.5', 'gzip'],
  ['br;q=0.1, gzip;q=1', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['*', 'br'],
  ['*;q=0', null],
  ['*, br;q=0', 'gzip'],
  ['br;q=nonsense', null],
  [',,;;q=', null],
  [undefined, null],
])('%j takes %s', (accepted, encoding) => {
  expect(chooseEncoding(accepted, all)).toBe(encoding)
})

test('only what exists is chosen', () => {
  expect(chooseEncoding('br, gzip', (encoding) => encoding === 'gzip')).toBe('gzip')
  expect(chooseEncoding('br, gzip', () => false)).toBeNull()
})
