import { expect, test } from 'vitest'
import { sampleConfiguration } from '../sample-configuration.test-data.ts'
import { knownVariables, startWarnings } from './warnings.ts'

const configuration = {
  ...sampleConfiguration,
  publicUrl: 'https://portal.example.nl',
  idempotencyHeader: 'Idempotency-Key',
}

test('what is known, and what is not the portal’s, is worth none', () => {
  const known = Object.fromEntries(knownVariables.map((name) => [name, 'x']))
  const services = {
    PORTAL_PORT: 'tcp://10.0.0.1:80',
    PORTAL_PORT_80_TCP_ADDR: '10.0.0.1',
    PORTAL_SERVICE_HOST: '10.0.0.1',
    PORTAL_SERVICE_PORT_HTTP: '80',
  }
  const others = { PATH: '/bin', PORTALS: 'x', portal_api_url: 'x', PORTAL_EMPTY: ' ' }
  expect(startWarnings(configuration, { ...known, ...services, ...others })).toEqual([])
})

test.each([
  ['PORTAL_API_URI', 'PORTAL_API_URL'],
  ['PORTAL_FLAG_URL', 'PORTAL_FLAGS_URL'],
  ['PORTAL_OIDC_AUTHORTY', 'PORTAL_OIDC_AUTHORITY'],
  ['PORTAL_DRAIN_SECS', 'PORTAL_DRAIN_SECONDS'],
  ['PORTAL_SENTRY_ENV', 'PORTAL_SENTRY_ENVIRONMENT'],
])('%s is unknown, and %s is near', (name, nearest) => {
  expect(startWarnings(configuration, { [name]: 'c2VjcmV0' })).toEqual([
    `${name} is no variable of the portal. Is ${nearest} meant?`,
  ])
})

test('a host for metrics without their port is told', () => {
  const PORTAL_METRICS_HOST = '127.0.0.1'
  expect(startWarnings(configuration, { PORTAL_METRICS_HOST })).toEqual([
    'PORTAL_METRICS_HOST is set and PORTAL_METRICS_PORT is not, so there are no metrics.',
  ])
  expect(startWarnings(configuration, { PORTAL_METRICS_HOST, PORTAL_METRICS_PORT: '1' })).toEqual(
    [],
  )
})
