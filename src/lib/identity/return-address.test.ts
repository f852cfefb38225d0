import { expect, test } from 'vitest'
import { readReturnAddress } from './return-address.ts'

const origin = 'https://portal.test'

test('comes back to the page with its query', () => {
  expect(readReturnAddress('/en/connect?reseller=7', origin)).toBe('/en/connect?reseller=7')
})

test.each([
  null,
  'https://evil.example/connect',
  '//evil.example',
  '/\\evil.example',
  'javascript:alert(1)',
  'http://',
])('goes home instead of %j', (remembered) => {
  expect(readReturnAddress(remembered, origin)).toBe('/')
})
