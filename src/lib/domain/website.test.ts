import { expect, test } from 'vitest'
import { websiteAddress } from './website.ts'

test.each([
  ['www.zaak.nl', 'https://www.zaak.nl'],
  [' zaak.nl ', 'https://zaak.nl'],
  ['//zaak.nl', 'https://zaak.nl'],
  ['Zaak.NL/winkel?x=1#top', 'https://Zaak.NL/winkel?x=1#top'],
  ['zaak.nl:8080', 'https://zaak.nl:8080'],
  ['café-zaak.nl', 'https://café-zaak.nl'],
  ['zaak.xn--p1ai', 'https://zaak.xn--p1ai'],
])('%j gets its protocol', (given, address) => {
  expect(websiteAddress(given)).toBe(address)
  expect(URL.canParse(address)).toBe(true)
})

test.each([
  '',
  'https://zaak.nl',
  'HTTP://zaak.nl',
  'https:/zaak.nl',
  'https//zaak.nl',
  'ftp://zaak.nl',
  'mailto:info@zaak.nl',
  'javascript:alert(1)',
  'info@zaak.nl',
  'zaak',
  'localhost:4321',
  '127.0.0.1',
  'www..nl',
  '.nl',
  'zaak.nl, zaak.be',
  'geen website',
  '/winkel',
])('%j stays as it is', (given) => {
  expect(websiteAddress(given)).toBe(given)
})

test('a long text takes no time', () => {
  const text = `${'a-'.repeat(50_000)} .nl`
  const before = performance.now()
  expect(websiteAddress(text)).toBe(text)
  expect(performance.now() - before).toBeLessThan(5000)
})
