import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { PublicConfiguration } from '../../src/lib/configuration/variables.ts'
import { createHandler, type AstroHandler } from './handler.ts'
import { policyHeaders } from './headers.ts'
import { listen, type Listening } from '../process/listen.ts'
import { sampleConfiguration } from '../../test/configuration.ts'
import { siteOf } from './site.ts'

const files: Record<string, string> = {
  'index.html': 'home',
  'connect.html': '<p>connect</p>',
  'connect.html.br': 'brotli',
  'connect.html.gz': 'gzip',
  'callback.html': 'callback',
  '404.html': 'weg',
  'en/404.html': 'gone',
  'assets/a.js': 'run()',
  'assets/a.css': 'p{}',
  'assets/a.woff2': 'font',
  'icon.png': 'picture',
  'favicon.ico': 'picture',
  'favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'manifest.webmanifest': '{}',
  'unknown.xyz': '',
}
const inline = { 'connect.html': { script: ["'sha256-connect='"], style: [] } }
const contents = new Map(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)]))

const astro: AstroHandler = async (incoming, response, _next, locals) => {
  if (incoming.url === '/healthz?fail') throw new Error('expected by the test')
  await Promise.resolve()
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify(incoming.url === '/config.json' ? locals.configuration : locals))
}

const policy = policyHeaders(sampleConfiguration)
const onlyOfDocuments = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'permissions-policy',
  'referrer-policy',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
]

let listening: Listening
let isStopping = false
const failures: unknown[] = []

beforeAll(async () => {
  listening = await serve(sampleConfiguration)
})
afterAll(() => listening.close())

function serve(configuration: PublicConfiguration): Promise<Listening> {
  const site = siteOf(contents, inline)
  const handler = createHandler(() => site, configuration, astro, {
    release: { version: '1.2.3', build: '0123456789ab' },
    isStopping: () => isStopping,
    failed: (error) => failures.push(error),
  })
  return listen(handler, { port: 0, host: 'localhost', headers: policy })
}

/** A portal of another configuration, for as long as the test takes. */
async function serveElsewhere(changes: Partial<PublicConfiguration>) {
  const elsewhere = await serve({ ...sampleConfiguration, ...changes })
  onTestFinished(() => elsewhere.close())
  return elsewhere
}

async function ask(
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
  { port } = listening,
) {
  const sent = request({ host: '127.0.0.1', port, path, headers, method }).end()
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  return { status: answer.statusCode, headers: answer.headers, body: await text(answer) }
}

const asking = (...headers: string[]) =>
  ['GET / HTTP/1.1', ...headers, 'Connection: close', '', ''].join('\r\n')

/** What no client library would send. */
function askRaw(bytes: string): Promise<string> {
  const socket = connect(listening.port, '127.0.0.1')
  socket.end(bytes)
  return text(socket)
}

describe('the policy is on every answer that a browser may make a document of', () => {
  test.each([
    ['GET', '/', 200],
    ['HEAD', '/', 200],
    ['GET', '/manifest.webmanifest', 200],
    ['GET', '/unknown.xyz', 200],
    ['GET', '/config.json', 200],
    ['GET', '/connect/', 301],
    ['GET', '/nope', 404],
    ['GET', '/%zz', 400],
    ['POST', '/connect', 405],
    ['OPTIONS', '/config.json', 405],
    ['TRACE', '/', 405],
    ['GET', `/${'%'.repeat(9000)}`, 414],
    ['GET', '/healthz?fail', 500],
  ])('%s %.40s is %i', async (method, path, status) => {
    const answer = await ask(path, {}, method)
    expect(answer.status).toBe(status)
    const { 'content-security-policy': expected = '', ...others } = policy
    expect(answer.headers).toMatchObject(others)
    const { 'content-security-policy': given = '' } = answer.headers
    expect(String(given).replace(/ 'sha256-[^']+'/g, '')).toBe(expected)
    expect(answer.headers).not.toHaveProperty('server')
    expect(answer.headers).not.toHaveProperty('x-powered-by')
  })

  test.each([
    ['no request at all', 'NONSENSE\r\n\r\n', 400],
    ['a host that is missing', asking(), 400],
    ['a doubled host', asking('Host: a', 'Host: a'), 400],
    ['a host that is none', asking('Host: [ '), 400],
    ['an empty host', asking('Host:'), 400],
    ['headers without end', asking('Host: a', `A: ${'a'.repeat(20_000)}`), 431],
    ['a header with a NUL', asking('Host: a', 'A: \0'), 400],
    ['two lengths', asking('Host: a', 'Content-Length: 1', 'Content-Length: 2'), 400],
  ])('%s', async (_, bytes, status) => {
    const answer = await askRaw(bytes)
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(answer).toContain(`content-security-policy: ${policy['content-security-policy'] ?? ''}`)
  })

  test('an absolute target is the page that it names, whatever the port of the host', async () => {
    const answer = await askRaw(asking('Host: a:99999').replace('/', 'http://b/connect?x'))
    expect(answer).toMatch(/^HTTP\/1.1 200 /)
    expect(answer).toContain('<p>connect</p>')
  })
})

describe('a body is not waited for', () => {
  const head = (lines: string) => `POST /connect HTTP/1.1\r\nHost: a\r\n${lines}\r\n\r\n`

  test.each([
    ['that is announced', head('Content-Length: 1000000')],
    ['in pieces', `${head('Transfer-Encoding: chunked')}5\r\nab`],
    ['that asks first', head('Content-Length: 5\r\nExpect: 100-continue')],
  ])('%s: 405, and the end', async (_, bytes) => {
    const socket = connect(listening.port, '127.0.0.1')
    socket.write(bytes)
    const answer = await text(socket)
    expect(answer).toMatch(/^HTTP\/1.1 405 /)
    expect(answer).toContain('Connection: close\r\n')
    expect(answer).toMatch(/^allow: GET, HEAD\r$/m)
    expect(answer).toMatch(/\r\n\r\nMethod not allowed$/)
  })

  test('of any length, and whoever sends it gets to read the answer', async () => {
    const body = Buffer.alloc(8_000_000)
    const address = `http://127.0.0.1:${listening.port}/connect`
    const answer = await fetch(address, { method: 'POST', body })
    expect([answer.status, await answer.text()]).toEqual([405, 'Method not allowed'])
  })

  test('of a request that needs none', async () => {
    const socket = connect(listening.port, '127.0.0.1')
    socket.write('GET /connect HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\n')
    expect(await text(socket)).toMatch(/^HTTP\/1.1 200 [^]*Connection: close\r\n/)
  })

  test('and where there is none the connection is kept', async () => {
    const { headers } = await ask('/connect', { 'content-length': '0' }, 'POST')
    expect(headers.connection).not.toBe('close')
  })
})

describe('while the server stops', () => {
  beforeAll(() => {
    isStopping = true
  })
  afterAll(() => {
    isStopping = false
  })

  test.each([
    ['GET', '/connect', 200],
    ['GET', '/assets/a.js', 200],
    ['GET', '/healthz', 200],
    ['GET', '/nope', 404],
    ['POST', '/connect', 405],
  ])('%s %s is answered as ever, and ends its connection', async (method, path, status) => {
    const answer = await ask(path, {}, method)
    expect([answer.status, answer.headers.connection]).toEqual([status, 'close'])
  })

  test('so does what is unchanged', async () => {
    const { headers } = await ask('/connect', { 'if-none-match': '*' })
    expect(headers.connection).toBe('close')
  })

  test('the endpoints know', async () => {
    expect(JSON.parse((await ask('/readyz')).body)).toMatchObject({
      isStopping: true,
      release: { version: '1.2.3', build: '0123456789ab' },
    })
  })
})

describe('scripts, styles, pictures and fonts carry only what has an effect on them', () => {
  test.each(['/assets/a.js', '/assets/a.css', '/assets/a.woff2', '/icon.png', '/favicon.ico'])(
    '%s',
    async (path) => {
      const answer = await ask(path)
      expect(answer.status).toBe(200)
      expect(answer.headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
      })
      for (const name of onlyOfDocuments) expect(answer.headers).not.toHaveProperty(name)
    },
  )

  test('strict transport among it, where the portal is encrypted', async () => {
    const encrypted = await serveElsewhere({ publicUrl: 'https://portal.example' })
    for (const path of ['/assets/a.js', '/connect', '/nope']) {
      const answer = await ask(path, {}, 'GET', encrypted)
      expect(answer.headers['strict-transport-security']).toBe('max-age=86400')
    }
  })
})

describe('a page that is unchanged', () => {
  test('has had its policy, with its own hashes, and is not sent it again', async () => {
    const page = await ask('/connect')
    expect(page.headers['content-security-policy']).toContain("'sha256-connect='")
    const { etag = '', vary = '' } = page.headers
    const again = await ask('/connect', { 'if-none-match': `"other", W/${etag}` })
    expect(again).toMatchObject({ status: 304, body: '' })
    expect(again.headers).toMatchObject({ etag, vary, 'cache-control': 'no-cache' })
    for (const name of [...onlyOfDocuments, 'content-type', 'content-length']) {
      expect(again.headers).not.toHaveProperty(name)
    }
  })

  test('is another one under another policy', async () => {
    const { headers } = await ask('/connect')
    const restarted = await serveElsewhere({ apiUrl: 'https://new-api.example.nl' })
    const known = { 'if-none-match': headers.etag ?? '' }
    const again = await ask('/connect', known, 'GET', restarted)
    expect(again.status).toBe(200)
    expect(again.headers['content-security-policy']).toContain('https://new-api.example.nl')
  })
})

describe('what a proxy in front of the portal should have answered', () => {
  test.each([
    ['GET', '/api/serials/serial/list?x=1'],
    ['HEAD', '/api'],
    ['POST', '/api/snelstart/keys/unconnected'],
    ['OPTIONS', '/flags/client/metrics'],
    ['PUT', '/identity/users'],
  ])('%s %s does not exist, and is no page', async (method, path) => {
    const { identity, flags } = sampleConfiguration
    const behindProxy = await serveElsewhere({
      apiUrl: '/api',
      identity: { ...identity, adminUrl: '/identity' },
      flags: { ...flags, url: '/flags' },
    })
    const answer = await ask(path, {}, method, behindProxy)
    expect(answer.status).toBe(404)
    expect(answer.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
    })
    const text = 'Not found: this address is for the proxy in front of the portal'
    expect(answer.body).toBe(method === 'HEAD' ? '' : text)
  })
})

test('compressed forms have a tag of their own', async () => {
  const brotli = await ask('/connect', { 'accept-encoding': 'gzip, br' })
  const gzip = await ask('/connect', { 'accept-encoding': 'gzip' })
  const plain = await ask('/connect')
  expect([brotli.body, gzip.body, plain.body]).toEqual(['brotli', 'gzip', '<p>connect</p>'])
  expect([brotli, gzip, plain].map(({ headers }) => headers['content-encoding'])).toEqual([
    'br',
    'gzip',
    undefined,
  ])
  expect(new Set([brotli, gzip, plain].map(({ headers }) => headers.etag)).size).toBe(3)
  expect(plain.headers.vary).toBe('accept-encoding')
})

test('HEAD says how long the answer would be and leaves it out', async () => {
  const answer = await ask('/connect', {}, 'HEAD')
  expect(answer.body).toBe('')
  expect(answer.headers['content-length']).toBe('14')
})

test.each([
  ['/assets/a.js', 'public, max-age=31536000, immutable'],
  ['/connect', 'no-cache'],
  ['/favicon.svg', 'no-cache'],
  ['/nope', 'no-cache'],
  ['/callback?code=1', 'no-store'],
  ['/callback/?code=1', 'no-store'],
  ['/%zz', 'no-store'],
])('%s is kept as %s', async (path, expected) => {
  expect((await ask(path)).headers['cache-control']).toBe(expected)
})

test('what is missing is said in the language of the address, and never taken for unchanged', async () => {
  expect(await ask('/nope')).toMatchObject({ status: 404, body: 'weg' })
  expect(await ask('/en/nope', { 'if-none-match': '*' })).toMatchObject({
    status: 404,
    body: 'gone',
  })
})

test('an endpoint that fails is told of', async () => {
  failures.length = 0
  expect((await ask('/healthz?fail')).status).toBe(500)
  expect(failures).toEqual([new Error('expected by the test')])
})

const page = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
const visit = { 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate', accept: page }

// Without the others: browsers of before 2023, and a portal without TLS.
test.each([visit, { accept: page }])(
  'whoever comes back from a sign-out keeps no pages, and comes to Home: %j',
  async (headers) => {
    expect(await ask('/?state=signed-out', headers)).toMatchObject({
      status: 302,
      headers: { location: '/', 'clear-site-data': '"cache"', 'cache-control': 'no-store' },
    })
    expect((await ask('/', headers)).headers).not.toHaveProperty('clear-site-data')
  },
)

test.each([
  { ...visit, 'sec-fetch-dest': 'iframe' },
  { 'sec-fetch-dest': 'image', accept: page },
  { 'sec-fetch-dest': 'empty', 'sec-fetch-mode': 'cors', accept: page },
  { accept: 'image/avif,image/webp,*/*;q=0.8' },
  { accept: '*/*' },
  {},
])('what another site has its pages fetch takes nothing from the browser: %j', async (headers) => {
  const answer = await ask('/?state=signed-out', headers)
  expect(answer).toMatchObject({ status: 302, headers: { location: '/' } })
  expect(answer.headers).not.toHaveProperty('clear-site-data')
})

test('nothing is reported of the callback page, whose address holds a code', async () => {
  const errorReporting = { dsn: 'https://key@errors.example.nl/1', environment: 'test' }
  const reporting = await serveElsewhere({ errorReporting })
  const headersOf = async (path: string) => (await ask(path, {}, 'GET', reporting)).headers
  expect((await headersOf('/connect'))['reporting-endpoints']).toContain(
    'https://errors.example.nl/api/1/security/',
  )
  const { 'content-security-policy': given, ...others } = await headersOf('/callback?code=1')
  expect(given).not.toContain('report')
  expect(others).not.toHaveProperty('reporting-endpoints')
})

test('the configuration reaches the endpoint', async () => {
  expect(JSON.parse((await ask('/config.json')).body)).toEqual(sampleConfiguration)
})
