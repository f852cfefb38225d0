import { expect } from 'vitest'
import { sandbox, test } from '../../test/test.ts'
import { accounts, password } from '../accounts.ts'
import {
  CodeFlow,
  readTokenClaims,
  fetchDiscoveryDocument,
  signInAs,
} from '../../test/code-flow.ts'

test.each(accounts)(
  '$email signs in with one click',
  async ({ email, id, name, roles, version }) => {
    const { tokens } = await signInAs(sandbox.url, email)
    expect(tokens.expires_in).toBe(300)
    const idToken = readTokenClaims(tokens.id_token)
    expect(idToken).toMatchObject({
      sub: id,
      name,
      email,
      preferred_username: email,
      given_name: name.split(' ')[0],
      family_name: 'Oefenaccount',
      nonce: 'nonce of the portal',
    })
    expect(idToken.version).toBe(version)
    const accessToken = readTokenClaims(tokens.access_token)
    expect(accessToken).toMatchObject({ sub: id, realm_access: { roles } })
    const headers = { authorization: `Bearer ${tokens.access_token}` }
    expect((await fetch(`${sandbox.url}/api/serials/serial/list`, { headers })).status).toBe(200)
    const { userinfo_endpoint } = await fetchDiscoveryDocument(sandbox.url)
    expect(await (await fetch(userinfo_endpoint, { headers })).json()).toMatchObject({
      sub: id,
      name,
    })
  },
)

test('checks the password on the sign-in page and reports an expired sign-in page', async () => {
  const flow = new CodeFlow(sandbox.url)
  const page = (await flow.authorize({ parameters: { login_hint: 'hint@koppelpunt.test' } }))
    .location
  const shown = await flow.browser.visit(page)
  expect(shown.text).toContain('<html lang="nl">')
  expect(shown.text).toContain('Oefenomgeving')
  expect(shown.text).toContain('value="hint@koppelpunt.test"')
  const refused = await flow.browser.visit(page, { email: '"><b>', password })
  expect(refused.status).toBe(401)
  expect(refused.text).toContain('E-mailadres of wachtwoord klopt niet.')
  expect(refused.text).not.toContain('"><b>')
  const email = 'reseller@koppelpunt.test'
  const wrong = await flow.browser.visit(page, { email, password: 'wrong' })
  expect(wrong.status).toBe(401)
  expect(wrong.text.replace(/^.*<title>/s, '')).toMatchSnapshot()
  expect((await flow.browser.visit(page, { email, password })).status).toBe(303)
  const old = await fetch(`${sandbox.url}/identity/sign-in/of-yesterday`)
  expect([old.status, await old.text()]).toEqual([
    400,
    expect.stringContaining('Inloggen is verlopen'),
  ])
})

test.each([
  ['http://localhost:5099/callback', true],
  ['http://127.0.0.1:61234/callback', true],
  ['https://evil.example/callback', false],
  ['http://localhost:4321/elsewhere', false],
])('allows a sign-in with the redirect URI %s: %s', async (redirectUri, may) => {
  const answer = await new CodeFlow(sandbox.url).authorize({ redirectUri })
  expect(answer.location).toMatch(may ? /\/identity\/sign-in\// : /^$/)
  if (!may)
    expect([answer.status, answer.text]).toEqual([
      400,
      expect.stringContaining('Inloggen lukt niet'),
    ])
})

test('requires PKCE with S256', async () => {
  expect((await fetchDiscoveryDocument(sandbox.url)).code_challenge_methods_supported).toEqual([
    'S256',
  ])
  const plain = { parameters: { code_challenge_method: 'plain' } }
  const { location } = await new CodeFlow(sandbox.url).authorize(plain)
  expect(new URL(location).searchParams.get('error')).toBe('invalid_request')
})

test('rotates refresh tokens and ends the session if one is used twice', async () => {
  const { flow, tokens } = await signInAs(sandbox.url, 'admin@koppelpunt.test')
  const second = await flow.refresh(tokens.refresh_token)
  expect(second.refresh_token).not.toBe(tokens.refresh_token)
  const third = await flow.refresh(second.refresh_token)
  await expect(flow.refresh(second.refresh_token)).rejects.toThrow('invalid_grant')
  await expect(flow.refresh(third.refresh_token)).rejects.toThrow('invalid_grant')
})

test('refuses revoked access tokens in the product API', async () => {
  const headers = { authorization: `Bearer ${await sandbox.token('admin@koppelpunt.test')}` }
  const list = async () =>
    (await fetch(`${sandbox.url}/api/serials/serial/list`, { headers })).status
  await sandbox.revokeSessions()
  expect(await list()).toBe(200)
  await sandbox.revokeSessions({ accessTokens: true })
  expect(await list()).toBe(401)
  headers.authorization = `Bearer ${await sandbox.token('admin@koppelpunt.test')}`
  expect(await list()).toBe(200)
})

test('sends CORS headers only to a portal on this machine', async () => {
  const { token_endpoint, jwks_uri } = await fetchDiscoveryDocument(sandbox.url)
  const preflight = (origin: string) =>
    fetch(token_endpoint, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST' },
    })
  const allowed = async (answer: Promise<Response>) =>
    (await answer).headers.get('access-control-allow-origin')
  expect(await allowed(preflight('http://localhost:5000'))).toBe('http://localhost:5000')
  expect(await allowed(preflight('https://evil.example'))).toBeNull()
  const headers = { origin: 'http://127.0.0.1:5000' }
  expect(await allowed(fetch(jwks_uri, { headers }))).toBe('http://127.0.0.1:5000')
})
