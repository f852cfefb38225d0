import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sampleConfiguration } from '../../../test/configuration.ts'
import type { PublicConfiguration } from '../../../src/lib/configuration/variables.ts'
import type { Discovered } from '../../../src/lib/identity/provider.ts'
import { serviceFindingsOf } from './services.ts'

const origin = 'https://portal.example.nl'
const ALLOWED = {
  'access-control-allow-origin': origin,
  'access-control-allow-headers': 'authorization, content-type',
}

interface Given {
  status?: number
  headers?: Record<string, string>
  body?: string
}

let url: string
let asked: string[]
/** What services answer, by the start of a path; `OPTIONS` before it for preflights. */
let answers: Record<string, Given>

const server = createServer((request: IncomingMessage, response: ServerResponse) => {
  const { method = '', url: path = '', headers } = request
  asked.push(`${method} ${path} ${headers.origin ?? 'no origin'}`)
  const isPreflight = method === 'OPTIONS'
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
  answers = {
    '/id/.well-known/openid-configuration': { body: JSON.stringify({ issuer: `${url}/id` }) },
    '/flags': { body: '{"toggles":[]}' },
    '/api/registrations/subscription/list': { body: '[]' },
  }
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

async function found(
  changes: Partial<PublicConfiguration> = {},
  from = origin,
  discovered?: Discovered,
): Promise<Record<string, readonly string[]>> {
  const configuration = {
    ...sampleConfiguration,
    apiUrl: `${url}/api`,
    identity: { ...sampleConfiguration.identity, authority: `${url}/id` },
    flags: { ...sampleConfiguration.flags, url: `${url}/flags` },
    ...changes,
  }
  const bad: Record<string, readonly string[]> = {}
  const target = { origin: from, configuration, discovered, host: 'of files' as const }
  for await (const { name, differences } of serviceFindingsOf(target)) {
    if (differences.length > 0) bad[name.replace(/:.*/, '')] = differences
  }
  return bad
}

test('services that do what pages need are found to be so', async () => {
  expect(await found()).toEqual({})
  expect(asked).toEqual([
    `GET /id/.well-known/openid-configuration ${origin}`,
    `OPTIONS /flags?appName=staging&environment=default ${origin}`,
    `GET /flags?appName=staging&environment=default ${origin}`,
    `OPTIONS /api/registrations/subscription/list?type=SNELSTART ${origin}`,
    `GET /api/registrations/subscription/list?type=SNELSTART ${origin}`,
  ])
})

test('so they are at the portal’s own origin, where no browser asks first', async () => {
  for (const answer of Object.values(answers)) answer.headers = {}
  const { flags } = sampleConfiguration
  expect(await found({ apiUrl: '/api', flags: { ...flags, url: '/flags' } }, url)).toEqual({})
  expect(asked.filter((each) => each.startsWith('OPTIONS'))).toEqual([])
})

test('addresses in pages that the provider does not have any more are named', async () => {
  const known = { issuer: `${url}/id`, authorization_endpoint: `${url}/auth`, token_endpoint: url }
  answers['/id/.well-known/openid-configuration'] = { body: JSON.stringify(known) }
  expect(await found({}, origin, { ...known, at: 1 })).toEqual({})
  const before = `${url}/before`
  expect(await found({}, origin, { ...known, token_endpoint: before })).toEqual({
    'sign-in': [`pages have token_endpoint ${before}, the provider ${url}`],
  })
})

test('flags in a body', async () => {
  const flags = { ...sampleConfiguration.flags, url: `${url}/flags`, method: 'POST' as const }
  expect(await found({ flags })).toEqual({})
  expect(asked).toContain(`POST /flags ${origin}`)
})

test('flags that are down, and an API at another path, are named', async () => {
  const flags = { ...sampleConfiguration.flags, url: 'http://127.0.0.1:1' }
  answers['/wrong'] = { status: 404, body: 'Not found' }
  expect(await found({ flags, apiUrl: `${url}/wrong` })).toEqual({
    flags: [expect.stringMatching(/^no answer: .*ECONNREFUSED/)],
    'product API': ['status is 404, expected 200: is PORTAL_API_URL right?'],
  })
})

test.each<[string, string, Given, string, string]>([
  [
    'another issuer',
    '/id',
    { body: '{"issuer":"https://id"}' },
    'sign-in',
    'issuer is "https://id", ',
  ],
  ['no metadata', '/id', { body: '<html>' }, 'sign-in', 'names no issuer'],
  ['no realm', '/id', { status: 404 }, 'sign-in', 'status is 404, expected 200: is PORTAL_OIDC'],
  ['no CORS', '/id', { headers: {} }, 'sign-in', 'status is 200'],
  [
    'an unknown key',
    '/flags',
    { status: 401 },
    'flags',
    'status is 401, expected 200: PORTAL_FLAGS_CLIENT_KEY is not',
  ],
  [
    'a back-end key',
    '/flags',
    { status: 403 },
    'flags',
    'status is 403, expected 200: PORTAL_FLAGS_CLIENT_KEY is no',
  ],
  ['no flags', '/flags', { body: '{}' }, 'flags', 'its answer is no set of flags'],
  [
    'no key allowed',
    'OPTIONS /flags',
    { headers: { ...ALLOWED, 'access-control-allow-headers': '*' } },
    'flags',
    'preflight: not in Access-Control-Allow-Headers: authorization',
  ],
  [
    'a preflight that wants a token',
    'OPTIONS /api',
    { status: 401 },
    'product API',
    'preflight: status is 401',
  ],
  [
    'another origin',
    'OPTIONS /api',
    { headers: { ...ALLOWED, 'access-control-allow-origin': 'https://other.example.nl' } },
    'product API',
    `preflight: Access-Control-Allow-Origin is https://other.example.nl, expected ${origin}`,
  ],
  ['an answer without CORS', '/api', { headers: {}, body: '[]' }, 'product API', 'status is 200'],
  ['a page', '/api', { body: '<html>' }, 'product API', 'its answer is no JSON'],
])('%s', async (_, path, given, service, told) => {
  const others = Object.entries(answers).filter(([start]) => start !== path)
  answers = Object.fromEntries([[path, given], ...others])
  const bad = await found()
  expect(Object.keys(bad)).toEqual([service])
  expect(bad[service]?.[0]).toContain(told)
})
