import fc from 'fast-check'
import { createHash } from 'node:crypto'
import { OidcClient, WebStorageStateStore } from 'oidc-client-ts'
import { beforeEach, expect, test } from 'vitest'
import { createTestEnvironment, type TestEnvironment } from '../../../test/environment.ts'
import { signInStateLifetimeSeconds } from '../limits.ts'
import { type ClientSettings, readReturnAddress, createSignInAddress } from './sign-in.ts'

const provider = {
  issuer: 'https://provider.test',
  authorization_endpoint: 'https://provider.test/auth?tenant=a%20b',
  token_endpoint: 'https://provider.test/token',
}

let clock: number
let environment: TestEnvironment
let settings: ClientSettings

beforeEach(() => {
  clock = Date.now()
  environment = createTestEnvironment('http://localhost:4321/connect', {
    now: () => clock,
    randomId: () => crypto.randomUUID(),
  })
  settings = {
    authority: 'https://provider.test',
    clientId: 'portal & more',
    origin: 'http://localhost:4321',
    redirectUri: 'http://localhost:4321/callback',
    locale: 'nl',
  }
})

/** Creates the client of oidc-client-ts with the same storage. */
function library() {
  return new OidcClient({
    authority: settings.authority,
    metadata: provider,
    client_id: settings.clientId,
    redirect_uri: settings.redirectUri,
    scope: 'openid profile email',
    ui_locales: settings.locale,
    stateStore: new WebStorageStateStore({ store: environment.tabStorage }),
  })
}

/** Returns the parameters of an address without their random values. */
function fixedParameters(address: URL) {
  const parameters = Object.fromEntries(address.searchParams)
  const fresh = ['state', 'nonce', 'code_challenge']
  expect(Object.keys(parameters)).toEqual(expect.arrayContaining(fresh))
  for (const name of fresh) expect(parameters[name]).toMatch(/^[\w-]{32,43}$/)
  return { ...parameters, state: '', nonce: '', code_challenge: '' }
}

test('sends the same sign-in request as oidc-client-ts', async () => {
  const address = await createSignInAddress(environment, settings, provider)
  const { url } = await library().createSigninRequest({ nonce: 'n'.repeat(32) })
  expect(address.href.split('?')[0]).toBe(provider.authorization_endpoint.split('?')[0])
  expect(fixedParameters(address)).toEqual(fixedParameters(new URL(url)))
})

test('stores the state that oidc-client-ts needs for the response', async () => {
  const address = await createSignInAddress(environment, settings, provider)
  const { state } = await library().readSigninResponseState(
    `${settings.redirectUri}?code=1&state=${address.searchParams.get('state')}`,
  )
  expect(state).toMatchObject({
    authority: settings.authority,
    client_id: settings.clientId,
    redirect_uri: settings.redirectUri,
    scope: 'openid profile email',
    created: Math.floor(clock / 1000),
    nonce: address.searchParams.get('nonce'),
  })
  const verifier = state.code_verifier ?? ''
  expect(verifier).toMatch(/^[0-9a-f]{96}$/)
  expect(address.searchParams.get('code_challenge')).toBe(
    createHash('sha256').update(verifier).digest('base64url'),
  )
  expect(address.searchParams.get('code_challenge_method')).toBe('S256')
})

test('removes only expired sign-in states', async () => {
  const others = ['oidc.user:https://provider.test:portal', 'koppelpunt:return', 'oidcstate']
  for (const key of others) environment.tabStorage.setItem(key, '{broken')
  const begin = async () =>
    `oidc.${(await createSignInAddress(environment, settings, provider)).searchParams.get('state')}`
  const old = await begin()
  clock += signInStateLifetimeSeconds * 500
  const young = [await begin(), await begin()]
  expect(new Set([old, ...young]).size).toBe(3)
  clock += signInStateLifetimeSeconds * 501
  await begin()
  expect(environment.tabStorage.getItem(old)).toBeNull()
  for (const key of young) expect(environment.tabStorage.getItem(key)).not.toBeNull()
  for (const key of others) expect(environment.tabStorage.getItem(key)).toBe('{broken')
})

const origin = 'https://portal.test'

test.each(['/en/connect?reseller=7', '/connect?reseller=//a', '/'])(
  'returns to the address %s after the sign-in',
  (address) => {
    expect(readReturnAddress(address, origin)).toBe(address)
  },
)

test.each([
  null,
  'https://evil.example/connect',
  '//evil.example',
  '/\\evil.example',
  '/connect/..//evil.example',
  '/%2F/evil.example',
  '/%2fevil.example',
  '/%5Cevil.example',
  '\n//evil.example',
  'javascript:alert(1)',
  'http://',
])('returns to Home instead of %j after the sign-in', (remembered) => {
  expect(readReturnAddress(remembered, origin)).toBe('/')
})

test('returns only to addresses of the portal after the sign-in', () => {
  const parts = ['/', '\\', '.', '..', '%2f', '%5C', '%2e', '\t', '\n', ' ', ':', '@', '?', '#']
  const hostile = fc.array(fc.constantFrom(...parts, 'evil.example', 'https:', 'connect'))
  fc.assert(
    fc.property(
      fc.oneof(
        hostile.map((some) => some.join('')),
        fc.webUrl(),
        fc.string(),
      ),
      (text) => {
        const address = readReturnAddress(text, origin)
        for (const form of [address, decoded(address)]) {
          expect(new URL(form, origin).origin).toBe(origin)
          expect(form).not.toMatch(/^\/[/\\]/)
        }
        expect(readReturnAddress(address, origin)).toBe(address)
      },
    ),
  )
})

/** Decodes a path as a server or proxy does. */
function decoded(address: string): string {
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}
