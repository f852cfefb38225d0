import { expect, test } from 'vitest'
import { configured, sampleVariables } from '../../test/configuration.ts'
import type { Variables } from '../../src/lib/configuration/variables.ts'
import { knownVariables, startWarnings, warningsOf } from './warnings.ts'

const complete = {
  PORTAL_PUBLIC_URL: 'https://portal.example.nl',
  PORTAL_IDEMPOTENCY_HEADER: 'Idempotency-Key',
}

/** The first words of each warning. */
function warned(changes: Variables = {}): string[] {
  return warningsOf(configured({ ...complete, ...changes })).map(
    (text) => text.split(/ (?:is not|has) /)[0] ?? '',
  )
}

test('everything encrypted and set is worth none', () => {
  expect(warned()).toEqual([])
})

test('http is worth a warning outside this machine only, and not where it is a path', () => {
  const changes = {
    PORTAL_API_URL: 'http://api.example.nl',
    PORTAL_IDENTITY_ADMIN_URL: '/admin',
    PORTAL_FLAGS_URL: 'http://localhost:4400/flags',
    PORTAL_ACTIVATION_URL: 'http://127.0.0.1/activate',
    PORTAL_CUSTOMER_PORTAL_URL: 'http://[::1]:80/',
  }
  expect(warned(changes)).toEqual(['http://api.example.nl'])
})

test('with encrypted services, the portal should know its own address', () => {
  const unset = { PORTAL_PUBLIC_URL: undefined }
  expect(warned(unset)).toEqual(['PORTAL_PUBLIC_URL'])
  const local = Object.fromEntries(
    Object.keys(sampleVariables)
      .filter((name) => /URL|URI|AUTHORITY/.test(name))
      .map((name) => [name, 'http://localhost:4400/realms/shops']),
  )
  expect(warned({ ...local, ...unset })).toEqual([])
  const polaris = { PORTAL_POLARIS_AUTHORIZE_URL: 'https://polaris.example.nl' }
  expect(warned({ ...local, ...unset, ...polaris })).toEqual(['PORTAL_PUBLIC_URL'])
})

test('the flags are seldom at the root of a host', () => {
  const rootless = { PORTAL_FLAGS_URL: 'https://flags.example.nl' }
  expect(warned(rootless)).toEqual(['PORTAL_FLAGS_URL'])
  expect(warned({ PORTAL_FLAGS_URL: '/flags' })).toEqual([])
})

test('scopes with commas are one scope', () => {
  expect(warned({ PORTAL_POLARIS_SCOPES: 'administration,bookkeeping' })).toEqual([
    'PORTAL_POLARIS_SCOPES',
  ])
})

test('without an idempotency header, the risk is named', () => {
  expect(warned({ PORTAL_IDEMPOTENCY_HEADER: '' })).toEqual(['PORTAL_IDEMPOTENCY_HEADER'])
})

test('what is known, and what is not the portal’s, is worth none', () => {
  const known = Object.fromEntries(knownVariables.map((name) => [name, 'x']))
  const services = {
    PORTAL_PORT: 'tcp://10.0.0.1:80',
    PORTAL_PORT_80_TCP_ADDR: '10.0.0.1',
    PORTAL_SERVICE_HOST: '10.0.0.1',
    PORTAL_SERVICE_PORT_HTTP: '80',
  }
  const others = { PATH: '/bin', PORTALS: 'x', portal_api_url: 'x', PORTAL_EMPTY: ' ' }
  expect(startWarnings(configured(complete), { ...known, ...services, ...others })).toEqual([])
})

test.each([
  ['PORTAL_API_URI', 'PORTAL_API_URL'],
  ['PORTAL_FLAG_URL', 'PORTAL_FLAGS_URL'],
  ['PORTAL_OIDC_AUTHORTY', 'PORTAL_OIDC_AUTHORITY'],
  ['PORTAL_DRAIN_SECS', 'PORTAL_DRAIN_SECONDS'],
  ['PORTAL_SENTRY_ENV', 'PORTAL_SENTRY_ENVIRONMENT'],
])('%s is unknown, and %s is near', (name, nearest) => {
  expect(startWarnings(configured(complete), { [name]: 'c2VjcmV0' })).toEqual([
    `${name} is no variable of the portal. Is ${nearest} meant?`,
  ])
})

test('a host for metrics without their port is told', () => {
  const PORTAL_METRICS_HOST = '127.0.0.1'
  expect(startWarnings(configured(complete), { PORTAL_METRICS_HOST })).toEqual([
    'PORTAL_METRICS_HOST is set and PORTAL_METRICS_PORT is not, so there are no metrics.',
  ])
  expect(
    startWarnings(configured(complete), { PORTAL_METRICS_HOST, PORTAL_METRICS_PORT: '1' }),
  ).toEqual([])
})
