import { password } from '../../sandbox/accounts.ts'
import { apiAudience } from '../../sandbox/identity/tokens.ts'
import { readTokenClaims } from '../../test/code-flow.ts'
import { expect, test } from './fixtures.ts'

test('the product API accepts only tokens for the portal', async ({ open, page, services }) => {
  const listRequest = page.waitForRequest(`${services.sandbox.url}/api/serials/serial/list`)
  await open('/connect')
  const { authorization = '' } = (await listRequest).headers()
  expect([readTokenClaims(authorization).aud].flat()).toContain(apiAudience)

  // Requests a token of an administrator with a client that every realm has.
  const answer = await fetch(`${services.issuer}/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'password',
      client_id: 'admin-cli',
      username: 'admin@koppelpunt.test',
      password,
    }),
  })
  const { access_token } = (await answer.json()) as { access_token: string }
  const list = `${services.sandbox.url}/api/serials/serial/list`
  const headers = { authorization: `Bearer ${access_token}` }
  expect((await fetch(list, { headers })).status).toBe(401)
})
