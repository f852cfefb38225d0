import { expect, test } from 'vitest'
import { parseTestConfiguration, sampleVariables } from '../test/configuration.ts'
import type { Variables } from '../src/lib/configuration/variables.ts'
import { knownVariables, collectWarnings, createWarnings } from './warnings.ts'

const complete = {
  PORTAL_PUBLIC_URL: 'https://portal.example.nl',
  PORTAL_IDEMPOTENCY_HEADER: 'Idempotency-Key',
}

function warnedVariables(changes: Variables = {}): string[] {
  return createWarnings(parseTestConfiguration({ ...complete, ...changes })).map(
    (text) => text.split(' ')[0] ?? '',
  )
}

const localAddresses = Object.fromEntries(
  Object.keys(sampleVariables)
    .filter((name) => /URL|URI|AUTHORITY/.test(name))
    .map((name) => [name, `http://localhost:4400/${name}/realms/shops`]),
)
const unset = { PORTAL_PUBLIC_URL: undefined }
const customerPortal = (address: string) => ({ PORTAL_CUSTOMER_PORTAL_URL: address })

test.each<[configuration: string, changes: Variables, names: string[]]>([
  ['a complete encrypted configuration', {}, []],
  [
    'http outside this machine',
    {
      PORTAL_PUBLIC_URL: 'http://10.0.0.1',
      PORTAL_API_URL: 'http://api.example.nl',
      PORTAL_IDENTITY_ADMIN_URL: '/admin',
      PORTAL_FLAGS_URL: 'http://localhost:4400/flags',
      PORTAL_ACTIVATION_URL: 'http://127.0.0.1/activate',
      PORTAL_CUSTOMER_PORTAL_URL: 'http://[::1]:80/',
    },
    ['PORTAL_PUBLIC_URL', 'PORTAL_API_URL'],
  ],
  ['encrypted services without a public address', unset, ['PORTAL_PUBLIC_URL']],
  ['local services without a public address', { ...localAddresses, ...unset }, []],
  [
    'one encrypted service without a public address',
    { ...localAddresses, ...unset, PORTAL_POLARIS_AUTHORIZE_URL: 'https://polaris.example.nl' },
    ['PORTAL_PUBLIC_URL'],
  ],
  ['a public IPv4 address', customerPortal('https://172.32.0.1/'), []],
  ['a host name that begins like a private address', customerPortal('https://10.example.nl/'), []],
  ['a public IPv6 address', customerPortal('https://[2001:db8::1]/'), []],
  [
    'an activation address with a reference key',
    { PORTAL_ACTIVATION_URL: 'https://web.example.nl/activate?referenceKey=1' },
    ['PORTAL_ACTIVATION_URL'],
  ],
  [
    'an activation address with another parameter',
    { PORTAL_ACTIVATION_URL: 'https://web.example.nl/activate?via=portal' },
    [],
  ],
  [
    'the client API of the flags',
    { PORTAL_FLAGS_URL: 'https://flags.example.nl/api/client' },
    ['PORTAL_FLAGS_URL'],
  ],
  [
    'the admin API of the flags',
    { PORTAL_FLAGS_URL: 'https://flags.example.nl/unleash/api/admin/features' },
    ['PORTAL_FLAGS_URL'],
  ],
  ['flags at a path of the portal', { PORTAL_FLAGS_URL: '/switches' }, []],
  ['no idempotency header', { PORTAL_IDEMPOTENCY_HEADER: '' }, ['PORTAL_IDEMPOTENCY_HEADER']],
])('returns the variables to warn about for %s', (_, changes, names) => {
  expect(warnedVariables(changes)).toEqual(names)
})

test.each([
  'localhost',
  '10.1.2.3',
  '172.31.0.1',
  '192.168.178.20',
  '[fd00::1]',
  'keycloak',
  'a.lan',
])('warns about the private host %s only if the portal is public', (host) => {
  const changes = customerPortal(`https://${host}/`)
  expect(warnedVariables(changes)).toEqual(['PORTAL_CUSTOMER_PORTAL_URL'])
  expect(warnedVariables({ ...changes, PORTAL_PUBLIC_URL: 'https://portal.local' })).toEqual([])
})

const PORTAL_METRICS_HOST = '127.0.0.1'
const ofKubernetes = {
  PORTAL_PORT: 'tcp://10.0.0.1:80',
  PORTAL_PORT_80_TCP_ADDR: '10.0.0.1',
  PORTAL_SERVICE_HOST: '10.0.0.1',
  PORTAL_SERVICE_PORT_HTTP: '80',
}

test.each<[variables: string, Variables, warnings: string[]]>([
  ['known variables', Object.fromEntries(knownVariables.map((name) => [name, 'x'])), []],
  ['variables of Kubernetes', ofKubernetes, []],
  ['other programs’ variables', { PATH: '/bin', PORTALS: 'x', portal_api_url: 'x' }, []],
  ['an empty variable', { PORTAL_EMPTY: ' ' }, []],
  [
    'an unknown variable',
    { PORTAL_API_URI: 'c2VjcmV0' },
    ['PORTAL_API_URI is not a variable of the portal.'],
  ],
  [
    'a metrics host without a port',
    { PORTAL_METRICS_HOST },
    ['PORTAL_METRICS_HOST has no effect without PORTAL_METRICS_PORT.'],
  ],
  ['a metrics host with a port', { PORTAL_METRICS_HOST, PORTAL_METRICS_PORT: '1' }, []],
])('returns the start warnings for %s', (_, variables, warnings) => {
  expect(collectWarnings(parseTestConfiguration(complete), variables)).toEqual(warnings)
})
