import { describe, expect, test } from 'vitest'
import { locate } from './locate.ts'
import { siteOf } from './site.ts'

const paths = [
  'index.html',
  'connect.html',
  'connect.html.br',
  'callback.html',
  '404.html',
  'en.html',
  'en/connect/index.html',
  'en/404.html',
  'assets/shell.a1b2.js',
  'favicon.svg',
]
const site = siteOf(new Map(paths.map((path) => [path, Buffer.from(path)])), {})
const find = (target: string) =>
  locate(site, new Set(['/config.json']), ['/api', '/services/flags'], target)

describe('a page has one address', () => {
  test.each([
    ['/', 'index.html'],
    ['/connect', 'connect.html'],
    ['/connect?reseller=%zz&x=//y', 'connect.html'],
    ['/en', 'en.html'],
    ['/en/connect', 'en/connect/index.html'],
    ['/assets/shell.a1b2.js', 'assets/shell.a1b2.js'],
  ])('%s is %s', (target, path) => {
    const location = find(target)
    expect(location.kind === 'file' && location.file.body.toString()).toBe(path)
  })

  test.each([
    ['/?state=signed-out', 'signed out'],
    ['/?x=1&state=signed%2Dout', 'signed out'],
    ['/?state=1', 'file'],
    ['/?signed-out', 'file'],
    ['/connect?state=signed-out', 'file'],
  ])('%s: %s', (target, kind) => {
    expect(find(target).kind).toBe(kind)
  })

  test.each([
    ['/connect/', '/connect'],
    ['/connect.html', '/connect'],
    ['/connect/index.html', '/connect'],
    ['/connect/?reseller=//evil.example', '/connect?reseller=//evil.example'],
    ['/index.html', '/'],
    ['/en/', '/en'],
    ['/en.html?a', '/en?a'],
  ])('%s leads to %s', (target, to) => {
    expect(find(target)).toEqual({ kind: 'moved', to })
  })
})

test.each(['/api', '/api/', '/api?x=1', '/api/serials/serial/list', '/services/flags/client'])(
  '%s is for a proxy in front of the portal',
  (target) => {
    expect(find(target)).toEqual({ kind: 'proxied' })
  },
)

test.each([
  '//evil.example/',
  '/../package.json',
  '/..%2f..%2fetc/passwd',
  '/connect.html.br',
  '/assets/',
  '/404',
  '/Connect',
  '/constructor',
  '/config.json/',
  '/apis',
  '/services',
])('%s does not exist', (target) => {
  expect(find(target)).toEqual({ kind: 'missing', language: 'nl' })
})

test.each(['/en/nope', '/en/404', '/en//evil.example'])('%s is missing in English', (target) => {
  expect(find(target)).toEqual({ kind: 'missing', language: 'en' })
})

test.each([
  '',
  '*',
  'http://evil.example/connect',
  '/%zz',
  '/%c3%28',
  '/con%00nect',
  '/%0d%0aset-cookie:a=b/',
  '/\\evil.example',
  '/%5cevil.example',
])('%j means nothing', (target) => {
  expect(find(target)).toEqual({ kind: 'malformed', status: 400 })
})

test('without an English page for what is missing, the Dutch one serves', () => {
  const { notFound } = siteOf(new Map([['404.html', Buffer.from('weg')]]), {})
  expect(notFound.en?.body.toString()).toBe('weg')
})
