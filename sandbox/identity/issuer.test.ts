import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startTestSandbox } from '../../test/sandbox.ts'
import { apiAudience } from './tokens.ts'
import type { NewUser } from './users.ts'

const own = await generateKeyPair('RS256')
const foreign = await generateKeyPair('RS256')
const publicKey = { ...(await exportJWK(own.publicKey)), kid: 'own', alg: 'RS256', use: 'sig' }

let isReachable = true
const created: NewUser[] = []
const server = createServer((request, response) => {
  if (!isReachable) return void response.writeHead(503).end()
  const isDiscovery = request.url === '/realms/shop/.well-known/openid-configuration'
  const metadata = { issuer, jwks_uri: `${issuer}/keys` }
  response.end(JSON.stringify(isDiscovery ? metadata : { keys: [publicKey] }))
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}/realms/shop`

const directory = {
  exists: (id: string) => Promise.resolve(id === 'known'),
  create: (user: NewUser) => {
    created.push(user)
    return Promise.resolve(user.username.startsWith('new') ? 'made-1' : undefined)
  },
}

let sandbox: Awaited<ReturnType<typeof startTestSandbox>>
beforeAll(async () => {
  sandbox = await startTestSandbox({ issuer, directory })
})
afterAll(async () => {
  await sandbox.close()
  server.close()
})

const valid = {
  iss: issuer,
  aud: apiAudience,
  sub: 'user-1',
  typ: 'Bearer',
  exp: Math.floor(Date.now() / 1000) + 60,
}

const signed = (claims: JWTPayload, key = own.privateKey, kid = 'own') =>
  new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid }).sign(key)

async function list(bearer: string, { url } = sandbox) {
  const headers = { authorization: `Bearer ${bearer}` }
  return (await fetch(`${url}/api/serials/serial/list`, { headers })).status
}

test('accepts a token with the API audience once the issuer’s keys are available', async () => {
  // A sandbox reads the keys with its first request.
  const other = await startTestSandbox({ issuer, directory })
  onTestFinished(other.close)
  isReachable = false
  expect(await list(await signed(valid), other)).toBe(503)
  isReachable = true
  expect(await list(await signed(valid), other)).toBe(200)
  const audiences = ['realm-management', apiAudience]
  expect(await list(await signed({ ...valid, aud: audiences }), other)).toBe(200)
})

test.each<[string, () => Promise<string>]>([
  ['of the sandbox itself', () => sandbox.token('admin@koppelpunt.test')],
  ['signed by another key with the same id', () => signed(valid, foreign.privateKey)],
  ['of another issuer', () => signed({ ...valid, iss: `${issuer}-other` })],
  ['that has expired', () => signed({ ...valid, exp: valid.exp - 120 })],
  ['that never expires', () => signed({ iss: issuer, aud: apiAudience })],
  ['for another service', () => signed({ ...valid, aud: 'elsewhere' })],
  ['without an audience', () => signed({ ...valid, aud: [] })],
  ['of type ID', () => signed({ ...valid, typ: 'ID' })],
  ['that is not a JWT', () => Promise.resolve('none')],
])('refuses an access token %s', async (_, token) => {
  expect(await list(await token())).toBe(401)
})

async function post(path: string, body: unknown) {
  const headers = { authorization: `Bearer ${await signed(valid)}` }
  const request = { method: 'POST', headers, body: JSON.stringify(body) }
  const answer = await fetch(`${sandbox.url}/api/${path}`, request)
  return { status: answer.status, body: (await answer.json()) as unknown }
}

test('creates merchants and finds users in the directory', async () => {
  const merchant = (username: string) => {
    const name = { first_name: 'Nieuwe', last_name: 'Winkelier', email: username }
    return post('registrations/registration/merchant/SNELSTART', {
      username,
      ...name,
      app_user: name,
    })
  }
  expect(await merchant('new@shop.test')).toMatchObject({ status: 200, body: { id: 'made-1' } })
  expect(await merchant('old@shop.test')).toMatchObject({ status: 409 })
  expect(created.map(({ username }) => username)).toEqual(['new@shop.test', 'old@shop.test'])
  expect(await post('serials/serial/1001', { user_id: 'known' })).toMatchObject({ status: 200 })
  expect(await post('serials/serial/1001', { user_id: 'unknown' })).toMatchObject({ status: 404 })
})
