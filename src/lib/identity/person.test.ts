import type { User } from 'oidc-client-ts'
import { expect, test } from 'vitest'
import { personOf } from './person.ts'

function token(claims: object): string {
  return `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.x`
}

function user(profile: Record<string, unknown>, accessToken = token({})): User {
  return { profile: { sub: '1', ...profile }, access_token: accessToken } as unknown as User
}

test('reads name, e-mail, version and realm roles', () => {
  const claims = { name: 'Zoë Winkel', email: 'zoe@example.test', version: 'polaris' }
  const access = token({ realm_access: { roles: ['reseller', 'münchen'] } })
  expect(personOf(user(claims, access))).toEqual({
    id: '1',
    name: 'Zoë Winkel',
    email: 'zoe@example.test',
    version: 'polaris',
    realmRoles: ['reseller', 'münchen'],
  })
})

test.each([
  [{ preferred_username: 'zoe', email: 'zoe@example.test' }, 'zoe'],
  [{ name: '', email: 'zoe@example.test' }, 'zoe@example.test'],
  [{}, '1'],
])('names the user by what there is: %j', (claims, name) => {
  expect(personOf(user(claims)).name).toBe(name)
})

test('takes the first of a multivalued version attribute', () => {
  expect(personOf(user({ version: ['polaris'] })).version).toBe('polaris')
})

test.each([
  'opaque',
  'a.b.c',
  token({ realm_access: null }),
  token({ realm_access: { roles: 7 } }),
])('no roles in %j', (accessToken) => {
  expect(personOf(user({}, accessToken)).realmRoles).toEqual([])
})
