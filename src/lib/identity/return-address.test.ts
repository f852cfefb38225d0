import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readReturnAddress } from './return-address.ts'

const origin = 'https://portal.test'

test.each(['/en/connect?reseller=7', '/connect?reseller=//a', '/'])('%s comes back', (address) => {
  expect(readReturnAddress(address, origin)).toBe(address)
})

test.each([
  null,
  'https://evil.example/connect',
  '//evil.example',
  '/\\evil.example',
  '/connect/..//evil.example',
  '/%2F/evil.example',
  '/%2fevil.example',
  '/%5Cevil.example',
  '\n//evil.example',
  'javascript:alert(1)',
  'http://',
])('goes home instead of %j', (remembered) => {
  expect(readReturnAddress(remembered, origin)).toBe('/')
})

test('whatever the tab holds, the browser stays at the portal', () => {
  const parts = ['/', '\\', '.', '..', '%2f', '%5C', '%2e', '\t', '\n', ' ', ':', '@', '?', '#']
  const hostile = fc.array(fc.constantFrom(...parts, 'evil.example', 'https:', 'connect'))
  fc.assert(
    fc.property(
      fc.oneof(
        hostile.map((some) => some.join('')),
        fc.webUrl(),
        fc.string(),
      ),
      (text) => {
        const address = readReturnAddress(text, origin)
        for (const form of [address, decoded(address)]) {
          expect(new URL(form, origin).origin).toBe(origin)
          expect(form).not.toMatch(/^\/[/\\]/)
        }
        expect(readReturnAddress(address, origin)).toBe(address)
      },
    ),
  )
})

/** As a server or a proxy may read a path. */
function decoded(address: string): string {
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}
