import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { realmPath } from '../../sandbox/portal-environment.ts'
import { claimsOf } from '../../sandbox/testing/code-flow.ts'
import { boardingValues } from '../../test/boarding.ts'
import { startTestSandbox } from '../../test/sandbox.ts'
import { openSignedIn, openTab, type Tab } from '../../test/tab.ts'
import { SessionError } from '../lib/api/errors.ts'
import {
  leavePatience,
  signInRoundLimit,
  signInRoundWindow,
  signInStateSeconds,
} from '../lib/limits.ts'
import { createBoarding } from './boarding.ts'
import { tellFailure } from './tell-failure.ts'

const tokenPath = `${realmPath}/protocol/openid-connect/token`
const userinfoPath = `${realmPath}/protocol/openid-connect/userinfo`
const discoveryPath = `${realmPath}/.well-known/openid-configuration`

let sandbox: Awaited<ReturnType<typeof startTestSandbox>>
let tab: Tab

beforeAll(async () => {
  sandbox = await startTestSandbox({ quiet: true })
})
afterAll(() => sandbox.close())
beforeEach(async () => {
  await sandbox.reset()
  tab = openTab(sandbox.url)
})

const requestsTo = async (path: string) => (await sandbox.requests(path)).length

const answerToken = (fault: Parameters<typeof sandbox.injectFault>[0]['fault']) =>
  sandbox.injectFault({ method: 'POST', path: tokenPath, fault })

const refuse = (status = 400, error = 'invalid_grant') =>
  answerToken({ kind: 'status', status, body: { error } })

function user() {
  const kept = tab.user()
  if (kept === null) throw new Error('Nobody is signed in')
  return kept
}

/** An ID token like the tab's, with other claims; the provider's signature is not looked at. */
function idTokenWith(claims: object): string {
  const idToken = user().id_token ?? ''
  const payload = Buffer.from(JSON.stringify({ ...claimsOf(idToken), ...claims }))
  return `e30.${payload.toString('base64url')}.x`
}

describe('a refresh', () => {
  test('after the same user signed in again elsewhere in the session takes the new tokens', async () => {
    const { portal } = await openSignedIn(tab, '/connect')
    const idToken = idTokenWith({ auth_time: 4_000_000_000 })
    const tokens = { access_token: 'new', refresh_token: 'rotated', expires_in: 300 }
    await answerToken({ kind: 'answer', body: { ...tokens, id_token: idToken } })
    expect(await portal.session.tokenInsteadOf(await portal.session.token())).toBe('new')
    expect(tab.user()).toMatchObject({ refresh_token: 'rotated', id_token: idToken })
    expect(portal.session.$session.get().status).toBe('signed-in')
  })

  test.each([{ sub: 'somebody-else' }, { iss: 'https://elsewhere.test' }, { aud: 'other' }])(
    'with tokens of another takes none of them: %j',
    async (claims) => {
      const { portal } = await openSignedIn(tab, '/connect')
      const tokens = { access_token: 'new', refresh_token: 'rotated', expires_in: 300 }
      await answerToken({ kind: 'answer', body: { ...tokens, id_token: idTokenWith(claims) } })
      const refused = portal.session.tokenInsteadOf(await portal.session.token())
      await expect(refused).rejects.toBeInstanceOf(SessionError)
      expect(tab.user()).toBeNull()
      expect(portal.dialogs.$dialog.get()?.message.key).toBe('failure:session')
    },
  )

  test('without an ID token keeps the one there is', async () => {
    const { portal } = await openSignedIn(tab, '/connect')
    const idToken = tab.user()?.id_token
    await answerToken({ kind: 'answer', body: { access_token: 'new', expires_in: '300' } })
    expect(await portal.session.tokenInsteadOf(await portal.session.token())).toBe('new')
    expect(tab.user()).toMatchObject({ id_token: idToken })
    expect(tab.user()?.refresh_token).toBeTruthy()
  })

  test.each([
    [500, 'server_error'],
    [503, 'temporarily_unavailable'],
    [429, 'slow_down'],
    [503, 'invalid_grant'],
  ])('that a provider in trouble cannot give ends nothing: %i %s', async (status, error) => {
    const { portal } = await openSignedIn(tab, '/connect')
    const token = await portal.session.token()
    await refuse(status, error)
    await expect(portal.session.tokenInsteadOf(token)).rejects.toBeInstanceOf(SessionError)
    expect(tab.user()).not.toBeNull()
    expect(portal.dialogs.$dialog.get()).toBeNull()
    await sandbox.clearFaults()
    expect(await portal.session.tokenInsteadOf(token)).not.toBe(token)
  })

  test('that is refused asks to sign in, each time, and nothing else is said', async () => {
    const { portal, environment } = await openSignedIn(tab, '/connect?reseller=7')
    const token = await portal.session.token()
    await sandbox.revokeSessions()
    for (let times = 1; times <= 2; times += 1) {
      const error: unknown = await portal.session.tokenInsteadOf(token).catch((e: unknown) => e)
      await tellFailure(portal, { key: 'boarding:registrationFailed' }, error)
      const dialog = portal.dialogs.$dialog.get()
      expect(dialog?.message.key).toBe('failure:session')
      dialog?.answer(false)
      await expect.poll(() => portal.dialogs.$dialog.get()).toBeNull()
    }
    await portal.session.token().catch(() => undefined)
    portal.dialogs.$dialog.get()?.answer(true)
    await expect.poll(() => environment.visited.length).toBe(1)
    const { environment: callback } = await tab.callBack(await tab.answer(environment))
    expect(callback.visited).toEqual(['http://localhost:4321/connect?reseller=7'])
  })
})

describe('ahead of time', () => {
  test('for somebody who is busy with the page, and no more often than that', async () => {
    const { environment } = await openSignedIn(tab, '/connect')
    environment.act()
    tab.pass(269)
    expect(await requestsTo(tokenPath)).toBe(1)
    const { refresh_token: first } = user()
    tab.pass(1)
    await expect.poll(() => user().refresh_token).not.toBe(first)
    tab.pass(271)
    expect(await requestsTo(tokenPath)).toBe(2)
  })

  test('not for nobody; the first activity afterwards makes up for it', async () => {
    const { environment } = await openSignedIn(tab, '/connect')
    tab.pass(290)
    expect(await requestsTo(tokenPath)).toBe(1)
    environment.act()
    await expect.poll(() => requestsTo(tokenPath)).toBe(2)
  })

  test('that is refused asks to sign in once; put off, it takes a call to ask again', async () => {
    const { environment, portal } = await openSignedIn(tab, '/connect')
    await sandbox.revokeSessions()
    environment.act()
    tab.pass(270)
    await expect.poll(() => portal.dialogs.$dialog.get()?.message.key).toBe('failure:session')
    portal.dialogs.$dialog.get()?.answer(false)
    await expect.poll(() => portal.dialogs.$dialog.get()).toBeNull()
    let times = 0
    portal.session.$session.listen(() => {
      times += 1
    })
    environment.act()
    await expect(portal.session.token()).rejects.toBeInstanceOf(SessionError)
    expect(times).toBe(1)
    await expect.poll(() => portal.dialogs.$dialog.get()?.message.key).toBe('failure:session')
  })

  test('that a provider in trouble cannot give is tried again while somebody is there', async () => {
    const { environment } = await openSignedIn(tab, '/connect')
    const { refresh_token: first } = user()
    await refuse(503, 'temporarily_unavailable')
    environment.act()
    tab.pass(270)
    await expect.poll(() => requestsTo(tokenPath)).toBe(2)
    await sandbox.clearFaults()
    await expect
      .poll(() => {
        environment.act()
        return user().refresh_token
      })
      .not.toBe(first)
  })

  test.each([
    { lives: 300, idle: 100, after: 70 },
    { lives: 300, idle: 40, after: 20 },
    { lives: 300, idle: 4, after: 10 },
    { lives: 20, idle: 1800, after: 1770 },
    { lives: 300, idle: 0, after: 270 },
  ])('tokens of $lives s, session of $idle s: after $after s', async ({ lives, idle, after }) => {
    const { portal, environment } = await openSignedIn(tab, '/connect')
    const tokens = { access_token: 'new', refresh_token: 'r', expires_in: lives }
    await answerToken({ kind: 'answer', body: { ...tokens, refresh_expires_in: idle } })
    await portal.session.tokenInsteadOf(await portal.session.token())
    const before = await requestsTo(tokenPath)
    tab.pass(after - 1)
    environment.act()
    expect(await requestsTo(tokenPath)).toBe(before)
    tab.pass(1)
    await expect.poll(() => requestsTo(tokenPath)).toBe(before + 1)
  })
})

describe('a sign-in that goes round and round', () => {
  /** Follows the portal until it stops leaving. */
  async function goRound() {
    for (let rounds = 0; rounds < 6; rounds += 1) {
      const { environment, shell } = await tab.open('/connect')
      if (environment.visited.length === 0) return { rounds, shell }
      await tab.callBack(await tab.answer(environment))
    }
    throw new Error('It goes on and on')
  }

  test('ends in a failure that says why, and can be tried again', async () => {
    await sandbox.changeSettings({ accessTokenLifetime: 20 })
    // Each sign-in succeeds, each refresh is refused.
    tab.intercept((address, request) =>
      address.endsWith(tokenPath) && request?.body instanceof URLSearchParams
        ? Response.json({ error: 'invalid_grant' }, { status: 400 })
        : null,
    )
    const { shell, rounds } = await goRound()
    expect(rounds).toBe(signInRoundLimit)
    expect(shell.$shell.get()).toEqual({
      status: 'failed',
      reason: 'session',
      detail: { key: 'shell:signInRound' },
    })
    const again = await tab.open('/connect')
    expect(again.environment.visited).toHaveLength(1)
  })

  test('is none where a minute passes in between', async () => {
    for (let times = 0; times <= signInRoundLimit; times += 1) {
      const { environment } = await tab.open('/connect')
      await tab.callBack(await tab.answer(environment))
      tab.keepUser({ ...user(), refresh_token: undefined, expires_at: 0 })
      tab.pass(signInRoundWindow / 1000 + 1)
    }
    expect((await tab.open('/connect')).environment.visited).toHaveLength(1)
  })

  test('is none with a short token and no refresh token: it serves while it is valid', async () => {
    await sandbox.changeSettings({ accessTokenLifetime: 20 })
    const { environment } = await tab.open('/connect')
    await tab.callBack(await tab.answer(environment))
    tab.keepUser({ ...user(), refresh_token: undefined })
    const { portal, environment: page } = await tab.open('/connect')
    expect(page.visited).toEqual([])
    expect(await portal.session.token()).toBe(user().access_token)
  })
})

describe('who is signed in', () => {
  const polaris = 'polaris@koppelpunt.test'

  test.each([
    { versionIn: ['idToken'], asked: 0 },
    { versionIn: ['accessToken'], asked: 0 },
    { versionIn: ['userinfo'], asked: 1 },
  ] as const)('tells the version in $versionIn', async ({ versionIn, asked }) => {
    await sandbox.changeSettings({ versionIn: [...versionIn] })
    const { portal } = await openSignedIn(tab, '/connect', polaris)
    expect(portal.session.$session.get()).toMatchObject({ person: { version: 'polaris' } })
    await tab.open('/boarding')
    await portal.session.tokenInsteadOf(await portal.session.token())
    expect(portal.session.$session.get()).toMatchObject({ person: { version: 'polaris' } })
    expect(await requestsTo(userinfoPath)).toBe(asked)
  })

  test('userinfo that fails is asked for again by the next page', async () => {
    await sandbox.changeSettings({ versionIn: ['userinfo'] })
    await sandbox.injectFault({
      method: 'GET',
      path: userinfoPath,
      times: 2,
      fault: { kind: 'status', status: 500 },
    })
    const first = await openSignedIn(tab, '/connect', polaris)
    expect(first.portal.session.$session.get()).toMatchObject({ person: { version: null } })
    const second = await tab.open('/connect')
    expect(second.portal.session.$session.get()).toMatchObject({ person: { version: 'polaris' } })
  })

  test('userinfo of another is not taken', async () => {
    await sandbox.changeSettings({ versionIn: [] })
    const body = { sub: 'somebody-else', version: 'polaris' }
    await sandbox.injectFault({
      method: 'GET',
      path: userinfoPath,
      fault: { kind: 'answer', body },
    })
    const { portal } = await openSignedIn(tab, '/connect', polaris)
    expect(portal.session.$session.get()).toMatchObject({ person: { version: null } })
  })
})

test('the provider’s addresses are asked for once per sign-in', async () => {
  await openSignedIn(tab, '/connect')
  await tab.open('/connect')
  expect(await requestsTo(discoveryPath)).toBe(1)
})

describe('a sign-in that cannot be', () => {
  /** What the callback page shows of an answer of the provider. */
  async function shown(change: (address: URL) => void, variables = {}) {
    tab = openTab(sandbox.url, variables)
    const { environment } = await tab.open('/connect')
    const address = new URL(await tab.answer(environment))
    change(address)
    return tab.callBack(address.href)
  }

  function refusal(error: string, description?: string) {
    return shown(({ searchParams }) => {
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
  ])('%s: %s', async (error, key) => {
    const { result } = await refusal(error, 'because <b>')
    expect(result).toMatchObject({ key, parameters: { code: `${error}: because <b>` } })
  })

  test('the token endpoint cannot be reached: which origin has to be allowed', async () => {
    await answerToken({ kind: 'drop' })
    const { result, environment } = await shown(() => undefined)
    expect(result).toEqual({
      key: 'shell:signInUnreachable',
      parameters: { client: 'portal', portal: 'http://localhost:4321', provider: sandbox.url },
    })
    expect(environment.visited).toEqual([])
  })

  test('the provider cannot be reached', async () => {
    tab = openTab(sandbox.url, { PORTAL_OIDC_AUTHORITY: `${sandbox.url}/nowhere` })
    const { shell } = await tab.open('/connect')
    expect(shell.$shell.get()).toMatchObject({
      reason: 'session',
      detail: { key: 'shell:signInUnreachable' },
    })
  })

  test('an answer older than an hour is refused, and earns a fresh sign-in', async () => {
    const { environment } = await tab.open('/connect?reseller=7')
    const address = await tab.answer(environment)
    tab.pass(signInStateSeconds + 1)
    const { result, environment: callback } = await tab.callBack(address)
    expect(result).toBeNull()
    expect(tab.user()).toBeNull()
    expect(callback.visited[0]).toContain('/protocol/openid-connect/auth?')
  })

  test('an answer that another tab asked for earns a fresh sign-in of its own', async () => {
    const { environment } = await tab.open('/connect')
    const address = await tab.answer(environment)
    const other = openTab(sandbox.url)
    const { environment: callback } = await other.callBack(address)
    expect(callback.visited[0]).toContain('/protocol/openid-connect/auth?')
    expect((await tab.callBack(address)).environment.visited).toEqual([
      'http://localhost:4321/connect',
    ])
  })
})

test('a session that is over is told by its dialog alone, also where all is made already', async () => {
  const { portal, environment } = await openSignedIn(tab, '/boarding', 'admin@koppelpunt.test')
  const shown: string[] = []
  portal.dialogs.$dialog.listen((dialog) => {
    if (dialog) shown.push(dialog.message.key)
    queueMicrotask(() => dialog?.answer(false))
  })
  const session = portal.session.$session.get()
  if (!('person' in session)) throw new Error('Nobody is signed in')
  const boarding = createBoarding(portal, session.person)
  await boarding.loadSubscriptions()
  void boarding.submit(boardingValues())
  await expect.poll(() => environment.visited.length).toBe(1)
  tab.pass(leavePatience / 1000)
  await expect.poll(() => boarding.$isBusy.get()).toBe(false)
  await sandbox.revokeSessions({ accessTokens: true })
  for (const times of [1, 2]) {
    await boarding.submit(boardingValues())
    expect(shown).toEqual(Array.from({ length: times }, () => 'failure:session'))
  }
  expect(createBoarding(portal, session.person).initial).toEqual(boardingValues())
})

describe('signing out', () => {
  test('while the provider is down stays here, says so, and can be tried again', async () => {
    const { shell, environment } = await openSignedIn(tab, '/connect')
    const idToken = user().id_token ?? ''
    await sandbox.injectFault({ method: 'GET', path: discoveryPath, fault: { kind: 'drop' } })
    await shell.signOut()
    expect(tab.user()).toBeNull()
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
    })
  })

  test('elsewhere leads the next call to the session dialog alone', async () => {
    const { portal } = await openSignedIn(tab, '/connect')
    const token = await portal.session.token()
    await sandbox.revokeSessions({ accessTokens: true })
    await expect(portal.session.tokenInsteadOf(token)).rejects.toBeInstanceOf(SessionError)
    expect(portal.dialogs.$dialog.get()?.message.key).toBe('failure:session')
  })
})
