import { describe, expect, test } from 'vitest'
import { ENDPOINTS } from '../../../server/handler.ts'
import { createPortalEnvironment } from '../../../sandbox/portal-environment.ts'
import { parseTestConfiguration, sampleVariables } from '../../../test/configuration.ts'
import { portalPaths, readPublicConfiguration, type Variables } from './variables.ts'

function problems(changes: Variables): string[] {
  const read = readPublicConfiguration({ ...sampleVariables, ...changes })
  return read.ok ? [] : read.problems
}

/** Returns the only error message about a variable's value. */
function problemOf(name: string, value: string, others: Variables = {}): string {
  const [problem = '', ...more] = problems({ ...others, [name]: value })
  expect(problem).toMatch(new RegExp(`^${name} is .+, expected [^\n]+$`))
  expect(more).toEqual([])
  return problem
}

const blank = {
  PORTAL_FLAGS_APP_NAME: ' ',
  PORTAL_IDEMPOTENCY_HEADER: '',
  PORTAL_SENTRY_DSN: '',
}

test.each([{}, blank])(
  'applies all defaults if only the required variables are set: %j',
  (text) => {
    expect(parseTestConfiguration(text)).toEqual({
      apiUrl: 'https://api.example.nl/v1',
      publicUrl: null,
      hstsSeconds: 86_400,
      identity: {
        authority: 'https://id.example.nl/realms/shops',
        clientId: 'portal',
        adminUrl: 'https://id.example.nl/admin/realms/shops',
        providerName: 'keycloak',
      },
      flags: {
        url: 'https://flags.example.nl/api/frontend',
        clientKey: 'key',
        appName: 'staging',
        environment: 'default',
        refreshSeconds: 15,
        method: 'GET',
      },
      activationUrl: 'https://web.example.nl/couplings/activate/app',
      polaris: {
        authorizeUrl: 'https://polaris.example.nl/authorize',
        clientId: 'polaris-portal',
        redirectUri: 'https://api.example.nl/polaris/callback',
        scopes: 'administration',
      },
      customerPortalUrl: 'https://customers.example.nl',
      provider: { name: 'Example', host: 'https://www.example.nl' },
      packageRequirement: null,
      support: [],
      idempotencyHeader: null,
      errorReporting: null,
    })
  },
)

test('reads the optional variables', () => {
  const configuration = parseTestConfiguration({
    PORTAL_PUBLIC_URL: 'https://portal.example.nl/',
    PORTAL_HSTS_SECONDS: '0',
    PORTAL_IDENTITY_ADMIN_URL: 'https://id.example.nl/beheer',
    PORTAL_IDENTITY_PROVIDER_NAME: 'entra',
    PORTAL_FLAGS_REFRESH_SECONDS: '60',
    PORTAL_FLAGS_METHOD: 'POST',
    PORTAL_PACKAGE_REQUIREMENT: ' Alleen "Groot" & <Grootst>. ',
    PORTAL_SUPPORT_URL: 'https://www.example.nl/hulp?van=portaal',
    PORTAL_SUPPORT_EMAIL: ' hulp@example.nl ',
    PORTAL_SUPPORT_PHONE: '+31 (0)20 123-4567',
    PORTAL_IDEMPOTENCY_HEADER: 'Idempotency-Key',
    PORTAL_SENTRY_DSN: 'https://abc@errors.example.nl/1',
    PORTAL_SENTRY_ENVIRONMENT: 'acceptance',
  })
  expect(configuration).toMatchObject({
    publicUrl: 'https://portal.example.nl',
    hstsSeconds: 0,
    identity: { adminUrl: 'https://id.example.nl/beheer', providerName: 'entra' },
    flags: { refreshSeconds: 60, method: 'POST' },
    packageRequirement: 'Alleen "Groot" & <Grootst>.',
    support: [
      { text: 'www.example.nl', address: 'https://www.example.nl/hulp?van=portaal' },
      { text: 'hulp@example.nl', address: 'mailto:hulp@example.nl' },
      { text: '+31 (0)20 123-4567', address: 'tel:+31201234567' },
    ],
    idempotencyHeader: 'Idempotency-Key',
    errorReporting: { dsn: 'https://abc@errors.example.nl/1', environment: 'acceptance' },
  })
})

test('reports each missing required variable of an empty environment once', () => {
  const read = readPublicConfiguration({})
  const named = read.ok ? [] : read.problems.map((problem) => problem.split(' ')[0])
  expect(named.toSorted()).toEqual(Object.keys(sampleVariables).toSorted())
})

test("requires PORTAL_IDENTITY_ADMIN_URL if the identity provider's address is not a Keycloak realm", () => {
  expect(problems({ PORTAL_OIDC_AUTHORITY: 'https://id.example.nl' })).toEqual([
    "PORTAL_IDENTITY_ADMIN_URL is not set, expected an absolute http or https address without user name, query or #, or a path such as /api on the portal's own origin",
  ])
})

const pathVariables = ['PORTAL_API_URL', 'PORTAL_IDENTITY_ADMIN_URL', 'PORTAL_FLAGS_URL']

const addressVariables = [
  'PORTAL_PUBLIC_URL',
  'PORTAL_OIDC_AUTHORITY',
  'PORTAL_ACTIVATION_URL',
  'PORTAL_POLARIS_AUTHORIZE_URL',
  'PORTAL_POLARIS_REDIRECT_URI',
  'PORTAL_CUSTOMER_PORTAL_URL',
  'PORTAL_PROVIDER_HOST',
  'PORTAL_SUPPORT_URL',
  'PORTAL_SENTRY_DSN',
]

const noAddresses = [
  'portal.example.nl',
  '//portal.example.nl',
  'ftp://portal.example.nl',
  'https:portal.example.nl',
  'https:\\portal.example.nl',
  'https://a b',
  'https://portal.example.nl#',
  'https://user:pa55word@portal.example.nl',
  'https://user:pa/pa55word@portal.example.nl',
  'https://portal.example.nl\n',
  'https://*.example.nl',
  'https://%2A.example.nl',
]

const noPaths = [
  '/',
  '//portal.example.nl/api',
  '/\\portal.example.nl',
  'api',
  '/api/../admin',
  '/api/%2e%2E/admin',
  '/api//v1',
  '/api?',
  '/api#',
  '/caf\u00e9',
  '/api\n',
]

describe.each(addressVariables)('address variable %s', (name) => {
  test.each([...noAddresses, '/path'])('rejects the address %j', (text) => {
    expect(problemOf(name, text)).not.toContain('pa55word')
  })
})

describe.each(pathVariables)('address or path variable %s', (name) => {
  test.each([...noAddresses, ...noPaths])('rejects the address %j', (text) => {
    expect(problemOf(name, text)).not.toContain('pa55word')
  })
})

test.each([
  ['/api', '/api'],
  ['/api/', '/api'],
  [' /api// ', '/api'],
  ['/shops/v1.2/~api', '/shops/v1.2/~api'],
  ['/a%20b', '/a%20b'],
])('accepts the path %j for a service on the portal’s own origin', (text, path) => {
  expect(parseTestConfiguration({ PORTAL_API_URL: text }).apiUrl).toBe(path)
  expect(parseTestConfiguration({ PORTAL_IDENTITY_ADMIN_URL: text }).identity.adminUrl).toBe(path)
  expect(parseTestConfiguration({ PORTAL_FLAGS_URL: text }).flags.url).toBe(path)
})

describe('a trailing slash', () => {
  test('removes the trailing slash of a service address', () => {
    expect(
      parseTestConfiguration({
        PORTAL_API_URL: 'https://api.example.nl/v1/',
        PORTAL_OIDC_AUTHORITY: 'https://id.example.nl/realms/shops/',
        PORTAL_IDENTITY_ADMIN_URL: 'https://id.example.nl/admin//',
        PORTAL_FLAGS_URL: 'https://flags.example.nl/',
      }),
    ).toMatchObject({
      apiUrl: 'https://api.example.nl/v1',
      identity: {
        authority: 'https://id.example.nl/realms/shops',
        adminUrl: 'https://id.example.nl/admin',
      },
      flags: { url: 'https://flags.example.nl' },
    })
  })

  test.each(['https://a.nl/activate/', 'https://a.nl/activate/?via=portal/', 'https://a.nl'])(
    'keeps the trailing slash of a page address: %s',
    (address) => {
      expect(parseTestConfiguration({ PORTAL_ACTIVATION_URL: address }).activationUrl).toBe(address)
      const polaris = parseTestConfiguration({ PORTAL_POLARIS_REDIRECT_URI: address }).polaris
      expect(polaris.redirectUri).toBe(address)
    },
  )
})

test.each([
  ['020 - 123 45 67', 'tel:0201234567'],
  ['(020) 1234567', 'tel:0201234567'],
  ['0800-0123', 'tel:08000123'],
])('links the telephone number %s to %s', (number, address) => {
  expect(parseTestConfiguration({ PORTAL_SUPPORT_PHONE: number }).support).toEqual([
    { text: number, address },
  ])
})

const privateKey = '-----BEGIN RSA PRIVATE KEY-----\nc2VjcmV0\n-----END RSA PRIVATE KEY-----'
const webToken = 'eyJhbGciOiJIUzI1NiJ9.c2VjcmV0c2VjcmV0.c2VjcmV0'

const issuer = /…\/realms\/<name>/
const unread = /is a value of \d+ characters/
const secret = (what: string) => new RegExp(`(?=.*browsers).*${what}`)
const quotes = / is a value in quotes/

const taken =
  'Cookie authorization Content-Type content-length administration LOCATION Accept X-Request-Id Host Origin ' +
  'Referer Sec-Once Proxy-Once TE User-Agent If-None-Match Range X-HTTP-Method-Override Set-Cookie'
const realm = 'https://id.example.nl/realms'
const dsn = 'https://0123abcd@errors.example.nl'

test.each<[name: string, values: readonly string[], reason?: RegExp]>([
  ['PORTAL_API_URL', ['https://api.example.nl?x=1']],
  ['PORTAL_PUBLIC_URL', ['https://portal.example.nl/path']],
  ['PORTAL_HSTS_SECONDS', ['63072001', '1d']],
  ['PORTAL_FLAGS_REFRESH_SECONDS', ['0', '1.5', '604801']],
  ['PORTAL_FLAGS_METHOD', ['post']],
  ['PORTAL_IDEMPOTENCY_HEADER', ['Idempotency Key', 'X:Y', ...taken.split(' ')]],
  ['PORTAL_SUPPORT_EMAIL', ['hulp']],
  ['PORTAL_SUPPORT_PHONE', ['020 BEL ONS', '(+) -', '12', '1'.repeat(41)]],
  ['PORTAL_POLARIS_SCOPES', ['a  "b"']],
  ['PORTAL_PROVIDER_NAME', ['Koppel\u0000punt', 'x'.repeat(2001)]],
  ['PORTAL_OIDC_AUTHORITY', [realm, `${realm}//`, `${realm}/a/protocol/openid-connect`], issuer],
  ['PORTAL_OIDC_AUTHORITY', [`${realm}/a/.well-known/openid-configuration`], issuer],
  ['PORTAL_OIDC_AUTHORITY', ['https://a.nl/v2/.well-known/openid-configuration'], issuer],
  // Error messages do not repeat values that may be secrets.
  ['PORTAL_SENTRY_DSN', ['https://errors.example.nl/1', '0123abcd@errors.example.nl/1'], unread],
  ['PORTAL_SENTRY_DSN', [`${dsn}/`, `${dsn}/project`, `${dsn}/1?x=1`], unread],
  ['PORTAL_FLAGS_CLIENT_KEY', ['0123abcd\u0001'], unread],
  [
    'PORTAL_FLAGS_CLIENT_KEY',
    ['*:*.c2VjcmV0', 'default:*.c2VjcmV0', '"*:*.c2VjcmV0"'],
    secret('an admin token of Unleash'),
  ],
  [
    'PORTAL_FLAGS_CLIENT_KEY',
    ['user:c2VjcmV0', '"user:c2VjcmV0"'],
    secret('a personal access token of Unleash'),
  ],
  ['PORTAL_FLAGS_CLIENT_KEY', [webToken], secret('a JSON web token')],
  [
    'PORTAL_SENTRY_DSN',
    ['https://0123abcd:c2VjcmV0@errors.example.nl/1', 'https://:c2VjcmV0@errors.example.nl/1'],
    secret('a password'),
  ],
  ['PORTAL_SENTRY_DSN', ['sntrys_c2VjcmV0'], secret('an auth token of Sentry')],
  ['PORTAL_PROVIDER_NAME', ['https://user:c2VjcmV0@api.example.nl'], secret('a password')],
  ['PORTAL_OIDC_CLIENT_ID', [privateKey], secret('a private key')],
  [
    'PORTAL_ACTIVATION_URL',
    ['https://a.nl/?client_secret=c2VjcmV0', 'https://a.nl/?x=1&api_key=c2VjcmV0'],
    secret('a secret'),
  ],
  ['PORTAL_API_URL', ['"https://api.example.nl"'], quotes],
  ['PORTAL_PROVIDER_NAME', ["'Example'"], quotes],
  ['PORTAL_FLAGS_CLIENT_KEY', ['"default:production.0123abcd"'], quotes],
])('rejects %s=%j with a message of one line', (name, values, reason = / is /) => {
  for (const text of values) {
    const problem = problemOf(name, text)
    expect(problem.length).toBeLessThan(300)
    expect(problem).toMatch(reason)
    expect(problem).not.toMatch(/c2VjcmV0|0123abcd/)
  }
})

test.each([
  ['PORTAL_OIDC_AUTHORITY', 'https://id.example.nl/auth/realms/shops'],
  ['PORTAL_OIDC_AUTHORITY', 'https://id.example.nl/realms/a%20b/'],
  ['PORTAL_FLAGS_CLIENT_KEY', 'default:production.c7a'],
  ['PORTAL_FLAGS_CLIENT_KEY', '*:production.c7a'],
  ['PORTAL_FLAGS_CLIENT_KEY', 'a-key-of-another-service'],
  ['PORTAL_SENTRY_DSN', 'https://0123abcd@errors.example.nl:9000/1'],
  ['PORTAL_SENTRY_DSN', 'http://0123abcd@localhost:9000/base/path/42'],
  ['PORTAL_CUSTOMER_PORTAL_URL', 'https://a.example.nl:8080/?user=me@example.nl'],
  ['PORTAL_ACTIVATION_URL', 'https://web.example.nl/token?next=1'],
  ['PORTAL_POLARIS_SCOPES', 'user:read product:read'],
  ['PORTAL_PROVIDER_NAME', 'Kassa: *** de beste ***'],
])('accepts the variable %s=%s', (name, text) => {
  expect(problems({ [name]: text })).toEqual([])
})

test('keeps quotes that do not enclose the whole value', () => {
  const name = '\'t Hoekje "Zuid"'
  expect(parseTestConfiguration({ PORTAL_PROVIDER_NAME: name }).provider.name).toBe(name)
})

describe('an address of the portal itself', () => {
  const PORTAL_PUBLIC_URL = 'https://portal.example.nl'
  const bases = [
    PORTAL_PUBLIC_URL,
    `${PORTAL_PUBLIC_URL}/`,
    `${PORTAL_PUBLIC_URL}/connect`,
    '/connect',
    '/en/wizard/',
    '/en',
    '/assets',
    '/config.json',
  ]
  test.each(['/api', `${PORTAL_PUBLIC_URL}/api`, '/connector', 'https://api.example.nl/connect'])(
    'accepts the service address %s, because no page of the portal has this address',
    (base) => expect(problems({ PORTAL_PUBLIC_URL, PORTAL_API_URL: base })).toEqual([]),
  )

  const pages = [
    'PORTAL_ACTIVATION_URL',
    'PORTAL_POLARIS_AUTHORIZE_URL',
    'PORTAL_POLARIS_REDIRECT_URI',
    'PORTAL_CUSTOMER_PORTAL_URL',
  ]
  const pagePaths = ['', '/callback', '/wizard/?administration=1', '/en']
  test.each([
    ...pathVariables.flatMap((name) => bases.map((base) => [name, base] as const)),
    ...pages.flatMap((name) => pagePaths.map((path) => [name, PORTAL_PUBLIC_URL + path] as const)),
  ])('rejects an address of the portal itself: %s=%s', (name, address) => {
    const problem = problemOf(name, address, { PORTAL_PUBLIC_URL })
    expect(problem).toMatch(
      / is ".+", expected an address that is not the portal's own: PORTAL_PUBLIC_URL or one of its pages$/,
    )
  })

  test('accepts a redirect URI below a service on the portal’s origin', () => {
    const PORTAL_POLARIS_REDIRECT_URI = `${PORTAL_PUBLIC_URL}/api/polaris/callback`
    expect(problems({ PORTAL_PUBLIC_URL, PORTAL_POLARIS_REDIRECT_URI })).toEqual([])
  })

  test('portalPaths lists every page and every endpoint', () => {
    const files = Object.keys(import.meta.glob('../../pages/**/*.astro'))
    const routes = files
      .map((file) => file.replace(/^.*\/pages\/|\.astro$/g, ''))
      .filter((route) => !/index$|404$/.test(route))
      // A single route file builds the pages of both wizards.
      .flatMap((route) => ['wizard', 'polaris'].map((name) => route.replace('[variant]', name)))
      .flatMap((route) => {
        const page = route.replace('[...locale]', '')
        return page === route ? [`/${route}`] : [page, `/en${page}`]
      })
    expect(routes.length).toBeGreaterThan(8)
    expect([...portalPaths].sort()).toEqual(
      [...new Set([...routes, ...ENDPOINTS, '/assets'])].sort(),
    )
  })
})

test.each([
  ['PORTAL_API_URL', 'http://api.example.nl/v1'],
  ['PORTAL_FLAGS_URL', 'http://flags.example.nl/api/frontend'],
  ['PORTAL_OIDC_AUTHORITY', 'http://id.example.nl/realms/shops'],
  ['PORTAL_IDENTITY_ADMIN_URL', 'http://id.example.nl/admin/realms/shops'],
  ['PORTAL_SENTRY_DSN', 'http://0123abcd@errors.example.nl/1'],
])('rejects http for %s only if the portal uses https', (name, text) => {
  const encrypted = { PORTAL_PUBLIC_URL: 'https://portal.example.nl' }
  const problem = problemOf(name, text, encrypted)
  expect(problem).toMatch(/, expected https: browsers block http calls of an https page$/)
  expect(problem).not.toContain('0123abcd')
  expect(problems({ [name]: text })).toEqual([])
  expect(problems({ [name]: text, PORTAL_PUBLIC_URL: 'http://portal.example.nl' })).toEqual([])
})

test('accepts local http services if the portal uses https', () => {
  const sandbox = createPortalEnvironment('http://localhost:4400')
  expect(problems({ ...sandbox, PORTAL_PUBLIC_URL: 'https://portal.example.nl' })).toEqual([])
})

const flags = 'https://unleash.example.nl/api/frontend'
const lookUp = 'https://users.example.nl/admin/realms/shops'
const authority = 'https://id.example.nl/realms/shops'

test.each<[wrong: string, address: string, other: string]>([
  ['PORTAL_FLAGS_URL', 'https://api.example.nl/v1', 'PORTAL_API_URL'],
  ['PORTAL_API_URL', flags, 'PORTAL_FLAGS_URL'],
  ['PORTAL_IDENTITY_ADMIN_URL', flags, 'PORTAL_FLAGS_URL'],
  ['PORTAL_API_URL', lookUp, 'PORTAL_IDENTITY_ADMIN_URL'],
  ['PORTAL_API_URL', authority, 'PORTAL_OIDC_AUTHORITY'],
  ['PORTAL_FLAGS_URL', authority, 'PORTAL_OIDC_AUTHORITY'],
  ['PORTAL_IDENTITY_ADMIN_URL', authority, 'PORTAL_OIDC_AUTHORITY'],
  ['PORTAL_FLAGS_URL', '/api', 'PORTAL_API_URL'],
])('rejects %s if it equals the address %s of another variable', (wrong, address, other) => {
  const problem = problemOf(wrong, address, { [other]: `${address}/` })
  expect(problem).toBe(`${wrong} is "${address}", expected an address that ${other} does not have`)
})
