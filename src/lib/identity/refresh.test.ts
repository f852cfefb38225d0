import { expect, test } from 'vitest'
import { tokenDefaultLifetimeSeconds } from '../limits.ts'
import { buildUser } from './refresh.ts'
import { isTokenFor } from './user.ts'

const now = 1_800_000_000_000
const profile = { sub: '1' }

test('schedules no refresh without a refresh token', () => {
  const user = buildUser({ access_token: 'a', expires_in: 300 }, { profile }, now)
  expect(user.refresh_at).toBeUndefined()
  expect(user.expires_at).toBe(now / 1000 + 300)
})

test.each(['r', undefined])(
  'assumes the default token lifetime if the response states no lifetime (refresh token: %s)',
  (refresh_token) => {
    const user = buildUser({ access_token: 'a', refresh_token }, { profile }, now)
    expect(user.expires_at).toBe(now / 1000 + tokenDefaultLifetimeSeconds)
  },
)

test.each([
  [{ aud: 'portal' }, true],
  [{ aud: ['portal'] }, true],
  [{ aud: ['portal', 'api'], azp: 'portal' }, true],
  [{ aud: ['portal', 'api'] }, false],
  [{ aud: ['portal', 'api'], azp: 'api' }, false],
  [{ aud: 'portal', azp: 'api' }, false],
  [{ aud: 'api', azp: 'portal' }, false],
  [{}, false],
])('accepts an ID token with %j: %s', (claims, expected) => {
  expect(isTokenFor(claims, 'portal')).toBe(expected)
})

test('keeps user fields that the token response omits', () => {
  const previous = { profile, id_token: 'i', refresh_token: 'r', session_state: 's', userinfo: {} }
  const user = buildUser({ access_token: 'a', expires_in: 300 }, previous, now)
  expect(user).toMatchObject(previous)
})
