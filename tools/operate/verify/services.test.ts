import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { configurationFor, sampleConfiguration } from '../../../test/configuration.ts'
import { startTestSandbox } from '../../../test/sandbox.ts'
import type { PublicConfiguration } from '../../../src/lib/configuration/variables.ts'
import type { Discovered } from '../../../src/lib/identity/provider.ts'
import { serviceFindingsOf } from './services.ts'

const origin = 'https://portal.example.nl'
const ALLOWED = {
  'access-control-allow-origin': origin,
  'access-control-allow-headers':
    'authorization, content-type, unleash-appname, unleash-connection-id, unleash-sdk',
}

interface Given {
  status?: number
  headers?: Record<string, string>
  body?: string
}

/** Keycloak's page for what it does not take. */
const refusalPage = (message: string): Given => ({
  status: 400,
  headers: {},
  body: `<html><a href="?redirect_uri=x">Nederlands</a><p class="instruction">${message}</p></html>`,
})
const CLIENT_UNKNOWN = refusalPage('Client not found.')
const REDIRECT_REFUSED = refusalPage('Invalid parameter: redirect_uri')

/** As Keycloak answers whoever asks to sign in: by its client and the redirect URI. */
let authorize: (parameters: URLSearchParams) => Given

let url: string
let asked: string[]
/** What services answer, by the start of a path; `OPTIONS` before it for preflights. */
let answers: Record<string, Given>

const server = createServer((request: IncomingMessage, response: ServerResponse) => {
  const { method = '', url: path = '', headers } = request
  asked.push(`${method} ${path} ${headers.origin ?? 'no origin'}`)
  const isPreflight = method === 'OPTIONS'
  const { pathname, searchParams } = new URL(path, url)
  if (pathname === '/id/auth') {
    const { status = 200, headers: sent = {}, body = '' } = authorize(searchParams)
    response.writeHead(status, sent).end(body)
    return
  }
  const found = Object.entries(answers).find(([start]) =>
    (isPreflight ? `OPTIONS ${path}` : path).startsWith(start),
  )?.[1]
  const { status = isPreflight ? 204 : 200, headers: sent = ALLOWED, body = '' } = found ?? {}
  response.writeHead(status, sent).end(isPreflight ? '' : body)
})

beforeEach(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  asked = []
  authorize = (parameters) => {
    if (parameters.get('client_id') !== 'portal') return CLIENT_UNKNOWN
    return parameters.get('redirect_uri') === `${origin}/callback` ? {} : REDIRECT_REFUSED
  }
  answers = {
    '/id/.well-known/openid-configuration': { body: JSON.stringify(published()) },
    '/id/token': { status: 400, body: '{"error":"invalid_grant"}' },
    '/id/admin/users': { status: 401, headers: {}, body: '{"error":"HTTP 401 Unauthorized"}' },
    '/switches': { body: '{"toggles":[]}' },
    '/api/registrations/subscription/list': { body: '[]' },
  }
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

const published = () => ({
  issuer: `${url}/id`,
  authorization_endpoint: `${url}/id/auth`,
  token_endpoint: `${url}/id/token`,
})

/** What is told of the services, each line behind the name of what it is about. */
async function found(
  changes: Partial<PublicConfiguration> = {},
  from = origin,
  discovered?: Discovered,
): Promise<string[]> {
  const configuration = {
    ...sampleConfiguration,
    apiUrl: `${url}/api`,
    identity: {
      ...sampleConfiguration.identity,
      authority: `${url}/id`,
      adminUrl: `${url}/id/admin`,
    },
    flags: { ...sampleConfiguration.flags, url: `${url}/switches` },
    ...changes,
  }
  const lines: string[] = []
  const target = { origin: from, configuration, discovered, host: 'of files' as const }
  for await (const { name, differences, warnings = [] } of serviceFindingsOf(target)) {
    const about = name.replace(/:.*/, '')
    lines.push(...[...differences, ...warnings].map((told) => `${about}: ${told}`))
  }
  return lines
}

test('services that do what pages need are found to be so', async () => {
  expect(await found()).toEqual([])
  expect(asked).toEqual([
    `GET /id/.well-known/openid-configuration ${origin}`,
    expect.stringMatching(
      `GET /id/auth\\?client_id=portal&redirect_uri=${encodeURIComponent(`${origin}/callback`)}&.*&code_challenge_method=S256.* no origin`,
    ),
    expect.stringMatching('GET /id/auth.*of-nobody.* no origin'),
    `POST /id/token ${origin}`,
    'GET /id/admin/users?username=verify&exact=true no origin',
    `OPTIONS /switches?sessionId=0&appName=staging&environment=default ${origin}`,
    `GET /switches?sessionId=0&appName=staging&environment=default ${origin}`,
    `OPTIONS /api/registrations/subscription/list?type=SNELSTART ${origin}`,
    `GET /api/registrations/subscription/list?type=SNELSTART ${origin}`,
  ])
})

test('so they are at the portal’s own origin, where no browser asks first', async () => {
  for (const path of ['/switches', '/api']) {
    for (const [start, answer] of Object.entries(answers)) {
      if (start.startsWith(path)) answer.headers = {}
    }
  }
  const { flags } = sampleConfiguration
  authorize = (parameters) =>
    parameters.get('redirect_uri') === `${url}/callback` ? {} : REDIRECT_REFUSED
  expect(await found({ apiUrl: '/api', flags: { ...flags, url: '/switches' } }, url)).toEqual([])
  expect(asked.filter((each) => each.startsWith('OPTIONS'))).toEqual([])
})

test('addresses in pages that the provider does not have any more are named', async () => {
  const known = published()
  expect(await found({}, origin, { ...known, at: 1 })).toEqual([])
  const before = `${url}/before`
  expect(await found({}, origin, { ...known, token_endpoint: before })).toEqual([
    `sign-in: pages have token_endpoint ${before}, the provider ${url}/id/token`,
  ])
})

const sentBack = { location: `${origin}/callback?error=unauthorized_client&state=x` }
/** What answers this client alone, whatever it asks for otherwise. */
const onlyMine = (given: Given) => (parameters: URLSearchParams) =>
  parameters.get('redirect_uri') === `${origin}/callback` ? given : REDIRECT_REFUSED

test.each<[string, (parameters: URLSearchParams) => Given, string]>([
  ['an unknown client', () => CLIENT_UNKNOWN, 'status is 400: is there a client portal?'],
  [
    'a redirect URI that the realm lacks',
    () => REDIRECT_REFUSED,
    `status is 400: client portal may not come back to ${origin}/callback`,
  ],
  ['no code flow', onlyMine({ status: 302, headers: sentBack }), 'a browser is sent back with'],
  ['a provider in trouble', onlyMine({ status: 503 }), 'status is 503'],
  ['a wildcard', () => ({}), `any other address, such as ${origin}/callback/of-nobody, is taken`],
])('a sign-in page that refuses: %s', async (_, answer, told) => {
  authorize = answer
  expect(await found()).toEqual([expect.stringContaining(`sign-in page: ${told}`)])
})

test('a user look-up of another realm is named', async () => {
  const authority = `${url}/realms/one`
  answers['/admin/realms/'] = { status: 401 }
  const lookUp = async (realm: string) => {
    const adminUrl = `${url}/admin/realms/${realm}`
    const identity = { ...sampleConfiguration.identity, authority, adminUrl }
    return (await found({ identity })).filter((line) => line.startsWith('user look-up'))
  }
  expect(await lookUp('one')).toEqual([])
  expect(await lookUp('two')).toEqual([
    'user look-up: it is of realm two, PORTAL_OIDC_AUTHORITY of one',
  ])
})

test('oidc-provider’s answers are understood as well', async () => {
  const sandbox = await startTestSandbox({ quiet: true })
  const at = (variables: Record<string, string>) =>
    found(configurationFor(sandbox.url, variables), 'http://localhost:4321')
  const blocked = expect.stringContaining('flags: content blockers') as string
  expect(await at({})).toEqual([blocked])
  expect(await at({ PORTAL_OIDC_CLIENT_ID: 'other' })).toEqual([
    'sign-in page: status is 400: is there a client other?',
    expect.stringMatching(/^sign-in code: .*invalid_client/),
    blocked,
  ])
  const [elsewhere] = await at({ PORTAL_PUBLIC_URL: 'http://portal.example.nl' })
  expect(elsewhere).toContain('may not come back to http://portal.example.nl')
  await sandbox.close()
})

test('flags in a body', async () => {
  const flags = { ...sampleConfiguration.flags, url: `${url}/switches`, method: 'POST' as const }
  expect(await found({ flags })).toEqual([])
  expect(asked).toContain(`POST /switches ${origin}`)
})

test.each(['/flags', '/api/flags/', '/unleash-proxy'])(
  'an address that content blockers hold back, such as %s, is warned of',
  async (path) => {
    answers[path] = { body: '{"toggles":[]}' }
    const flags = { ...sampleConfiguration.flags, url: url + path }
    expect(await found({ flags })).toEqual([expect.stringMatching(/^flags: .*\/switches/)])
  },
)

test('flags that are down, and an API at another path, are named', async () => {
  const flags = { ...sampleConfiguration.flags, url: 'http://127.0.0.1:1' }
  answers['/wrong'] = { status: 404, body: 'Not found' }
  expect(await found({ flags, apiUrl: `${url}/wrong` })).toEqual([
    expect.stringMatching(/^flags: no answer: .*ECONNREFUSED/),
    'product API: status is 404, expected 200: is PORTAL_API_URL right?',
  ])
})

const metadata = '/id/.well-known'
const code = '/id/token'
const lookUp = '/id/admin/users'
const switches = '/switches'
const another = { ...ALLOWED, 'access-control-allow-origin': 'https://other.example.nl' }

test.each<[string, string, Given, string]>([
  ['another issuer', metadata, { body: '{"issuer":"https://id"}' }, 'sign-in: issuer is "https://'],
  ['no metadata', metadata, { body: '<html>' }, 'sign-in: names no issuer'],
  ['no realm', metadata, { status: 404 }, 'sign-in: status is 404, expected 200: is PORTAL_OIDC'],
  ['no web origin', code, { status: 400, headers: {} }, 'sign-in code: status is 400'],
  [
    'a client with a secret',
    code,
    { status: 401, body: '{"error":"invalid_client"}' },
    'sign-in code: status is 401, invalid_client, expected invalid_grant',
  ],
  ['no token endpoint', code, { status: 404, body: '<html>' }, 'sign-in code: status is 404'],
  ['users for anybody', lookUp, { body: '[]' }, 'user look-up: status is 200, expected 401'],
  [
    'no user look-up',
    lookUp,
    { status: 404 },
    'user look-up: status is 404, expected 401: is PORTAL_IDENTITY_ADMIN_URL right?',
  ],
  [
    'an unknown key',
    switches,
    { status: 401 },
    'flags: status is 401, expected 200: PORTAL_FLAGS_CLIENT_KEY is not',
  ],
  [
    'a back-end key',
    switches,
    { status: 403 },
    'flags: status is 403, expected 200: PORTAL_FLAGS_CLIENT_KEY is no',
  ],
  ['no flags', switches, { body: '{}' }, 'flags: its answer is no set of flags'],
  [
    'no key allowed',
    `OPTIONS ${switches}`,
    { headers: { ...ALLOWED, 'access-control-allow-headers': '*' } },
    'flags: preflight: not in Access-Control-Allow-Headers: authorization',
  ],
  [
    'a preflight that wants a token',
    'OPTIONS /api',
    { status: 401 },
    'product API: preflight: status is 401',
  ],
  [
    'another origin',
    'OPTIONS /api',
    { headers: another },
    `product API: preflight: Access-Control-Allow-Origin is https://other.example.nl, expected ${origin}`,
  ],
  ['an answer without CORS', '/api', { headers: {}, body: '[]' }, 'product API: status is 200'],
  ['a page', '/api', { body: '<html>' }, 'product API: its answer is no JSON'],
])('%s', async (_, path, given, told) => {
  const others = Object.entries(answers).filter(([start]) => !start.startsWith(path))
  answers = Object.fromEntries([[path, given], ...others])
  const lines = await found()
  expect(new Set(lines.map((line) => line.replace(/:.*/, ''))).size).toBe(1)
  expect(lines[0]).toContain(told)
})
