import { expect, test } from 'vitest'
import { accounts } from '../../sandbox/accounts.ts'
import { operatorsRealm, practiceRealm } from './realm.ts'

const origin = 'https://portal.example.nl'

test('the portal’s own addresses, exactly', () => {
  const [client] = operatorsRealm(origin).clients
  expect(client).toMatchObject({
    publicClient: true,
    redirectUris: [`${origin}/callback`],
    webOrigins: [origin],
    attributes: {
      'pkce.code.challenge.method': 'S256',
      'post.logout.redirect.uris': `${origin}/`,
    },
  })
})

test('operators get nobody’s account, nothing left to fill in, and Keycloak’s own scopes', () => {
  const realm = operatorsRealm(origin)
  expect(JSON.stringify(realm)).not.toMatch(/\$\{PORTAL/)
  expect(Object.keys(realm)).not.toContain('users')
  expect(Object.keys(realm)).not.toContain('clientScopes')
})

test('for practice, the sandbox’s accounts under their own ids', () => {
  const { users, realm } = practiceRealm(origin)
  expect(realm).toBe('koppelpunt')
  expect(users.map(({ id, username }) => [id, username])).toEqual(
    accounts.map(({ id, email }) => [id, email]),
  )
})
