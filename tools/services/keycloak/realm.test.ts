import { expect, test } from 'vitest'
import { apiAudience } from '../../../sandbox/identity/tokens.ts'
import { readOperatorsRealm } from './realm.ts'

const origin = 'https://portal.example.nl'

test('allows exactly the portal’s addresses in the realm', () => {
  const [client] = readOperatorsRealm(origin).clients
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

test('adds the product API’s audience to access tokens but not to ID tokens', () => {
  const [client] = readOperatorsRealm(origin).clients
  expect(client.protocolMappers.find(({ name }) => name === 'audience')?.config).toMatchObject({
    ...{ 'included.custom.audience': apiAudience, 'id.token.claim': 'false' },
    ...{ 'access.token.claim': 'true', 'lightweight.claim': 'true' },
  })
})

test('exports the operators’ realm without users, placeholders and custom scopes', () => {
  const realm = readOperatorsRealm(origin)
  expect(JSON.stringify(realm)).not.toMatch(/\$\{PORTAL/)
  expect(Object.keys(realm)).not.toContain('users')
  expect(Object.keys(realm)).not.toContain('clientScopes')
})
