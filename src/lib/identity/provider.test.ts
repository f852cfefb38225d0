import { expect, test } from 'vitest'
import { createTestEnvironment } from '../../../test/environment.ts'
import { createDiscovery, stillKnown, type Provider } from './provider.ts'

const authority = 'https://login.test/realms/shops'
const provider = {
  issuer: authority,
  authorization_endpoint: `${authority}/auth`,
  token_endpoint: `${authority}/token`,
}

/** The portal's way to a provider that describes itself so when it is asked. */
function discoveryOf(given: Provider | undefined, told: object = provider) {
  const environment = createTestEnvironment('https://portal.test/', {
    fetch: () => Promise.resolve(Response.json(told)),
  })
  return createDiscovery(environment, authority, given)
}

const wrong = [
  [{ issuer: 'https://elsewhere.test' }, 'it is of another issuer'],
  [{ authorization_endpoint: undefined }, 'authorization_endpoint is no address'],
  [{ authorization_endpoint: 'javascript:alert(1)' }, 'authorization_endpoint is no address'],
  [{ end_session_endpoint: 'javascript:alert(1)' }, 'end_session_endpoint is no address'],
  [{ check_session_iframe: 'x' }, 'check_session_iframe is no address'],
  [{ issuer: undefined }, 'it is of another issuer'],
  [{ token_endpoint: 'https://elsewhere.test/token' }, 'token_endpoint is elsewhere'],
] as const

test.each(wrong)('%j is not used, wherever it stands: %s', async (changes, reason) => {
  const changed = { ...provider, ...changes } as Provider
  expect(stillKnown(changed, authority, 0)).toBeUndefined()
  expect(await discoveryOf(changed).find()).toEqual(provider)
  const discovery = discoveryOf(undefined, changed)
  await expect(discovery.ask()).rejects.toThrow(reason)
  await expect(discovery.find()).rejects.toThrow(reason)
})

test('what the page has is used without asking', async () => {
  expect(await discoveryOf(provider, {}).find()).toEqual(provider)
})
