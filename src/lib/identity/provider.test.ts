import { expect, test } from 'vitest'
import { createTestEnvironment } from '../../../test/environment.ts'
import { createDiscovery, findUsableProvider, type Provider } from './provider.ts'

const authority = 'https://login.test/realms/shops'
const provider = {
  issuer: authority,
  authorization_endpoint: `${authority}/auth`,
  token_endpoint: `${authority}/token`,
}

/** Creates the discovery with endpoints in the page and a fake discovery document. */
function discoveryWith(discovered: Provider | undefined, document: object = provider) {
  const environment = createTestEnvironment('https://portal.test/', {
    fetch: () => Promise.resolve(Response.json(document)),
  })
  return createDiscovery(environment, authority, discovered)
}

test.each([
  [{ issuer: 'https://elsewhere.test' }, 'issuer does not match'],
  [{ issuer: undefined }, 'issuer does not match'],
  [{ authorization_endpoint: undefined }, 'authorization_endpoint is not a web address'],
  [
    { authorization_endpoint: 'javascript:alert(1)' },
    'authorization_endpoint is not a web address',
  ],
  [{ end_session_endpoint: 'javascript:alert(1)' }, 'end_session_endpoint is not a web address'],
  [{ check_session_iframe: 'x' }, 'check_session_iframe is not a web address'],
  [{ token_endpoint: 'https://elsewhere.test/token' }, 'token_endpoint is on another origin'],
])('rejects provider metadata with %j: %s', async (changes, reason) => {
  const changed = { ...provider, ...changes } as Provider
  expect(findUsableProvider(changed, authority, 0)).toBeUndefined()
  expect(await discoveryWith(changed).find()).toEqual(provider)
  const discovery = discoveryWith(undefined, changed)
  await expect(discovery.fetch()).rejects.toThrow(reason)
  await expect(discovery.find()).rejects.toThrow(reason)
})

test('uses the provider endpoints that the page contains and sends no request for them', async () => {
  expect(await discoveryWith(provider, {}).find()).toEqual(provider)
})

test('accepts provider metadata whose optional endpoints are null or empty', async () => {
  const absent = { end_session_endpoint: null, userinfo_endpoint: null, check_session_iframe: '' }
  expect(await discoveryWith(undefined, { ...provider, ...absent }).find()).toMatchObject(provider)
})
