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
    (text) => text.split(' is not ')[0] ?? '',
  )
}

/** All addresses that there are, on this machine. */
const local = Object.fromEntries(
  Object.keys(sampleVariables)
    .filter((name) => /URL|URI|AUTHORITY/.test(name))
    .map((name) => [name, `http://localhost:4400/${name}/realms/shops`]),
)
const unset = { PORTAL_PUBLIC_URL: undefined }
const customers = (address: string) => ({ PORTAL_CUSTOMER_PORTAL_URL: address })

test.each<[what: string, changes: Variables, names: string[]]>([
  ['nothing, where all is encrypted and set', {}, []],
  [
    'http outside this machine, not where it is a path',
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
  ['an own address that is not told beside encrypted services', unset, ['PORTAL_PUBLIC_URL']],
  ['… of which there are none', { ...local, ...unset }, []],
  [
    '… of which there is one',
    { ...local, ...unset, PORTAL_POLARIS_AUTHORIZE_URL: 'https://polaris.example.nl' },
    ['PORTAL_PUBLIC_URL'],
  ],
  ['a host that is not private', customers('https://172.32.0.1/'), []],
  ['a name that begins like one', customers('https://10.example.nl/'), []],
  ['an address of IPv6 that is not', customers('https://[2001:db8::1]/'), []],
  ['no header', { PORTAL_IDEMPOTENCY_HEADER: '' }, ['PORTAL_IDEMPOTENCY_HEADER']],
])('it warns of %s', (_, changes, names) => {
  expect(warned(changes)).toEqual(names)
})

test.each([
  'localhost',
  '10.1.2.3',
  '172.31.0.1',
  '192.168.178.20',
  '[fd00::1]',
  'keycloak',
  'a.lan',
])('under a public address %s is worth a warning', (host) => {
  const changes = customers(`https://${host}/`)
  expect(warned(changes)).toEqual(['PORTAL_CUSTOMER_PORTAL_URL'])
  expect(warned({ ...changes, PORTAL_PUBLIC_URL: 'https://portal.local' })).toEqual([])
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
