import type { RequestListener } from 'node:http'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { createSandboxConfiguration, sampleConfiguration } from '../../../test/configuration.ts'
import { startTestSandbox } from '../../../test/sandbox.ts'
import { listen } from '../../../server/listen.ts'
import type { PublicConfiguration } from '../../../src/lib/configuration/variables.ts'
import type { DiscoveredProvider } from '../../../src/lib/identity/provider.ts'
import { checkServiceFindings } from './services.ts'

const origin = 'https://portal.example.nl'
const callback = `${origin}/callback`
const CORS = {
  'access-control-allow-origin': origin,
  'access-control-allow-headers':
    'administration, authorization, content-type, location, unleash-appname, unleash-connection-id, unleash-sdk',
  'access-control-allow-methods': 'GET, PUT',
}

interface Answer {
  status?: number
  headers?: Record<string, string>
  body?: string
}

const errorPage = (message: string): Answer => ({
  status: 400,
  headers: {},
  body: `<html><a href="?redirect_uri=x">Nederlands</a><p class="instruction">${message}</p></html>`,
})
const CLIENT_UNKNOWN = errorPage('Client not found.')
const REDIRECT_REFUSED = errorPage('Invalid parameter: redirect_uri')

let authorize: (parameters: URLSearchParams) => Answer
let answers: Record<string, Answer>
let requests: string[]
let url: string

const serve: RequestListener = ({ method = '', url: path = '', headers }, response) => {
  requests.push(`${method} ${path} ${headers.origin ?? 'no origin'}`)
  const isPreflight = method === 'OPTIONS'
  const { pathname, searchParams } = new URL(path, url)
  const key = isPreflight ? `OPTIONS ${path}` : path
  const answer =
    pathname === '/id/auth'
      ? { headers: {}, ...authorize(searchParams) }
      : Object.entries(answers).find(([start]) => key.startsWith(start))?.[1]
  const { status = isPreflight ? 204 : 200, headers: sent = CORS, body = '' } = answer ?? {}
  response.writeHead(status, sent).end(isPreflight ? '' : body)
}

beforeEach(async () => {
  const server = await listen(serve, { port: 0, host: '127.0.0.1' })
  url = server.url
  requests = []
  authorize = (parameters) => {
    if (parameters.get('client_id') !== 'portal') return CLIENT_UNKNOWN
    return parameters.get('redirect_uri') === callback ? {} : REDIRECT_REFUSED
  }
  answers = {
    '/id/.well-known/openid-configuration': { body: JSON.stringify(providerMetadata()) },
    '/id/token': { status: 400, body: '{"error":"invalid_grant"}' },
    '/id/admin/users': { status: 401, headers: {}, body: '{"error":"HTTP 401 Unauthorized"}' },
    '/switches': { body: '{"toggles":[]}' },
    '/api/registrations/subscription/list': { body: '[]' },
  }
  return server.close
})

const providerMetadata = () => ({
  issuer: `${url}/id`,
  authorization_endpoint: `${url}/id/auth`,
  token_endpoint: `${url}/id/token`,
})

const flagsAt = (address: string) => ({ ...sampleConfiguration.flags, url: address })

/** Returns all differences and warnings, each after the name of its service. */
async function findDifferences(
  changes: Partial<PublicConfiguration> = {},
  from = origin,
  discovered?: DiscoveredProvider,
): Promise<string[]> {
  const provider = { authority: `${url}/id`, adminUrl: `${url}/id/admin` }
  const configuration = {
    ...sampleConfiguration,
    apiUrl: `${url}/api`,
    identity: { ...sampleConfiguration.identity, ...provider },
    flags: flagsAt(`${url}/switches`),
    ...changes,
  }
  const lines: string[] = []
  const target = { origin: from, configuration, discovered, host: 'files' as const }
  for await (const { name, differences, warnings = [] } of checkServiceFindings(target)) {
    const service = name.replace(/:.*/, '')
    lines.push(...[...differences, ...warnings].map((text) => `${service}: ${text}`))
  }
  return lines
}

test('reports no differences if all services meet the portal’s requirements', async () => {
  expect(await findDifferences()).toEqual([])
  const parameters = `client_id=portal&redirect_uri=${encodeURIComponent(callback)}`
  const preflights = requests.splice(9)
  expect(requests).toEqual([
    `GET /id/.well-known/openid-configuration ${origin}`,
    expect.stringMatching(`GET /id/auth\\?${parameters}&.*&code_challenge_method=S256.* no origin`),
    expect.stringMatching('GET /id/auth.*of-nobody.* no origin'),
    `POST /id/token ${origin}`,
    'GET /id/admin/users?username=verify&exact=true no origin',
    `OPTIONS /switches?sessionId=0&appName=staging&environment=default ${origin}`,
    `GET /switches?sessionId=0&appName=staging&environment=default ${origin}`,
    `OPTIONS /api/registrations/subscription/list?type=SNELSTART ${origin}`,
    `GET /api/registrations/subscription/list?type=SNELSTART ${origin}`,
  ])
  expect(preflights).toContain(`OPTIONS /api/locations/location/list/all ${origin}`)
  expect(preflights).toContain(`OPTIONS /id/admin/users ${origin}`)
  expect(preflights.every((request) => request.startsWith('OPTIONS '))).toBe(true)
  expect(preflights.length).toBeLessThan(15)
})

const allowing = (names: string, methods = 'GET, POST, PUT') => ({
  headers: {
    ...CORS,
    'access-control-allow-headers': names,
    'access-control-allow-methods': methods,
  },
})

test.each<[what: string, Answer, difference: string]>([
  [
    'the header of an administration',
    allowing('authorization, content-type, location, x-once'),
    'not in Access-Control-Allow-Headers: administration',
  ],
  ['tokens', allowing('*'), 'not in Access-Control-Allow-Headers: authorization'],
  [
    'the idempotency header',
    allowing('administration, authorization, content-type, location'),
    'not in Access-Control-Allow-Headers: x-once',
  ],
  [
    'PUT',
    allowing('administration, authorization, content-type, location, x-once', 'GET, POST'),
    'PUT is not in Access-Control-Allow-Methods',
  ],
])('reports preflights of the product API that do not allow %s', async (_, answer, difference) => {
  answers = { 'OPTIONS /api': answer, ...answers }
  const lines = await findDifferences({ idempotencyHeader: 'X-Once' })
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(new RegExp(`^preflights: (GET|PUT|POST) /.+: preflight: ${difference}$`))
})

test('reports a user lookup whose preflight is refused', async () => {
  answers = { 'OPTIONS /id/admin/users': { status: 403 }, ...answers }
  expect(await findDifferences()).toEqual(['preflights: GET /users: preflight: status is 403'])
})

test('sends no preflight to services on the portal’s own origin', async () => {
  for (const answer of Object.values(answers)) answer.headers = {}
  authorize = (parameters) =>
    parameters.get('redirect_uri') === `${url}/callback` ? {} : REDIRECT_REFUSED
  const changes = { apiUrl: '/api', flags: flagsAt('/switches') }
  expect(await findDifferences(changes, url)).toEqual([])
  expect(requests.filter((request) => request.startsWith('OPTIONS'))).toEqual([])
})

test('reports endpoints in pages that differ from those of the provider', async () => {
  const discovered = { ...providerMetadata(), at: 1 }
  expect(await findDifferences({}, origin, discovered)).toEqual([])
  const stale = { ...discovered, token_endpoint: `${url}/before` }
  expect(await findDifferences({}, origin, stale)).toEqual([
    `sign-in: pages have token_endpoint ${url}/before, the provider ${url}/id/token`,
  ])
})

const redirectWithError: Answer = {
  status: 302,
  headers: { location: `${callback}?error=unauthorized_client&state=x` },
}

test.each<[string, Answer, string, string?]>([
  ['an unknown client', CLIENT_UNKNOWN, 'status is 400: is there a client portal?'],
  [
    'an unknown redirect URI',
    REDIRECT_REFUSED,
    `status is 400: client portal may not come back to ${callback}`,
  ],
  [
    'a client without code flow',
    redirectWithError,
    'the provider redirects back with the error',
    callback,
  ],
  ['a failing provider', { status: 503 }, 'status is 503', callback],
  [
    'a wildcard redirect URI',
    {},
    `other redirect URIs, such as ${callback}/of-nobody, are accepted`,
  ],
])('reports %s at the sign-in page', async (_, answer, difference, answered) => {
  authorize = (parameters) =>
    [undefined, parameters.get('redirect_uri')].includes(answered) ? answer : REDIRECT_REFUSED
  expect(await findDifferences()).toEqual([expect.stringContaining(`sign-in page: ${difference}`)])
})

test('reports a user lookup address in another realm than the sign-in address', async () => {
  const authority = `${url}/realms/one`
  answers['/admin/realms/'] = { status: 401 }
  const findAt = async (realm: string) => {
    const adminUrl = `${url}/admin/realms/${realm}`
    const identity = { ...sampleConfiguration.identity, authority, adminUrl }
    const lines = await findDifferences({ identity })
    return lines.filter((line) => line.startsWith('user look-up'))
  }
  expect(await findAt('one')).toEqual([])
  expect(await findAt('two')).toEqual([
    'user look-up: it is of realm two, PORTAL_OIDC_AUTHORITY of one',
  ])
})

test('understands the responses of oidc-provider', async () => {
  const sandbox = await startTestSandbox({ quiet: true })
  onTestFinished(sandbox.close)
  const findWith = (variables: Record<string, string>) =>
    findDifferences(createSandboxConfiguration(sandbox.url, variables), 'http://localhost:4321')
  const warning = expect.stringContaining('flags: content blockers') as string
  expect(await findWith({})).toEqual([warning])
  expect(await findWith({ PORTAL_OIDC_CLIENT_ID: 'other' })).toEqual([
    'sign-in page: status is 400: is there a client other?',
    expect.stringMatching(/^sign-in code: .*invalid_client/),
    warning,
  ])
  const [difference] = await findWith({ PORTAL_PUBLIC_URL: 'http://portal.example.nl' })
  expect(difference).toContain('may not come back to http://portal.example.nl')
})

test('requests flags by POST if the portal is configured for it', async () => {
  const flags = { ...flagsAt(`${url}/switches`), method: 'POST' as const }
  expect(await findDifferences({ flags })).toEqual([])
  expect(requests).toContain(`POST /switches ${origin}`)
})

test.each(['/flags', '/api/flags/', '/unleash-proxy'])(
  'warns that content blockers block the flags path %s',
  async (path) => {
    answers[path] = { body: '{"toggles":[]}' }
    const lines = await findDifferences({ flags: flagsAt(url + path) })
    expect(lines).toEqual([expect.stringMatching(/^flags: .*\/switches/)])
  },
)

test('reports an unreachable flags service and a wrong path of the product API', async () => {
  answers['/wrong'] = { status: 404, body: 'Not found' }
  const changes = { flags: flagsAt('http://127.0.0.1:1'), apiUrl: `${url}/wrong` }
  expect(await findDifferences(changes)).toEqual([
    expect.stringMatching(/^flags: no answer: .*ECONNREFUSED/),
    'product API: status is 404, expected 200: is PORTAL_API_URL right?',
  ])
})

const metadata = '/id/.well-known'
const token = '/id/token'
const users = '/id/admin/users'
const flags = '/switches'
const otherOrigin = 'https://other.example.nl'

test.each<[string, string, Answer, string]>([
  ['another issuer', metadata, { body: '{"issuer":"https://id"}' }, 'sign-in: issuer is "https://'],
  ['no metadata', metadata, { body: '<html>' }, 'sign-in: issuer is missing'],
  ['no realm', metadata, { status: 404 }, 'sign-in: status is 404, expected 200: is PORTAL_OIDC'],
  ['no web origin', token, { status: 400, headers: {} }, 'sign-in code: status is 400'],
  [
    'a confidential client',
    token,
    { status: 401, body: '{"error":"invalid_client"}' },
    'sign-in code: status is 401, invalid_client, expected invalid_grant',
  ],
  ['no token endpoint', token, { status: 404, body: '<html>' }, 'sign-in code: status is 404'],
  ['user data without a token', users, { body: '[]' }, 'user look-up: status is 200, expected 401'],
  [
    'no user lookup',
    users,
    { status: 404 },
    'user look-up: status is 404, expected 401: is PORTAL_IDENTITY_ADMIN_URL right?',
  ],
  [
    'an unknown flags key',
    flags,
    { status: 401 },
    'flags: status is 401, expected 200: PORTAL_FLAGS_CLIENT_KEY is unknown',
  ],
  [
    'a back-end flags key',
    flags,
    { status: 403 },
    'flags: status is 403, expected 200: PORTAL_FLAGS_CLIENT_KEY is not a front-end key',
  ],
  ['a response without flags', flags, { body: '{}' }, 'flags: the answer is not a set of flags'],
  [
    'a preflight without the key’s header',
    `OPTIONS ${flags}`,
    { headers: { ...CORS, 'access-control-allow-headers': '*' } },
    'flags: preflight: not in Access-Control-Allow-Headers: authorization',
  ],
  [
    'a preflight that needs a token',
    'OPTIONS /api',
    { status: 401 },
    'product API: preflight: status is 401',
  ],
  [
    'a preflight for another origin',
    'OPTIONS /api',
    { headers: { ...CORS, 'access-control-allow-origin': otherOrigin } },
    `product API: preflight: Access-Control-Allow-Origin is ${otherOrigin}, expected ${origin}`,
  ],
  ['a response without CORS', '/api', { headers: {}, body: '[]' }, 'product API: status is 200'],
  ['an HTML page', '/api', { body: '<html>' }, 'product API: the answer is not JSON'],
])('reports a service with %s', async (_, path, answer, difference) => {
  const others = Object.entries(answers).filter(([start]) => !start.startsWith(path))
  answers = Object.fromEntries([[path, answer], ...others])
  const lines = await findDifferences()
  const services = lines.map((line) => line.replace(/:.*/, ''))
  expect(new Set(services.filter((service) => service !== 'preflights')).size).toBe(1)
  expect(lines[0]).toContain(difference)
})
