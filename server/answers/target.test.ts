import { expect, test } from 'vitest'
import { targetOf } from './target.ts'

const of = (host: string | undefined, url = '/', httpVersion = '1.1') =>
  targetOf({ httpVersion, url, headers: host === undefined ? {} : { host } })

test.each([
  'portal.example.nl',
  '[::1]:4321',
  'portal_1.internal',
  'portal.example.nl.',
  'PORTAL:',
])('%s is a host', (host) => {
  expect(of(host, '/connect?x')).toBe('/connect?x')
})

test.each(['', 'a, b', '[', 'a b', 'user@a', 'a:b'])('%j is none', (host) => {
  expect(of(host)).toBeNull()
})

test('a host may be missing where there was none yet', () => {
  expect(of(undefined, '/connect', '1.0')).toBe('/connect')
  expect(of(undefined)).toBeNull()
})

test.each([
  ['http://portal.example.nl/connect?x=//y', '/connect?x=//y'],
  ['HTTPS://[::1]:80/', '/'],
  ['http://a', '/'],
  ['http://a?x', '/?x'],
  ['http://a//evil.example/', '//evil.example/'],
])('%s asks for %s', (url, target) => {
  expect(of('b', url)).toBe(target)
})

test.each(['http:///connect', 'http://user:word@a/', 'http://a, b/'])('%s is refused', (url) => {
  expect(of('a', url)).toBeNull()
})

test.each(['', '*', 'connect', 'ftp://a/', 'a:443', '//a/'])('%j stays what it is', (url) => {
  expect(of('a', url)).toBe(url)
})
