import { expect, test } from 'vitest'
import { sampleEnvironment } from '../sample-configuration.test-data.ts'
import { readConfiguration, type Variables } from '../../src/lib/configuration/variables.ts'
import { warningsOf } from './warnings.ts'

const complete = {
  ...sampleEnvironment,
  PORTAL_PUBLIC_URL: 'https://portal.example.nl',
  PORTAL_IDEMPOTENCY_HEADER: 'Idempotency-Key',
}

/** The first words of each warning. */
function warned(changes: Variables = {}): string[] {
  const read = readConfiguration({ ...complete, ...changes })
  if (!read.ok) throw new Error(read.problems.join('\n'))
  return warningsOf(read.configuration).map((text) => text.split(/ (?:is not|has) /)[0] ?? '')
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
    Object.keys(sampleEnvironment)
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
