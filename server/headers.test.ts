import { describe, expect, test } from 'vitest'
import { createPolicyHeaders } from './headers.ts'
import { sampleConfiguration } from '../test/configuration.ts'

const policyOf = (...parameters: Parameters<typeof createPolicyHeaders>) =>
  createPolicyHeaders(...parameters)['content-security-policy'] ?? ''

test('lists each configured origin once in the content security policy', () => {
  expect(policyOf(sampleConfiguration).split('; ')).toEqual([
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
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ])
})

test('adds no origin to the policy for a service that is configured as a path', () => {
  const { identity, flags } = sampleConfiguration
  const policy = policyOf({
    ...sampleConfiguration,
    apiUrl: '/api',
    identity: { ...identity, adminUrl: '/identity' },
    flags: { ...flags, url: '/flags' },
  })
  expect(policy).toContain("; connect-src 'self' https://id.example.nl; ")
})

describe('error reporting', () => {
  const reportingTo = (dsn: string, environment = 'production') => ({
    ...sampleConfiguration,
    errorReporting: { dsn, environment },
  })

  test('adds the origin but not the key of the Sentry DSN to the policy', () => {
    const policy = policyOf(reportingTo('https://key@errors.example.nl/42'))
    expect(policy).toMatch(/connect-src [^;]* https:\/\/errors.example.nl;/)
    expect(policy.replace(/report-uri \S+/, '')).not.toContain('key')
  })

  test.each([
    ['https://key@errors.example.nl/42', 'https://errors.example.nl/api/42/security/'],
    ['http://key@[::1]:9000/42', 'http://[::1]:9000/api/42/security/'],
    ['https://key@example.nl/sentry/v2/42', 'https://example.nl/sentry/v2/api/42/security/'],
  ])('reports policy violations for the DSN %s to %s', (dsn, endpoint) => {
    const headers = createPolicyHeaders(reportingTo(dsn))
    const address = `${endpoint}?sentry_key=key&sentry_environment=production`
    expect(headers['content-security-policy']).toMatch(/; report-to policy; report-uri \S+$/)
    expect(headers['content-security-policy']?.split('report-uri ')[1]).toBe(address)
    expect(headers['reporting-endpoints']).toBe(`policy="${address}"`)
  })

  test('encodes the environment name in the report address', () => {
    const headers = createPolicyHeaders(
      reportingTo('https://key@example.nl/42', 'a; b, "c" \u00e9'),
    )
    const address = /sentry_environment=a%3B\+b%2C\+%22c%22\+%C3%A9"?$/
    expect(headers['content-security-policy']).toMatch(address)
    expect(headers['reporting-endpoints']).toMatch(address)
  })
})

test('allows inline scripts and styles only by their hashes', () => {
  const inline = { script: ["'sha256-a='"], style: ["'sha256-b='"] }
  const policy = policyOf(sampleConfiguration, { inline })
  expect(policy).toContain("script-src 'self' 'sha256-a=';")
  expect(policy).toContain("style-src 'self' 'sha256-b=';")
  expect(policy).not.toMatch(/unsafe|\*|data:|blob:/)
})

test('sends the security headers besides the content security policy', () => {
  const { 'permissions-policy': denied = '', ...headers } = createPolicyHeaders(sampleConfiguration)
  expect(denied.split(', ')).toEqual(
    expect.arrayContaining(['camera=()', 'geolocation=()', 'microphone=()', 'payment=()']),
  )
  // Chromium logs a warning for these features on every page.
  expect(denied).not.toMatch(/attribution-reporting|bluetooth/)
  expect(headers).toEqual({
    'content-security-policy': policyOf(sampleConfiguration),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
  })
})

test.each([
  ['https://portal.example.nl', 86_400, 'max-age=86400'],
  ['https://portal.example.nl', 63_072_000, 'max-age=63072000'],
  ['https://portal.example.nl', 0, 'max-age=0'],
  ['http://portal.example.nl', 86_400, undefined],
  [null, 86_400, undefined],
])('returns the HSTS header for %s and %i seconds: %s', (publicUrl, hstsSeconds, expected) => {
  const headers = createPolicyHeaders({ ...sampleConfiguration, publicUrl, hstsSeconds })
  expect(headers['strict-transport-security']).toBe(expected)
})
