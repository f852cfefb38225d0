import { describe, expect, test } from 'vitest'
import { contentSecurityPolicy, policyHeaders } from './headers.ts'
import { sampleConfiguration } from '../test/configuration.ts'

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
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
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

describe('where errors are reported', () => {
  const reportingTo = (dsn: string, environment = 'production') => ({
    ...sampleConfiguration,
    errorReporting: { dsn, environment },
  })
  const configuration = reportingTo('https://key@errors.example.nl/42')

  test('reports go to the origin of the DSN, without its key', () => {
    const policy = contentSecurityPolicy(configuration)
    expect(policy).toMatch(/connect-src [^;]* https:\/\/errors.example.nl;/)
    expect(policy.replace(/report-uri \S+/, '')).not.toContain('key')
  })

  test.each([
    ['https://key@errors.example.nl/42', 'https://errors.example.nl/api/42/security/'],
    ['http://key@[::1]:9000/42', 'http://[::1]:9000/api/42/security/'],
    ['https://key@example.nl/sentry/v2/42', 'https://example.nl/sentry/v2/api/42/security/'],
  ])('violations of the policy of %s are told to %s', (dsn, endpoint) => {
    const headers = policyHeaders(reportingTo(dsn))
    const address = `${endpoint}?sentry_key=key&sentry_environment=production`
    expect(headers['content-security-policy']).toMatch(/; report-to policy; report-uri \S+$/)
    expect(headers['content-security-policy']?.split('report-uri ')[1]).toBe(address)
    expect(headers['reporting-endpoints']).toBe(`policy="${address}"`)
  })

  test('the environment adds no directive and ends no text', () => {
    const headers = policyHeaders(reportingTo('https://key@example.nl/42', 'a; b, "c" \u00e9'))
    const environment = 'a%3B+b%2C+%22c%22+%C3%A9'
    expect(headers['content-security-policy']).toMatch(/sentry_environment=[^ ;,"]+$/)
    expect(headers['reporting-endpoints']).toMatch(/sentry_environment=[^ ;,"]+"$/)
    expect(headers['reporting-endpoints']).toContain(environment)
  })
})

test('inline scripts and styles are allowed by their hashes alone', () => {
  const policy = contentSecurityPolicy(sampleConfiguration, {
    inline: { script: ["'sha256-a='"], style: ["'sha256-b='"] },
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
    'x-permitted-cross-domain-policies': 'none',
  })
})

test('strict transport is promised only where the portal itself is encrypted', () => {
  const at = (publicUrl: string | null, hstsSeconds = 86_400) =>
    policyHeaders({ ...sampleConfiguration, publicUrl, hstsSeconds })['strict-transport-security']
  expect(at('https://portal.example.nl')).toBe('max-age=86400')
  expect(at('https://portal.example.nl', 63_072_000)).toBe('max-age=63072000')
  // Takes back what browsers were told before.
  expect(at('https://portal.example.nl', 0)).toBe('max-age=0')
  expect(at('http://portal.example.nl')).toBeUndefined()
  expect(at(null)).toBeUndefined()
})
