import { expect, test } from 'vitest'
import { accounts } from '../../../sandbox/accounts.ts'
import { apiAudience } from '../../../sandbox/identity/tokens.ts'
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

test('access tokens, light ones as well, are for the product API, and ID tokens for the portal alone', () => {
  const [client] = operatorsRealm(origin).clients
  expect(client.protocolMappers).toContainEqual({
    name: 'audience',
    protocol: 'openid-connect',
    protocolMapper: 'oidc-audience-mapper',
    config: {
      'included.custom.audience': apiAudience,
      'id.token.claim': 'false',
      'access.token.claim': 'true',
      'lightweight.claim': 'true',
      'introspection.token.claim': 'true',
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
