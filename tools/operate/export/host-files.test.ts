import { expect, test } from 'vitest'
import type { ServerResponses, ExportedFile } from './answers.ts'
import { createHeadersFile, createRedirectsFile } from './host-files.ts'

function file(address: string, path: string, headers: Record<string, string>): ExportedFile {
  return { address, path, headers, body: Buffer.from(''), contentType: 'a/b' }
}

const common = { 'x-content-type-options': 'nosniff' }
const page = { ...common, 'content-security-policy': 'page', vary: 'accept-encoding' }
const answers: ServerResponses = {
  files: [
    file('/', 'index.html', { ...page, 'cache-control': 'no-cache' }),
    file('/healthz', 'healthz', { ...common, 'cache-control': 'no-store' }),
    file('/assets/a.js', 'assets/a.js', { ...common, 'cache-control': 'immutable' }),
    file('/assets/b.svg', 'assets/b.svg', { ...page, 'cache-control': 'immutable' }),
  ],
  moved: [{ from: '/index.html', to: '/', headers: page }],
  missing: { nl: '404.html', en: 'en/404.html', headers: page },
}

test('the headers file contains each header only in the most general block that matches an address', () => {
  expect(createHeadersFile(answers).split('\n')).toEqual([
    '/*',
    '  x-content-type-options: nosniff',
    '/assets/*',
    '  cache-control: immutable',
    '/',
    '  content-security-policy: page',
    '  cache-control: no-cache',
    '/healthz',
    '  content-type: a/b',
    '  cache-control: no-store',
    '/assets/b.svg',
    '  content-security-policy: page',
    '',
  ])
})

test('throws if rules or lines exceed the limits of static hosts', () => {
  const long = file('/x', 'x.html', { 'content-security-policy': 'x'.repeat(2000) })
  expect(() => createHeadersFile({ ...answers, files: [long] })).toThrow('_headers is too large')
  const many = Array.from({ length: 101 }, (_, index) =>
    file(`/${index}`, `${index}.html`, { a: String(index) }),
  )
  expect(() => createHeadersFile({ ...answers, files: many })).toThrow('101 rules')
})

test('the redirects file redirects /index.html and names the English 404 page', () => {
  expect(createRedirectsFile(answers)).toBe('/index.html / 301\n/en/* /en/404.html 404\n')
})
