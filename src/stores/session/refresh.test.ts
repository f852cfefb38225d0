import { beforeEach, describe, expect, vi } from 'vitest'
import { readTokenClaims } from '../../../test/code-flow.ts'
import { sandbox, test } from '../../../test/test.ts'
import { discoveryPath, openSignedIn, openTab, tokenPath, type Tab } from '../../../test/tab.ts'
import { SessionError, SessionEndedError } from '../../lib/api/errors.ts'
import { sessionCheckIntervalSeconds } from '../../lib/limits.ts'
import { notifyFailure } from '../shell/screen-store.ts'

let tab: Tab

beforeEach(() => {
  tab = openTab(sandbox.url)
})

async function signedIn(address = '/connect') {
  const page = await openSignedIn(tab, address)
  const { session, dialogs } = page.portal
  const token = await session.token()
  return {
    ...page,
    token,
    renew: () => session.tokenInsteadOf(token),
    question: () => dialogs.$dialog.get()?.message.key,
  }
}

const requestsTo = async (path: string) => (await sandbox.requests(path)).length

const answerToken = (fault: Parameters<typeof sandbox.injectFault>[0]['fault']) =>
  sandbox.injectFault({ method: 'POST', path: tokenPath, fault })

const answerTokens = (tokens: object) => {
  const body = { access_token: 'new', refresh_token: 'rotated', expires_in: 300, ...tokens }
  return answerToken({ kind: 'answer', body })
}

const refuse = (status = 400, error = 'invalid_grant') =>
  answerToken({ kind: 'status', status, body: { error } })

function idTokenWith(claims: object): string {
  const idToken = tab.user().id_token ?? ''
  const payload = Buffer.from(JSON.stringify({ ...readTokenClaims(idToken), ...claims }))
  return `e30.${payload.toString('base64url')}.x`
}

describe('access token', () => {
  const leave = (
    { environment }: Pick<Awaited<ReturnType<typeof signedIn>>, 'environment'>,
    seconds: number,
  ) => tab.keepUser({ ...tab.user(), expires_at: environment.now() / 1000 + seconds })

  test.each([
    [31, 1],
    [29, 3],
  ])(
    'refreshes an access token only shortly before it expires: %i s left',
    async (left, requests) => {
      const page = await signedIn()
      leave(page, left)
      expect((await page.portal.session.token()) === page.token).toBe(requests === 1)
      leave(page, left)
      const token = tab.user().access_token
      const later = await tab.open('/boarding')
      expect((await later.portal.session.token()) === token).toBe(requests === 1)
      expect(await requestsTo(tokenPath)).toBe(requests)
    },
  )

  test('refreshes the access token once for concurrent calls', async () => {
    const page = await signedIn()
    leave(page, 5)
    const tokens = await Promise.all([1, 2, 3].map(() => page.portal.session.token()))
    expect(new Set([...tokens, await page.renew()]).size).toBe(1)
    expect(await requestsTo(tokenPath)).toBe(2)
  })

  test('refreshes the access token when the session of the provider changes', async () => {
    const { portal } = await signedIn()
    const watch = vi.spyOn(portal.identity, 'watch').mockResolvedValue()
    tab.pass(sessionCheckIntervalSeconds)
    await expect.poll(() => watch.mock.calls).toHaveLength(1)
    watch.mock.calls[0]?.[0]()
    await expect.poll(() => requestsTo(tokenPath)).toBe(2)
    expect(portal.session.$session.get().status).toBe('signed-in')
  })
})

describe('token refresh', () => {
  test('accepts new tokens after the same user signed in again elsewhere', async () => {
    const { portal, renew } = await signedIn()
    const idToken = idTokenWith({ auth_time: 4_000_000_000 })
    await answerTokens({ id_token: idToken })
    expect(await renew()).toBe('new')
    expect(tab.user()).toMatchObject({ refresh_token: 'rotated', id_token: idToken })
    expect(portal.session.$session.get().status).toBe('signed-in')
  })

  test.each([
    { sub: 'somebody-else' },
    { iss: 'https://elsewhere.test' },
    { aud: 'other' },
    { nonce: 'other' },
  ])(
    'rejects refreshed tokens that were issued for another user, provider or client: %j',
    async (claims) => {
      const { renew, question } = await signedIn()
      await answerTokens({ id_token: idTokenWith(claims) })
      await expect(renew()).rejects.toBeInstanceOf(SessionError)
      expect(tab.isSignedIn()).toBe(false)
      expect(question()).toBe('failure:session')
    },
  )

  test('accepts a refreshed ID token without a nonce', async () => {
    const { renew } = await signedIn()
    const { nonce } = tab.user().profile
    expect(nonce).toBeTruthy()
    await answerTokens({ id_token: idTokenWith({ nonce: undefined }) })
    expect(await renew()).toBe('new')
    expect(tab.user().profile.nonce).toBe(nonce)
  })

  test.each([{}, { id_token: null, refresh_token: null }])(
    'keeps the ID token and the refresh token if the response of a refresh has none: %j',
    async (absent) => {
      const { renew } = await signedIn()
      const idToken = tab.user().id_token
      const body = { ...absent, access_token: 'new', expires_in: '300' }
      await answerToken({ kind: 'answer', body })
      expect(await renew()).toBe('new')
      expect(tab.user()).toMatchObject({ id_token: idToken })
      expect(tab.user().refresh_token).toBeTruthy()
    },
  )

  const error = (status: number, error: string) =>
    ({ kind: 'status', status, body: { error } }) as const

  test.each([
    error(500, 'server_error'),
    error(503, 'invalid_grant'),
    error(429, 'invalid_grant'),
    error(403, 'blocked'),
    { kind: 'html', status: 403 },
    { kind: 'html', status: 200 },
    { kind: 'answer', body: {} },
    { kind: 'malformed' },
    { kind: 'drop' },
  ] as const)('keeps the session after a temporary failure of the refresh: %j', async (fault) => {
    const { token, renew, question } = await signedIn()
    await answerToken(fault)
    await expect(renew()).rejects.toBeInstanceOf(SessionError)
    expect(tab.isSignedIn()).toBe(true)
    expect(question()).toBeUndefined()
    await sandbox.clearFaults()
    const before = await requestsTo(discoveryPath)
    expect(await renew()).not.toBe(token)
    expect(await requestsTo(discoveryPath)).toBe(before + 1)
  })

  test('does not follow a redirect of the token endpoint during a refresh', async () => {
    const { renew } = await signedIn()
    const elsewhere = '/api/serials/serial'
    const headers = { Location: sandbox.url + elsewhere }
    await answerToken({ kind: 'status', status: 307, headers })
    await expect(renew()).rejects.toBeInstanceOf(SessionError)
    expect(tab.isSignedIn()).toBe(true)
    expect(await requestsTo(elsewhere)).toBe(0)
  })

  test.each([
    error(400, 'invalid_grant'),
    error(401, 'invalid_client'),
    error(403, 'unauthorized_client'),
    error(200, 'invalid_grant'),
    { kind: 'status', status: 400 },
    { kind: 'html', status: 401 },
  ] as const)('ends the session if the provider refuses the refresh: %j', async (fault) => {
    const { renew, question } = await signedIn()
    await answerToken(fault)
    await expect(renew()).rejects.toBeInstanceOf(SessionEndedError)
    expect(tab.isSignedIn()).toBe(false)
    expect(question()).toBe('failure:session')
  })

  test('shows only the sign-in dialog after each refused refresh', async () => {
    const { portal, environment, renew } = await signedIn('/connect?reseller=7')
    await sandbox.revokeSessions()
    for (let times = 1; times <= 2; times += 1) {
      const error: unknown = await renew().catch((reason: unknown) => reason)
      await notifyFailure(portal, { key: 'boarding:registrationFailed' }, error)
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

describe('early refresh', () => {
  test('refreshes the token once ahead of time for an active user', async () => {
    const { environment } = await openSignedIn(tab, '/connect')
    environment.act()
    tab.pass(269)
    expect(await requestsTo(tokenPath)).toBe(1)
    const { refresh_token: first } = tab.user()
    tab.pass(1)
    await expect.poll(() => tab.user().refresh_token).not.toBe(first)
    tab.pass(271)
    expect(await requestsTo(tokenPath)).toBe(2)
  })

  test('postpones the early token refresh of an inactive user until the next activity', async () => {
    const { environment } = await openSignedIn(tab, '/connect')
    tab.pass(290)
    expect(await requestsTo(tokenPath)).toBe(1)
    environment.act()
    await expect.poll(() => requestsTo(tokenPath)).toBe(2)
  })

  test('shows the sign-in dialog once after a refused early refresh', async () => {
    const { environment, portal, question } = await signedIn()
    await sandbox.revokeSessions()
    environment.act()
    tab.pass(270)
    await expect.poll(question).toBe('failure:session')
    portal.dialogs.$dialog.get()?.answer(false)
    await expect.poll(() => portal.dialogs.$dialog.get()).toBeNull()
    let times = 0
    portal.session.$session.listen(() => {
      times += 1
    })
    environment.act()
    await expect(portal.session.token()).rejects.toBeInstanceOf(SessionError)
    expect(times).toBe(1)
    await expect.poll(question).toBe('failure:session')
  })

  test('repeats an early refresh after a temporary failure while the user is active', async () => {
    const { environment } = await openSignedIn(tab, '/connect')
    const { refresh_token: first } = tab.user()
    await refuse(503, 'temporarily_unavailable')
    environment.act()
    tab.pass(270)
    await expect.poll(() => requestsTo(tokenPath)).toBe(2)
    await sandbox.clearFaults()
    await expect
      .poll(() => {
        environment.act()
        return tab.user().refresh_token
      })
      .not.toBe(first)
  })

  test.each([
    { lives: 300, idle: 100, after: 70 },
    { lives: 300, idle: 40, after: 20 },
    { lives: 300, idle: 4, after: 10 },
    { lives: 20, idle: 1800, after: 1770 },
    { lives: 300, idle: 0, after: 270 },
  ])(
    'refreshes after $after s if tokens live $lives s and an idle session lives $idle s',
    async ({ lives, idle, after }) => {
      const { environment, renew } = await signedIn()
      await answerTokens({ expires_in: lives, refresh_expires_in: idle })
      await renew()
      const before = await requestsTo(tokenPath)
      tab.pass(after - 1)
      environment.act()
      expect(await requestsTo(tokenPath)).toBe(before)
      tab.pass(1)
      await expect.poll(() => requestsTo(tokenPath)).toBe(before + 1)
    },
  )
})
