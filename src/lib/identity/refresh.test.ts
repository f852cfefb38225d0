import { expect, test } from 'vitest'
import { userOf } from './refresh.ts'

const now = 1_800_000_000_000
const profile = { sub: '1' }

test('without a refresh token there is nothing to refresh ahead of time', () => {
  const user = userOf({ access_token: 'a', expires_in: 300 }, { profile }, now)
  expect(user.refresh_at).toBeUndefined()
  expect(user.expires_at).toBe(now / 1000 + 300)
})

test('an answer that does not say how long its token lives is refreshed with each call', () => {
  const user = userOf({ access_token: 'a', refresh_token: 'r' }, { profile }, now)
  expect(user).toMatchObject({ expires_at: now / 1000, refresh_at: undefined })
})

test('what an answer leaves out stays', () => {
  const known = { profile, id_token: 'i', refresh_token: 'r', session_state: 's', userinfo: {} }
  const user = userOf({ access_token: 'a', expires_in: 300 }, known, now)
  expect(user).toMatchObject(known)
})
