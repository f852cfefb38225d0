import { expect, test } from 'vitest'
import { apiAudience } from '../../../sandbox/identity/tokens.ts'
import { operatorsRealm } from './realm.ts'

const origin = 'https://portal.example.nl'

test('the realm allows exactly the portal’s addresses', () => {
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

test('access tokens, lightweight ones too, have the audience of the product API, and ID tokens do not', () => {
  const [client] = operatorsRealm(origin).clients
  expect(client.protocolMappers.find(({ name }) => name === 'audience')?.config).toMatchObject({
    ...{ 'included.custom.audience': apiAudience, 'id.token.claim': 'false' },
    ...{ 'access.token.claim': 'true', 'lightweight.claim': 'true' },
  })
})

test('the operators’ realm has no users, no placeholders, and Keycloak’s default scopes', () => {
  const realm = operatorsRealm(origin)
  expect(JSON.stringify(realm)).not.toMatch(/\$\{PORTAL/)
  expect(Object.keys(realm)).not.toContain('users')
  expect(Object.keys(realm)).not.toContain('clientScopes')
})
