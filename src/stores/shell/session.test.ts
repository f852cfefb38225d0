import { beforeEach, describe, expect, test } from 'vitest'
import { createTestEnvironment, type TestEnvironment } from '../../../test/environment.ts'
import { SessionError, SessionOver } from '../../lib/api/errors.ts'
import type { Environment } from '../../lib/environment.ts'
import type { Identity } from '../../lib/identity/identity.ts'
import { Refusal, type User } from '../../lib/identity/user.ts'
import { memoryPrefix } from './memory-prefix.ts'
import { createSession, returnKey } from './session.ts'

const now = 1_800_000_000

function user(token: string, secondsLeft: number, sub = 'user-1'): User {
  return {
    access_token: token,
    refresh_token: 'refresh',
    expires_at: now + secondsLeft,
    profile: { sub, name: 'Tester' },
  }
}

const refusal = () => Promise.reject(new Refusal('invalid_grant'))
const outage = () => Promise.reject(new TypeError('Failed to fetch'))

let stored: User | null
let refreshes: number
let signIns: number
let onChange: () => void

beforeEach(() => {
  stored = null
  refreshes = 0
  signIns = 0
})

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
    explain: () => Promise.resolve({ key: 'shell:notAuthenticatedHelp' }),
    ...changes,
  }
  return { session: createSession(environment, identity), environment }
}

describe('start', () => {
  test('signs in with the user of this tab', async () => {
    stored = user('current', 31)
    const { session } = setUp()
    expect(await session.start()).toBe(true)
    expect(session.$session.get()).toMatchObject({
      status: 'signed-in',
      person: { id: 'user-1', name: 'Tester' },
    })
    expect(refreshes).toBe(0)
  })

  test('leaves for the provider without a user, and remembers the page with its query', async () => {
    const { session, environment } = setUp()
    expect(await session.start()).toBe(false)
    expect(signIns).toBe(1)
    expect(environment.tabStorage.getItem(returnKey)).toBe('/en/connect?reseller=7')
  })

  test('refreshes a token with less than 30 seconds left', async () => {
    stored = user('old', 29)
    const { session } = setUp()
    expect(await session.start()).toBe(true)
    expect(await session.token()).toBe('fresh-1')
    expect(refreshes).toBe(1)
  })

  test('a refused refresh leads to a fresh sign-in', async () => {
    stored = user('old', -10)
    const { session } = setUp({ refresh: refusal })
    expect(await session.start()).toBe(false)
    expect(signIns).toBe(1)
  })

  test('a refresh with a hiccup ends nothing and can be tried again', async () => {
    stored = user('old', -10)
    const { session } = setUp({ refresh: outage })
    expect(await session.start()).toBe(false)
    expect(signIns).toBe(0)
    expect(stored).not.toBeNull()
    expect(session.$session.get()).toMatchObject({ status: 'failed', reason: 'refresh' })
  })

  test('a provider out of reach is a failed sign-in', async () => {
    const { session } = setUp({ signIn: outage })
    expect(await session.start()).toBe(false)
    expect(session.$session.get()).toEqual({
      status: 'failed',
      reason: 'session',
      detail: { key: 'shell:notAuthenticatedHelp' },
    })
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
    environment.tabStorage.setItem(`${memoryPrefix}user-1:connect`, 'mine')
    environment.tabStorage.setItem(`${memoryPrefix}user-2:connect`, 'theirs')
    await session.start()
    expect(environment.tabStorage.getItem(`${memoryPrefix}user-1:connect`)).toBe('mine')
    expect(environment.tabStorage.getItem(`${memoryPrefix}user-2:connect`)).toBeNull()
  })
})

describe('the token', () => {
  test('has at least 30 seconds left', async () => {
    stored = user('a', 300)
    const { session } = setUp()
    await session.start()
    stored = user('b', 30)
    expect(await session.token()).toBe('b')
    stored = user('c', 29)
    expect(await session.token()).toBe('fresh-1')
  })

  test('is refreshed once for calls side by side', async () => {
    stored = user('a', 300)
    const { session } = setUp()
    await session.start()
    stored = user('b', 5)
    const tokens = await Promise.all([session.token(), session.token(), session.token()])
    expect(tokens).toEqual(['fresh-1', 'fresh-1', 'fresh-1'])
    expect(refreshes).toBe(1)
  })

  test('is replaced when a server refused it, though it has time left', async () => {
    stored = user('a', 300)
    const { session } = setUp()
    await session.start()
    expect(await session.tokenInsteadOf('a')).toBe('fresh-1')
    expect(await session.tokenInsteadOf('a')).toBe('fresh-1')
    expect(refreshes).toBe(1)
  })

  test('a refused refresh expires the session and keeps the person', async () => {
    stored = user('a', 300)
    const { session } = setUp({ refresh: refusal })
    await session.start()
    stored = user('b', 5)
    await expect(session.token()).rejects.toBeInstanceOf(SessionOver)
    expect(session.$session.get()).toMatchObject({ status: 'expired', person: { id: 'user-1' } })
    expect(stored).toBeNull()
  })

  test('an expired session says so again with each call that needs it', async () => {
    stored = user('a', 300)
    const { session } = setUp({ refresh: refusal })
    await session.start()
    stored = user('b', 5)
    let times = 0
    session.$session.listen(({ status }) => {
      if (status === 'expired') times += 1
    })
    await expect(session.token()).rejects.toBeInstanceOf(SessionError)
    await expect(session.token()).rejects.toBeInstanceOf(SessionError)
    expect(times).toBe(2)
  })

  test('an outage fails the call and expires nothing', async () => {
    stored = user('a', 300)
    const { session } = setUp({ refresh: outage })
    await session.start()
    stored = user('b', 5)
    const failure: unknown = await session.token().catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(SessionError)
    expect(failure).not.toBeInstanceOf(SessionOver)
    expect(session.$session.get().status).toBe('signed-in')
  })

  test('is refreshed when the provider’s session changed: only a refresh can tell whose it is', async () => {
    stored = user('a', 300)
    const { session } = setUp()
    await session.start()
    await session.watch()
    onChange()
    await expect.poll(() => refreshes).toBe(1)
    expect(session.$session.get().status).toBe('signed-in')
  })
})

describe('signOut', () => {
  test('forgets what the tab remembers', async () => {
    stored = user('a', 300)
    const { session, environment } = setUp()
    await session.start()
    environment.tabStorage.setItem(`${memoryPrefix}user-1:connect`, 'mine')
    await session.signOut()
    expect(environment.tabStorage.getItem(`${memoryPrefix}user-1:connect`)).toBeNull()
  })

  test('stays signed out here when the provider is out of reach', async () => {
    const { session, environment } = setUp({ signOut: outage })
    await session.signOut()
    expect(session.$session.get()).toEqual({
      status: 'signed-out',
      detail: { key: 'shell:signOutUnreachable' },
    })
    expect(environment.visited).toEqual([])
  })

  test('says so on a page that the browser did not leave after all', async () => {
    const { session } = setUp({ signOut: () => Promise.resolve(true) })
    await session.signOut()
    await Promise.resolve()
    expect(session.$session.get()).toEqual({ status: 'signed-out' })
  })

  test('at a provider without a sign-out says to close the browser', async () => {
    const { session } = setUp({ signOut: () => Promise.resolve(false) })
    await session.signOut()
    expect(session.$session.get()).toEqual({ status: 'signed-out' })
  })
})
