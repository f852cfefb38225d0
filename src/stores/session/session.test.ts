import { beforeEach, describe, expect, test } from 'vitest'
import { createTestEnvironment, type TestEnvironment } from '../../../test/environment.ts'
import type { Environment } from '../../lib/environment.ts'
import type { Identity } from '../../lib/identity/identity.ts'
import type { User } from '../../lib/identity/user.ts'
import { tabPrefix } from '../../lib/remembered.ts'
import { createSession } from './session.ts'

const now = 1_800_000_000

function user(token: string, secondsLeft: number, sub = 'user-1'): User {
  return {
    access_token: token,
    refresh_token: 'refresh',
    expires_at: now + secondsLeft,
    profile: { sub, name: 'Tester' },
  }
}

let stored: User | null
let refreshes: number
let signIns: number
let onChange: () => void

beforeEach(() => {
  stored = null
  refreshes = 0
  signIns = 0
})

/** The session of a tab that has this user, once started. */
async function signedIn(known: User, changes: Partial<Identity> = {}) {
  stored = known
  const { session, environment } = setUp(changes)
  expect(await session.start()).toBe(true)
  return { session, environment }
}

function setUp(changes: Partial<Identity> = {}, environmentChanges: Partial<Environment> = {}) {
  const environment: TestEnvironment = createTestEnvironment(
    'http://localhost:4321/en/connect?reseller=7',
    environmentChanges,
  )
  const identity: Identity = {
    user: () => stored,
    signIn: () => {
      signIns += 1
      return Promise.resolve()
    },
    completeSignIn: () => Promise.reject(new Error('not here')),
    refresh: () => {
      refreshes += 1
      stored = user(`fresh-${refreshes}`, 300)
      return Promise.resolve(stored)
    },
    informed: (known) => Promise.resolve(known),
    forget: () => {
      stored = null
    },
    signOut: () => Promise.resolve(true),
    watch: (given) => {
      onChange = given
      return Promise.resolve()
    },
    explain: () => ({ key: 'shell:notAuthenticatedHelp' }),
    ...changes,
  }
  return { session: createSession(environment, identity), environment }
}

describe('start', () => {
  test.each([
    { left: 31, token: 'current', times: 0 },
    { left: 29, token: 'fresh-1', times: 1 },
  ])('signs in with the user of this tab, $left s before its end', async ({ left, ...now }) => {
    const { session } = await signedIn(user('current', left))
    expect(session.$session.get()).toMatchObject({
      status: 'signed-in',
      person: { id: 'user-1', name: 'Tester' },
    })
    expect(refreshes).toBe(now.times)
    expect(await session.token()).toBe(now.token)
  })

  test('a duplicated tab does not use the refresh token that it copied', async () => {
    stored = user('copied', 300)
    const { session, environment } = setUp(
      {},
      { hold: (name) => Promise.resolve(name !== 'taken') },
    )
    environment.tabStorage.setItem('koppelpunt:tab', 'taken')
    expect(await session.start()).toBe(false)
    expect(stored).toBeNull()
    expect(signIns).toBe(1)
  })

  test('forgets what the tab remembers of another user', async () => {
    stored = user('current', 300)
    const { session, environment } = setUp()
    environment.tabStorage.setItem(`${tabPrefix}user-1:connect`, 'mine')
    environment.tabStorage.setItem(`${tabPrefix}user-2:connect`, 'theirs')
    await session.start()
    expect(environment.tabStorage.getItem(`${tabPrefix}user-1:connect`)).toBe('mine')
    expect(environment.tabStorage.getItem(`${tabPrefix}user-2:connect`)).toBeNull()
  })
})

describe('the token', () => {
  test('has at least 30 seconds left', async () => {
    const { session } = await signedIn(user('a', 300))
    stored = user('b', 30)
    expect(await session.token()).toBe('b')
    stored = user('c', 29)
    expect(await session.token()).toBe('fresh-1')
  })

  test('is refreshed once for calls side by side', async () => {
    const { session } = await signedIn(user('a', 300))
    stored = user('b', 5)
    const tokens = await Promise.all([session.token(), session.token(), session.token()])
    expect(tokens).toEqual(['fresh-1', 'fresh-1', 'fresh-1'])
    expect(refreshes).toBe(1)
  })

  test('is replaced when a server refused it, though it has time left', async () => {
    const { session } = await signedIn(user('a', 300))
    expect(await session.tokenInsteadOf('a')).toBe('fresh-1')
    expect(await session.tokenInsteadOf('a')).toBe('fresh-1')
    expect(refreshes).toBe(1)
  })

  test('is refreshed when the provider’s session changed: only a refresh can tell whose it is', async () => {
    const { session } = await signedIn(user('a', 300))
    await session.watch()
    onChange()
    await expect.poll(() => refreshes).toBe(1)
    expect(session.$session.get().status).toBe('signed-in')
  })
})

describe('signOut', () => {
  test('forgets what the tab remembers', async () => {
    const { session, environment } = await signedIn(user('a', 300))
    environment.tabStorage.setItem(`${tabPrefix}user-1:connect`, 'mine')
    await session.signOut()
    expect(environment.tabStorage.getItem(`${tabPrefix}user-1:connect`)).toBeNull()
  })

  test.each([true, false])(
    'says so on a page that the browser did not leave: %s',
    async (leaves) => {
      const { session } = setUp({ signOut: () => Promise.resolve(leaves) })
      await session.signOut()
      await Promise.resolve()
      expect(session.$session.get()).toEqual({ status: 'signed-out' })
    },
  )
})
