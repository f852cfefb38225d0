import { expect, test } from 'vitest'
import { contentSecurityPolicy, fileHeaders, policyHeaders } from './headers.ts'
import { sampleConfiguration } from './sample-configuration.test-data.ts'

test('the policy names the configured origins once each, and nothing else', () => {
  expect(contentSecurityPolicy(sampleConfiguration).split('; ')).toEqual([
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    "manifest-src 'self'",
    "worker-src 'none'",
    "connect-src 'self' https://api.example.nl https://id.example.nl https://flags.example.nl",
    'frame-src https://id.example.nl',
    "base-uri 'none'",
    "form-action 'self'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ])
})

test('a base that is a path needs no origin of its own', () => {
  const { identity, flags } = sampleConfiguration
  const policy = contentSecurityPolicy({
    ...sampleConfiguration,
    apiUrl: '/api',
    identity: { ...identity, adminUrl: '/identity' },
    flags: { ...flags, url: '/flags' },
  })
  expect(policy).toContain("; connect-src 'self' https://id.example.nl; ")
})

test('the error reports go to the origin of the DSN, without its key', () => {
  const policy = contentSecurityPolicy({
    ...sampleConfiguration,
    errorReporting: { dsn: 'https://key@errors.example.nl/42', environment: 'production' },
  })
  expect(policy).toContain(' https://errors.example.nl;')
  expect(policy).not.toContain('key')
})

test('inline scripts and styles are allowed by their hashes alone', () => {
  const policy = contentSecurityPolicy(sampleConfiguration, {
    script: ["'sha256-a='"],
    style: ["'sha256-b='"],
  })
  expect(policy).toContain("script-src 'self' 'sha256-a=';")
  expect(policy).toContain("style-src 'self' 'sha256-b=';")
  expect(policy).not.toMatch(/unsafe|\*|data:|blob:/)
})

test('the other headers', () => {
  const {
    'content-security-policy': policy,
    'permissions-policy': denied = '',
    ...headers
  } = policyHeaders(sampleConfiguration)
  expect(policy).toBe(contentSecurityPolicy(sampleConfiguration))
  expect(denied.split(', ')).toEqual(
    expect.arrayContaining(['camera=()', 'geolocation=()', 'microphone=()', 'payment=()']),
  )
  // Chromium warns of these on every page.
  expect(denied).not.toMatch(/attribution-reporting|bluetooth/)
  expect(headers).toEqual({
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  })
})

test.each([
  ['text/javascript; charset=utf-8', true],
  ['text/css; charset=utf-8', true],
  ['image/png', true],
  ['image/x-icon', true],
  ['font/woff2', true],
  ['text/html; charset=utf-8', false],
  ['image/svg+xml', false],
  ['application/json', false],
  ['application/manifest+json', false],
  ['application/octet-stream', false],
  ['text/plain; charset=utf-8', false],
  ['text/css+xml', false],
])('%s goes without the policy: %j', (contentType, isInert) => {
  const inline = { script: ["'sha256-a='"], style: [] }
  const headers = fileHeaders(sampleConfiguration, { contentType, inline })
  expect(headers).toEqual(
    isInert
      ? { 'cross-origin-resource-policy': 'same-origin', 'x-content-type-options': 'nosniff' }
      : policyHeaders(sampleConfiguration, inline),
  )
})

test('strict transport is promised only where the portal itself is encrypted', () => {
  const at = (publicUrl: string | null) =>
    policyHeaders({ ...sampleConfiguration, publicUrl })['strict-transport-security']
  expect(at('https://portal.example.nl')).toBe('max-age=63072000')
  expect(at('http://portal.example.nl')).toBeUndefined()
  expect(at(null)).toBeUndefined()
})
