import { expect, test } from 'vitest'
import { configured, sampleVariables } from '../test/configuration.ts'
import type { Variables } from '../src/lib/configuration/variables.ts'
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
    PORTAL_PUBLIC_URL: 'http://10.0.0.1',
    PORTAL_API_URL: 'http://api.example.nl',
    PORTAL_IDENTITY_ADMIN_URL: '/admin',
    PORTAL_FLAGS_URL: 'http://localhost:4400/flags',
    PORTAL_ACTIVATION_URL: 'http://127.0.0.1/activate',
    PORTAL_CUSTOMER_PORTAL_URL: 'http://[::1]:80/',
  }
  expect(warned(changes)).toEqual(['PORTAL_PUBLIC_URL', 'PORTAL_API_URL'])
})

test('with encrypted services, the portal should know its own address', () => {
  const unset = { PORTAL_PUBLIC_URL: undefined }
  expect(warned(unset)).toEqual(['PORTAL_PUBLIC_URL'])
  const local = Object.fromEntries(
    Object.keys(sampleVariables)
      .filter((name) => /URL|URI|AUTHORITY/.test(name))
      .map((name) => [name, `http://localhost:4400/${name}/realms/shops`]),
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

test.each(['https://unleash.example.nl/api/client', '/api/admin'])(
  'flags at %s are those of servers or of administrators',
  (address) => {
    expect(warned({ PORTAL_FLAGS_URL: address })).toEqual(['PORTAL_FLAGS_URL'])
  },
)

test.each([
  ['PORTAL_ACTIVATION_URL', 'referenceKey'],
  ['PORTAL_ACTIVATION_URL', 'successUrl'],
  ['PORTAL_POLARIS_AUTHORIZE_URL', 'redirect_uri'],
  ['PORTAL_POLARIS_AUTHORIZE_URL', 'state'],
])('%s has no %s of its own', (name, parameter) => {
  expect(warned({ [name]: `https://a.example.nl/?via=portal&${parameter}=x` })).toEqual([name])
})

test.each([
  'https://localhost:4400/customers',
  'https://10.1.2.3/',
  'https://172.31.0.1/',
  'https://192.168.178.20/',
  'https://[fd00::1]/',
  'https://keycloak/',
  'https://portal.internal/',
])('under a public address %s is worth a warning', (address) => {
  const changes = { PORTAL_CUSTOMER_PORTAL_URL: address }
  expect(warned(changes)).toEqual(['PORTAL_CUSTOMER_PORTAL_URL'])
  expect(warned({ ...changes, PORTAL_PUBLIC_URL: 'https://portal.local' })).toEqual([])
})

test.each(['https://172.32.0.1/', 'https://10.example.nl/', 'https://[2001:db8::1]/'])(
  '%s is not',
  (address) => expect(warned({ PORTAL_CUSTOMER_PORTAL_URL: address })).toEqual([]),
)

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

test('what looks like one of the portal’s and is none, is', () => {
  expect(startWarnings(configured(complete), { PORTAL_API_URI: 'c2VjcmV0' })).toEqual([
    'PORTAL_API_URI is no variable of the portal.',
  ])
})

test('a host for metrics without their port is told', () => {
  const PORTAL_METRICS_HOST = '127.0.0.1'
  expect(startWarnings(configured(complete), { PORTAL_METRICS_HOST })).toEqual([
    'PORTAL_METRICS_HOST is set and PORTAL_METRICS_PORT is not: there are no metrics.',
  ])
  expect(
    startWarnings(configured(complete), { PORTAL_METRICS_HOST, PORTAL_METRICS_PORT: '1' }),
  ).toEqual([])
})
