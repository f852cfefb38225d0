import { expect, test } from 'vitest'
import { apiAudience } from '../../../sandbox/identity/tokens.ts'
import { operatorsRealm } from './realm.ts'

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
  expect(client.protocolMappers.find(({ name }) => name === 'audience')?.config).toMatchObject({
    ...{ 'included.custom.audience': apiAudience, 'id.token.claim': 'false' },
    ...{ 'access.token.claim': 'true', 'lightweight.claim': 'true' },
  })
})

test('operators get nobody’s account, nothing left to fill in, and Keycloak’s own scopes', () => {
  const realm = operatorsRealm(origin)
  expect(JSON.stringify(realm)).not.toMatch(/\$\{PORTAL/)
  expect(Object.keys(realm)).not.toContain('users')
  expect(Object.keys(realm)).not.toContain('clientScopes')
})
