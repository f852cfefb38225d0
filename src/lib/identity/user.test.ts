import { expect, test } from 'vitest'
import { type Claims, getInitials, createPerson, type User } from './user.ts'

function token(claims: object): string {
  return `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.x`
}

function user(profile: Claims, accessToken = token({}), userinfo?: Claims): User {
  return { profile: { sub: '1', ...profile }, access_token: accessToken, expires_at: 0, userinfo }
}

test('reads name, e-mail address, version and realm roles from the tokens', () => {
  const claims = { name: 'Zoë Winkel', email: 'zoe@example.test', version: 'polaris' }
  const access = token({ realm_access: { roles: ['reseller', 'münchen???>>>'] } })
  expect(createPerson(user(claims, access))).toEqual({
    id: '1',
    name: 'Zoë Winkel',
    email: 'zoe@example.test',
    version: 'polaris',
    realmRoles: ['reseller', 'münchen???>>>'],
  })
})

test.each([
  [{ preferred_username: 'zoe', email: 'zoe@example.test' }, 'zoe'],
  [{ name: '', email: 'zoe@example.test' }, 'zoe@example.test'],
  [{}, '1'],
])('reads the user’s name from %j', (claims, name) => {
  expect(createPerson(user(claims)).name).toBe(name)
})

test.each([
  'opaque',
  'a.b.c',
  token({ realm_access: null }),
  token({ realm_access: { roles: 7 } }),
])('reads no roles from the access token %j', (accessToken) => {
  expect(createPerson(user({}, accessToken)).realmRoles).toEqual([])
})

test.each([
  [['id'], ['access'], ['userinfo'], 'id'],
  [undefined, ['access'], ['userinfo'], 'access'],
  ['', [], 'userinfo', 'userinfo'],
])('reads the first non-empty claim of %j, %j and %j', (id, access, userinfo, expected) => {
  const claims = (value: unknown) => ({
    version: value,
    name: value,
    ...(Array.isArray(value) && value.length > 0 && { realm_access: { roles: value } }),
  })
  const person = createPerson(user(claims(id), token(claims(access)), claims(userinfo)))
  expect(person).toMatchObject({ version: expected, name: expected })
  if (expected !== 'userinfo') expect(person.realmRoles).toEqual([expected])
})

test.each([
  ['Reseller Oefenaccount', 'RO'],
  ['jan de  Vries', 'JV'],
  ['zoë', 'Z'],
  ['anna.de.boer@bloem.test', 'AB'],
  ['𝒜nna (𝓑oer)', '𝒜𝓑'],
  ['–', ''],
  ['', ''],
])('shortens the name %j to the initials %j', (name, initials) => {
  expect(getInitials(name)).toBe(initials)
})
