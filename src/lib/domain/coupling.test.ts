import { describe, expect, test } from 'vitest'
import { createSandboxConfiguration } from '../../../test/configuration.ts'
import { createTestEnvironment } from '../../../test/environment.ts'
import { getActivationUrl, getCheckUrl, getPolarisUrl, getWizardUrl } from './coupling.ts'

const configuration = createSandboxConfiguration('http://localhost:4400')

describe('getWizardUrl', () => {
  const place = { administration: 7, location: '9' }
  const portal = {
    configuration: { ...configuration, publicUrl: null },
    environment: createTestEnvironment('https://portal.test/connect?reseller=7'),
    locale: 'nl',
    person: { version: null },
  } as const

  test.each([
    [null, '/wizard'],
    ['', '/wizard'],
    ['2', '/wizard'],
    ['polaris', '/polaris'],
  ])('a user with version %s gets the wizard path %s', (version, path) => {
    const address = getWizardUrl({ ...portal, person: { version } }, place)
    expect(address.pathname).toBe(path)
  })

  test.each([
    ['nl', ''],
    ['en', '/en'],
  ] as const)(
    'adds administration and location to the wizard address in the language %s',
    (locale, prefix) => {
      const { href } = getWizardUrl({ ...portal, locale }, place)
      expect(href).toBe(`https://portal.test${prefix}/wizard?administration=7&location=9`)
    },
  )

  test('encodes ids so that they cannot change the wizard address', () => {
    const ids = { administration: '1&location=2#', location: '//evil.example' }
    const address = getWizardUrl(portal, ids)
    expect(address.host).toBe('portal.test')
    expect([...address.searchParams]).toEqual([
      ['administration', '1&location=2#'],
      ['location', '//evil.example'],
    ])
  })
})

test.each([
  ['/wizard?administration=7&location=9&step=summary', '/check?administration=7&location=9'],
  ['/en/polaris?administration=7&location=9&show=report', '/en/check?administration=7&location=9'],
])('getCheckUrl returns the /check address for %s', (wizard, check) => {
  const origin = 'https://portal.test'
  expect(getCheckUrl(new URL(wizard, origin)).href).toBe(origin + check)
  const ofAll = getCheckUrl(new URL(wizard, origin), true)
  expect([...ofAll.searchParams]).toEqual([['administration', '7']])
})

describe('getActivationUrl', () => {
  test('adds the key and the return address to the activation address', () => {
    const success = new URL('https://portal.test/wizard?administration=7&location=9')
    expect(getActivationUrl(configuration, 'key-1', success).href).toBe(
      'http://localhost:4400/accounting/activate?referenceKey=key-1&successUrl=https%3A%2F%2Fportal.test%2Fwizard%3Fadministration%3D7%26location%3D9',
    )
  })

  test('getActivationUrl throws a RangeError if the key has more than 500 characters', () => {
    const success = new URL('https://portal.test/wizard')
    expect(() => getActivationUrl(configuration, 'k'.repeat(500), success)).not.toThrow()
    expect(() => getActivationUrl(configuration, 'k'.repeat(501), success)).toThrow(RangeError)
  })
})

test('getPolarisUrl requests an authorisation with the key as state', () => {
  const address = getPolarisUrl(configuration, 'key-1')
  expect(address.origin + address.pathname).toBe(
    'http://localhost:4400/accounting/polaris/authorize',
  )
  expect(Object.fromEntries(address.searchParams)).toEqual({
    response_type: 'code',
    client_id: 'koppelpunt-polaris',
    redirect_uri: 'http://localhost:4400/api/polaris/callback',
    scope:
      'administration-management product-catalogue relation-management user-management bookkeeping',
    state: 'key-1',
  })
})
