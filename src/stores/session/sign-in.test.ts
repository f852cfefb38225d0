import { beforeEach, describe, expect } from 'vitest'
import { realmPath } from '../../../sandbox/portal-environment.ts'
import { sandbox, test } from '../../../test/test.ts'
import {
  discoveryPath,
  interceptNextRequest,
  openSignedIn,
  openTab,
  tokenPath,
  userinfoPath,
  type Tab,
} from '../../../test/tab.ts'
import { SessionEndedError } from '../../lib/api/errors.ts'
import type { DiscoveredProvider } from '../../lib/identity/provider.ts'
import { SignInRefusal } from '../../lib/identity/user.ts'
import {
  pageLeaveTimeout,
  signInAttemptLimit,
  signInAttemptPeriod,
  signInStateLifetimeSeconds,
} from '../../lib/limits.ts'

let tab: Tab

beforeEach(() => {
  tab = openTab(sandbox.url)
})

const requestsTo = async (path: string) => (await sandbox.requests(path)).length

type Answer = Omit<Parameters<typeof sandbox.injectFault>[0], 'method' | 'path'>
const answer = (path: string, fault: Answer['fault'], times?: number) =>
  sandbox.injectFault({ method: 'POST', path, fault, ...(times !== undefined && { times }) })

async function describeProvider(changes: object) {
  const provider = (await (await fetch(sandbox.url + discoveryPath)).json()) as object
  tab.intercept((address) =>
    address.endsWith(discoveryPath) ? Response.json({ ...provider, ...changes }) : null,
  )
}

async function versionOf(account?: string) {
  const { portal } = await openSignedIn(tab, '/connect', account)
  const session = portal.session.$session.get()
  return 'person' in session ? session.person.version : undefined
}

test('requests the endpoints of the provider before a sign-in, except in a new tab', async () => {
  const provider = (await (await fetch(sandbox.url + discoveryPath)).json()) as DiscoveredProvider
  tab = openTab(sandbox.url, { discovered: provider })
  const before = await requestsTo(discoveryPath)
  const { environment } = await tab.open('/connect?reseller=7')
  expect(environment.visited).toHaveLength(1)
  expect(await requestsTo(discoveryPath)).toBe(before)
  await tab.open('/connect?reseller=7')
  expect(await requestsTo(discoveryPath)).toBe(before + 1)
})

describe('sign-in loop', () => {
  async function repeatSignIn() {
    for (let rounds = 0; rounds < 6; rounds += 1) {
      const { environment, shell } = await tab.open('/connect')
      if (environment.visited.length === 0) return { rounds, shell }
      await tab.callBack(await tab.answer(environment))
    }
    throw new Error('The sign-in loop does not end')
  }

  test('ends a sign-in loop with an error, and lets the user sign in again', async () => {
    await sandbox.changeSettings({ accessTokenLifetime: 20 })
    tab.intercept((address, request) =>
      address.endsWith(tokenPath) && request?.body instanceof URLSearchParams
        ? Response.json({ error: 'invalid_grant' }, { status: 400 })
        : null,
    )
    const { shell, rounds } = await repeatSignIn()
    expect(rounds).toBe(signInAttemptLimit)
    expect(shell.$shell.get()).toMatchObject({
      status: 'failed',
      reason: 'session',
      detail: { key: 'shell:signInRound' },
    })
    const again = await tab.open('/connect')
    expect(again.environment.visited).toHaveLength(1)
  })

  test.each(['{', 'null', '["soon"]', '{"1":1}'])(
    'ignores malformed counts of sign-ins: %s',
    async (stored) => {
      const { environment } = await tab.open('/connect')
      environment.tabStorage.setItem('koppelpunt:sign-in-rounds', stored)
      await tab.callBack(await tab.answer(environment))
      expect((await tab.open('/connect')).shell.$person.get()).not.toBeNull()
    },
  )

  test('detects no sign-in loop if a minute passes between sign-ins', async () => {
    for (let times = 0; times <= signInAttemptLimit; times += 1) {
      const { environment } = await tab.open('/connect')
      await tab.callBack(await tab.answer(environment))
      tab.keepUser({ ...tab.user(), refresh_token: undefined, expires_at: 0 })
      tab.pass(signInAttemptPeriod / 1000 + 1)
    }
    expect((await tab.open('/connect')).environment.visited).toHaveLength(1)
  })

  test('detects no sign-in loop for a short-lived access token without a refresh token', async () => {
    await sandbox.changeSettings({ accessTokenLifetime: 20 })
    const { environment } = await tab.open('/connect')
    await tab.callBack(await tab.answer(environment))
    tab.keepUser({ ...tab.user(), refresh_token: undefined })
    const { portal, environment: page } = await tab.open('/connect')
    expect(page.visited).toEqual([])
    expect(await portal.session.token()).toBe(tab.user().access_token)
  })
})

describe('signed-in user', () => {
  const polaris = 'polaris@koppelpunt.test'

  test.each([
    { versionIn: ['idToken'], requests: 0 },
    { versionIn: ['accessToken'], requests: 0 },
    { versionIn: ['userinfo'], requests: 1 },
  ] as const)(
    'reads the version attribute of the user from $versionIn',
    async ({ versionIn, requests }) => {
      await sandbox.changeSettings({ versionIn: [...versionIn] })
      const { portal } = await openSignedIn(tab, '/connect', polaris)
      expect(portal.session.$session.get()).toMatchObject({ person: { version: 'polaris' } })
      await tab.open('/boarding')
      await portal.session.tokenInsteadOf(await portal.session.token())
      expect(portal.session.$session.get()).toMatchObject({ person: { version: 'polaris' } })
      expect(await requestsTo(userinfoPath)).toBe(requests)
    },
  )

  test.each([404, 408, 410, 423, 425, 429, 500, 503, 403])(
    'fails if userinfo responds with %d and requests userinfo again on a retry',
    async (status) => {
      const body = status === 403 ? '<html>Access denied</html>' : '{}'
      await sandbox.changeSettings({ versionIn: ['userinfo'] })
      tab.intercept((address) =>
        address.endsWith(userinfoPath) ? new Response(body, { status }) : null,
      )
      const { portal, shell } = await openSignedIn(tab, '/connect', polaris)
      expect(shell.$shell.get()).toMatchObject({ status: 'failed', reason: 'session' })
      expect(portal.session.$session.get()).toMatchObject({ status: 'failed' })
      expect((await tab.open('/boarding')).shell.$shell.get().status).toBe('failed')
      tab.intercept(() => null)
      const { environment, ...last } = await tab.open('/connect')
      expect(environment.visited).toEqual([])
      expect(last.portal.session.$session.get()).toMatchObject({ person: { version: 'polaris' } })
    },
  )

  test.each([200, 403])(
    'requests userinfo only once if its response contains no version attribute: status %d',
    async (status) => {
      if (status === 403) await answer(userinfoPath, { kind: 'status', status })
      await openSignedIn(tab, '/connect')
      await tab.open('/boarding')
      expect(await requestsTo(userinfoPath)).toBe(1)
    },
  )

  test.each([400, 401, 404, 405, 415])(
    'sends the token in a header if userinfo refuses the token in the body: %s',
    async (status) => {
      await sandbox.changeSettings({ versionIn: ['userinfo'] })
      await answer(userinfoPath, { kind: 'status', status })
      expect(await versionOf(polaris)).toBe('polaris')
    },
  )

  test('requests userinfo only once if the provider refuses the token', async () => {
    let requests = 0
    tab.intercept((address) => {
      if (!address.endsWith(userinfoPath)) return null
      requests += 1
      const headers = { 'WWW-Authenticate': 'Bearer realm="shops", error="invalid_token"' }
      return new Response(null, { status: 401, headers })
    })
    await openSignedIn(tab, '/connect')
    await tab.open('/boarding')
    expect(requests).toBe(1)
  })

  test('requests no userinfo at an address that the policy does not allow', async () => {
    await describeProvider({ userinfo_endpoint: 'https://elsewhere.test/userinfo' })
    expect(await versionOf()).toBeNull()
    expect(tab.user().userinfo).toEqual({})
  })

  test('fails if the userinfo belongs to another user', async () => {
    await sandbox.changeSettings({ versionIn: [] })
    const body = { sub: 'somebody-else', version: 'polaris' }
    await answer(userinfoPath, { kind: 'answer', body })
    const { shell } = await openSignedIn(tab, '/connect', polaris)
    expect(shell.$shell.get()).toMatchObject({ status: 'failed', reason: 'session' })
  })
})

describe('failed sign-in', () => {
  async function callBackWith(change: (address: URL) => void) {
    const { environment } = await tab.open('/connect')
    const address = new URL(await tab.answer(environment))
    change(address)
    return tab.callBack(address.href)
  }

  function refusal(error: string, description?: string) {
    return callBackWith(({ searchParams }) => {
      searchParams.delete('code')
      searchParams.set('error', error)
      if (description) searchParams.set('error_description', description)
    })
  }

  test.each([
    ['access_denied', 'shell:signInDenied'],
    ['temporarily_unavailable', 'shell:signInExpired'],
    ['unauthorized_client', 'shell:signInClient'],
    ['server_error', 'shell:signInRefused'],
  ])('shows the reason of a failed sign-in for %s: %s', async (error, key) => {
    const { result } = await refusal(error, 'because <b>')
    expect(result).toMatchObject({ key, parameters: { code: `${error}: because <b>` } })
  })

  test('names the origin to allow if the token endpoint is unreachable', async () => {
    await answer(tokenPath, { kind: 'drop' })
    const { result, environment } = await callBackWith(() => undefined)
    expect(result).toMatchObject({
      key: 'shell:signInUnreachable',
      parameters: { client: 'portal', portal: 'http://localhost:4321', issuer: sandbox.url },
    })
    expect(environment.visited).toEqual([])
  })

  test.each([302, 307, 308])('follows no redirect of the token endpoint: %d', async (status) => {
    const elsewhere = `${sandbox.url}${tokenPath}?elsewhere`
    await answer(tokenPath, { kind: 'status', status, headers: { location: elsewhere } }, 1)
    const { result } = await callBackWith(() => undefined)
    expect(result).toMatchObject({ key: 'shell:signInUnreachable' })
    expect(tab.isSignedIn()).toBe(false)
    expect(await requestsTo(tokenPath)).toBe(1)
  })

  test('does not report a wrong token endpoint as an invalid ID token', async () => {
    await describeProvider({ token_endpoint: `${sandbox.url + realmPath}/openid/token` })
    const { result } = await callBackWith(() => undefined)
    expect(result).toMatchObject({ key: 'shell:notAuthenticatedHelp' })
  })

  test('shows an error if the provider is unreachable', async () => {
    const variables = { PORTAL_OIDC_AUTHORITY: `${sandbox.url}/nowhere` }
    tab = openTab(sandbox.url, { variables })
    const { shell } = await tab.open('/connect')
    const detail = { key: 'shell:signInUnreachable' }
    expect(shell.$shell.get()).toMatchObject({ reason: 'session', detail })
  })

  describe('response of another provider or client', () => {
    const refused = (code: string) => ({ key: 'shell:signInMismatch', parameters: { code } })

    test.each<[string, (query: URLSearchParams) => void]>([
      ['another issuer', (query) => query.set('iss', 'https://elsewhere.test')],
      ['similar issuer', (query) => query.set('iss', `${query.get('iss') ?? ''}/`)],
      ['missing issuer', (query) => query.delete('iss')],
      [
        'another issuer with an error',
        (query) => {
          query.set('iss', 'https://elsewhere.test')
          query.delete('code')
          query.set('error', 'access_denied')
        },
      ],
    ])('rejects a sign-in response because of its issuer: %s', async (_, change) => {
      const { result } = await callBackWith(({ searchParams }) => change(searchParams))
      expect(result).toMatchObject(refused('wrong_issuer'))
      expect(await requestsTo(tokenPath)).toBe(0)
      expect(tab.isSignedIn()).toBe(false)
    })

    test('accepts a sign-in response without an issuer if the provider sends none', async () => {
      await describeProvider({ authorization_response_iss_parameter_supported: undefined })
      const { result } = await callBackWith(({ searchParams }) => searchParams.delete('iss'))
      expect(result).toBeNull()
      expect(tab.isSignedIn()).toBe(true)
    })

    async function signInWith(claims: object) {
      const { environment } = await tab.open('/connect')
      const nonce = new URL(environment.visited[0] ?? '').searchParams.get('nonce')
      const issuer = sandbox.url + realmPath
      const payload = { iss: issuer, aud: 'portal', sub: 'user-1', nonce, ...claims }
      const idToken = `e30.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.x`
      const tokens = { access_token: 'a', refresh_token: 'r', token_type: 'Bearer' }
      const body = { ...tokens, expires_in: 300, id_token: idToken }
      await answer(tokenPath, { kind: 'answer', body })
      return tab.callBack(await tab.answer(environment))
    }

    test.each([
      [{ iss: 'https://elsewhere.test' }, 'wrong_issuer'],
      [{ iss: undefined }, 'wrong_issuer'],
      [{ aud: 'other' }, 'wrong_audience'],
      [{ aud: [] }, 'wrong_audience'],
      [{ aud: ['account', 'portal'] }, 'wrong_audience'],
      [{ aud: ['account', 'portal'], azp: 'account' }, 'wrong_audience'],
      [{ nonce: 'other' }, 'wrong_token'],
      [{ nonce: undefined }, 'wrong_token'],
      [{ sub: undefined }, 'wrong_token'],
    ])('rejects a sign-in response because of its ID token: %j, %s', async (claims, code) => {
      const { result, environment } = await signInWith(claims)
      expect(result).toMatchObject(refused(code))
      expect(tab.isSignedIn()).toBe(false)
      expect(environment.visited).toEqual([])
    })
  })

  test('signs in again if the response is older than an hour', async () => {
    const { environment } = await tab.open('/connect?reseller=7')
    const address = await tab.answer(environment)
    tab.pass(signInStateLifetimeSeconds + 1)
    const { result, environment: callback } = await tab.callBack(address)
    expect(result).toBeNull()
    expect(tab.isSignedIn()).toBe(false)
    expect(callback.visited).toEqual(['http://localhost:4321/connect?reseller=7'])
    const again = await tab.open('/connect?reseller=7')
    expect(again.environment.visited[0]).toContain('/protocol/openid-connect/auth?')
  })

  test('fails with a reason after several sign-in responses that this tab never requested', async () => {
    const stray = '/callback?code=abc&state=def'
    for (let rounds = 0; rounds < signInAttemptLimit; rounds += 1) await tab.callBack(stray)
    const { environment, shell } = await tab.open('/connect')
    expect(environment.visited).toEqual([])
    expect(shell.$shell.get()).toMatchObject({ detail: { key: 'shell:signInRound' } })
  })

  test('signs in again after a response that another tab requested', async () => {
    const { environment } = await tab.open('/connect')
    const address = await tab.answer(environment)
    const other = openTab(sandbox.url)
    const { environment: callback } = await other.callBack(address)
    expect(callback.visited).toEqual(['http://localhost:4321/'])
    expect((await other.open('/')).environment.visited[0]).toContain('/openid-connect/auth?')
    expect((await tab.callBack(address)).environment.visited).toEqual([
      'http://localhost:4321/connect',
    ])
  })
})

describe('sign-out', () => {
  test('stays on the page after a failed sign-out and allows a retry', async () => {
    const { shell, environment } = await openSignedIn(tab, '/connect')
    const idToken = tab.user().id_token ?? ''
    await sandbox.injectFault({ method: 'GET', path: discoveryPath, fault: { kind: 'drop' } })
    await shell.signOut()
    expect(tab.isSignedIn()).toBe(false)
    expect(shell.$shell.get()).toEqual({
      status: 'failed',
      reason: 'signed-out',
      detail: { key: 'shell:signOutUnreachable' },
    })
    expect(shell.$person.get()).toBeNull()
    expect(environment.visited).toEqual([])
    await sandbox.clearFaults()
    await shell.signOut()
    const address = new URL(environment.visited[0] ?? '')
    expect(address.pathname).toBe(`${realmPath}/protocol/openid-connect/logout`)
    expect(Object.fromEntries(address.searchParams)).toEqual({
      id_token_hint: idToken,
      post_logout_redirect_uri: 'http://localhost:4321/',
      state: 'signed-out',
    })
    expect(shell.$shell.get()).toEqual({ status: 'loading' })
    tab.pass(pageLeaveTimeout / 1000)
    const here = { status: 'failed', reason: 'signed-out', detail: undefined }
    await expect.poll(() => shell.$shell.get()).toEqual(here)
  })

  test('completes the sign-out on the page if the provider cannot end sessions', async () => {
    await describeProvider({ end_session_endpoint: undefined })
    const { shell } = await openSignedIn(tab, '/connect')
    await shell.signOut()
    // The button of this reason signs in again, because the sign-out cannot be repeated.
    expect(shell.$shell.get()).toMatchObject({ status: 'failed', reason: 'ended' })
  })

  test('discards the tokens of a pending refresh on sign-out', async () => {
    const { portal, shell } = await openSignedIn(tab, '/connect')
    const token = await portal.session.token()
    interceptNextRequest(tokenPath, () => shell.signOut())
    await expect(portal.session.tokenInsteadOf(token)).rejects.toBeInstanceOf(SessionEndedError)
    expect(tab.isSignedIn()).toBe(false)
    expect(portal.session.$session.get()).toEqual({ status: 'signing-out' })
    expect(shell.$person.get()).toBeNull()
  })

  test('discards pending userinfo on sign-out', async () => {
    const { portal } = await openSignedIn(tab, '/connect')
    interceptNextRequest(userinfoPath, () => portal.identity.forget())
    await expect(
      portal.identity.addUserinfo({ ...tab.user(), userinfo: undefined }),
    ).rejects.toBeInstanceOf(SignInRefusal)
    expect(tab.isSignedIn()).toBe(false)
  })
})
