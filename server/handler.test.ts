import { once } from 'node:events'
import { request, type IncomingMessage, type RequestListener } from 'node:http'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { APIContext, APIRoute } from 'astro'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { PublicConfiguration } from '../src/lib/configuration/variables.ts'
import { GET as getConfiguration } from '../src/pages/config.json.ts'
import { GET as getHealth } from '../src/pages/healthz.ts'
import { GET as getReadiness } from '../src/pages/readyz.ts'
import { sampleConfiguration } from '../test/configuration.ts'
import { createPortalHandler } from './handler.ts'
import { createPolicyHeaders } from './headers.ts'
import { listen, type ListeningServer } from './listen.ts'
import { preparePageResponses, readBuild, type AstroHandler, type PortalBuild } from './pages.ts'

const release = '<meta name="version" content="1.2.3"><meta name="build" content="0123456789ab">'
const script = 'run() // '.repeat(100_000)
const files: Record<string, string> = {
  'client/index.html': `${release} home`,
  'client/connect.html': `<p>${'connect '.repeat(50)}</p>`,
  'client/connect.html.br': 'compressed page without its configuration',
  'client/callback.html': 'callback',
  'client/404.html': 'weg',
  'client/en.html': 'home in English',
  'client/en/boarding/index.html': 'boarding',
  'client/en/404.html': 'gone',
  'client/assets/a.js': script,
  'client/assets/a.js.br': 'brotli',
  'client/assets/a.js.gz': 'gzip',
  'client/assets/a.css': 'p{}',
  'client/assets/a.woff2': 'font',
  'client/icon.png': 'picture',
  'client/favicon.ico': 'picture',
  'client/deleted.png': 'picture',
  'client/favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'client/manifest.webmanifest': '{}',
  'client/unknown.xyz': 'x',
  'server/inline-sources.json': '{"connect.html":{"script":["\'sha256-connect=\'"],"style":[]}}',
}

const policy = createPolicyHeaders(sampleConfiguration)
const documentHeaders = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'permissions-policy',
  'referrer-policy',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
]

let folder: string
let build: PortalBuild
let listening: ListeningServer
let isStopping = false
const fileErrors: unknown[] = []
const streams: Readable[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'koppelpunt-handler-'))
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
  build = await readBuild(folder)
  listening = await serve(sampleConfiguration)
})
afterAll(async () => {
  await listening.close()
  await rm(folder, { recursive: true })
})

const routes: Record<string, APIRoute> = {
  '/config.json': getConfiguration,
  '/healthz': getHealth,
  '/readyz': getReadiness,
}

const astro: AstroHandler = async ({ url = '' }, response, _next, locals) => {
  const [path = ''] = url.split('?', 1)
  const result = await routes[path]?.({ locals } as APIContext)
  if (!result) throw new Error(`There is no route ${path}`)
  response.writeHead(result.status, Object.fromEntries(result.headers)).end(await result.text())
}

async function serve(configuration: PublicConfiguration): Promise<ListeningServer> {
  const pages = await preparePageResponses(build, configuration)
  const handler = createPortalHandler(build, {
    configuration,
    pages: () => pages,
    isStopping: () => isStopping,
    astro,
    onFileError: (error) => fileErrors.push(error),
  })
  const listener: RequestListener = (incoming, response) => {
    response.on('pipe', (file: Readable) => streams.push(file))
    handler(incoming, response)
  }
  return listen(listener, { port: 0, host: 'localhost' })
}

interface Options {
  method?: string
  headers?: Record<string, string>
  /** Server that receives the request. Default: the one with the sample configuration. */
  from?: ListeningServer
}

async function begin(path: string, { method = 'GET', headers = {}, from }: Options = {}) {
  const { port } = from ?? listening
  const sent = request({ host: '127.0.0.1', port, path, headers, method }).end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  return response
}

async function ask(path: string, options?: Options) {
  const response = await begin(path, options)
  return { status: response.statusCode, headers: response.headers, body: await text(response) }
}

/** Starts a server with a changed configuration until the test ends. */
async function serveWith(changes: Partial<PublicConfiguration>): Promise<ListeningServer> {
  const server = await serve({ ...sampleConfiguration, ...changes })
  onTestFinished(() => server.close())
  return server
}

describe('pages', () => {
  test.each([
    ['/', 'home'],
    ['/connect', 'connect '],
    ['/connect?reseller=%zz&x=//y', 'connect '],
    ['/en', 'home in English'],
    ['/en/boarding', 'boarding'],
    ['/?state=1', 'home'],
    ['/?signed-out', 'home'],
    ['/connect?state=signed-out', 'connect '],
  ])('responds to %s with the page "%s"', async (target, body) => {
    const { status, body: page } = await ask(target)
    expect([status, page]).toEqual([200, expect.stringContaining(body)])
  })

  test.each([
    ['/connect/', '/connect'],
    ['/connect.html', '/connect'],
    ['/connect/index.html', '/connect'],
    ['/connect/?reseller=//evil.example', '/connect?reseller=//evil.example'],
    ['/index.html', '/'],
    ['/en/', '/en'],
  ])('redirects %s to the canonical address %s', async (target, location) => {
    expect(await ask(target)).toMatchObject({ status: 301, headers: { location } })
  })

  test.each([
    '//evil.example/',
    '/../package.json',
    '/..%2f..%2fetc/passwd',
    '/assets/a.js.br',
    '/assets/%61.js',
    '/404.html',
    '/Connect',
    '/constructor',
    '/%zz',
    '/%0d%0aset-cookie:a=b/',
    '/\\evil.example',
    '*',
    'http://evil.example/connect',
  ])('sends the Dutch 404 page for %s', async (target) => {
    expect(await ask(target)).toMatchObject({ status: 404, body: 'weg' })
  })

  test.each(['/en/nope', '/en/404', '/en//evil.example'])(
    'sends the English 404 page for %s without an ETag',
    async (target) => {
      const { headers, ...response } = await ask(target, { headers: { 'if-none-match': '*' } })
      expect(response).toEqual({ status: 404, body: 'gone' })
      expect(headers).not.toHaveProperty('etag')
    },
  )

  test('sends a 304 without policy headers for an unchanged page', async () => {
    const page = await ask('/connect')
    expect(page.headers['content-security-policy']).toContain("'sha256-connect='")
    const { etag = '', vary = '' } = page.headers
    const again = await ask('/connect', { headers: { 'if-none-match': `"other", W/${etag}` } })
    expect(again).toMatchObject({ status: 304, body: '' })
    expect(again.headers).toMatchObject({ etag, vary, 'cache-control': 'no-cache' })
    for (const name of [...documentHeaders, 'content-type', 'content-length']) {
      expect(again.headers).not.toHaveProperty(name)
    }
  })

  test('sends the whole page again after the policy has changed', async () => {
    const { etag = '' } = (await ask('/connect')).headers
    const from = await serveWith({ apiUrl: 'https://new-api.example.nl' })
    const again = await ask('/connect', { headers: { 'if-none-match': etag }, from })
    expect(again.status).toBe(200)
    expect(again.headers['content-security-policy']).toContain('https://new-api.example.nl')
  })

  test('sends a page in the accepted encoding with its own ETag', async () => {
    const responses = await Promise.all(
      ['gzip, deflate, br, zstd', 'gzip', 'identity', ''].map(async (accepted) => {
        const response = await begin('/connect', { headers: { 'accept-encoding': accepted } })
        return { headers: response.headers, body: Buffer.concat(await response.toArray()) }
      }),
    )
    const [brotli, gzip, plain, none] = responses
    const encodings = responses.map(({ headers }) => headers['content-encoding'])
    expect(encodings).toEqual(['br', 'gzip', undefined, undefined])
    expect(String(brotliDecompressSync(brotli?.body ?? ''))).toBe(files['client/connect.html'])
    expect(String(gunzipSync(gzip?.body ?? ''))).toBe(files['client/connect.html'])
    expect(plain).toMatchObject({ headers: { vary: 'accept-encoding' }, body: none?.body })
    expect(new Set(responses.map(({ headers }) => headers.etag)).size).toBe(3)
  })
})

describe('policy', () => {
  test.each([
    ['GET', '/', 200],
    ['HEAD', '/', 200],
    ['GET', '/manifest.webmanifest', 200],
    ['GET', '/favicon.svg', 200],
    ['GET', '/unknown.xyz', 200],
    ['GET', '/config.json', 200],
    ['GET', '/connect/', 301],
    ['GET', '/nope', 404],
    ['POST', '/connect', 405],
    ['DELETE', '/nope', 405],
    ['OPTIONS', '/config.json', 405],
    ['TRACE', '/assets/a.js', 405],
  ])('sends all policy headers in response to %s %s, status %i', async (method, path, status) => {
    const response = await ask(path, { method })
    expect(response.status).toBe(status)
    const { 'content-security-policy': expected = '', ...others } = policy
    expect(response.headers).toMatchObject(others)
    const { 'content-security-policy': actual = '' } = response.headers
    expect(String(actual).replace(/ 'sha256-[^']+'/g, '')).toBe(expected)
    expect(response.headers).not.toHaveProperty('server')
    expect(response.headers).not.toHaveProperty('x-powered-by')
    expect(response.headers.allow).toBe(status === 405 ? 'GET, HEAD' : undefined)
    if (method === 'HEAD') expect(response.body).toBe('')
  })

  test.each(['/assets/a.js', '/assets/a.css', '/assets/a.woff2', '/icon.png', '/favicon.ico'])(
    'sends no document headers with the static file %s',
    async (path) => {
      const { status, headers } = await ask(path)
      expect(status).toBe(200)
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
      })
      for (const name of documentHeaders) expect(headers).not.toHaveProperty(name)
    },
  )

  test.each(['/assets/a.js', '/connect', '/nope'])(
    'sends the HSTS header with %s if the portal uses https',
    async (path) => {
      const from = await serveWith({ publicUrl: 'https://portal.example' })
      const { headers } = await ask(path, { from })
      expect(headers['strict-transport-security']).toBe('max-age=86400')
    },
  )

  test('disables policy reports on the callback page, whose address contains a code', async () => {
    const errorReporting = { dsn: 'https://key@errors.example.nl/1', environment: 'test' }
    const from = await serveWith({ errorReporting })
    const page = await ask('/connect', { from })
    expect(page.headers['reporting-endpoints']).toContain(
      'https://errors.example.nl/api/1/security/',
    )
    const { headers } = await ask('/callback?code=1', { from })
    expect(headers['content-security-policy']).not.toContain('report')
    expect(headers).not.toHaveProperty('reporting-endpoints')
  })
})

test('sends a 405 even if the request has a large body', async () => {
  const address = `http://127.0.0.1:${listening.port}/connect`
  const response = await fetch(address, { method: 'POST', body: Buffer.alloc(8_000_000) })
  expect([response.status, await response.text()]).toEqual([405, 'Method not allowed'])
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
    ['GET', '/readyz', 503],
    ['GET', '/nope', 404],
    ['POST', '/connect', 405],
  ])(
    'closes the connection after responding to %s %s with %i while the server stops',
    async (method, path, status) => {
      const response = await ask(path, { method })
      expect([response.status, response.headers.connection]).toEqual([status, 'close'])
    },
  )

  test('closes the connection after a 304 while the server stops', async () => {
    const { etag = '' } = (await ask('/connect')).headers
    const again = await ask('/connect', { headers: { 'if-none-match': etag } })
    expect([again.status, again.headers.connection]).toEqual([304, 'close'])
  })
})

describe('files', () => {
  test.each([
    ['gzip, br', 'brotli', 'br'],
    ['gzip', 'gzip', 'gzip'],
    ['', script, undefined],
  ])(
    'sends the best compressed variant of a file for accept-encoding "%s"',
    async (accepted, body, encoding) => {
      const response = await ask('/assets/a.js', { headers: { 'accept-encoding': accepted } })
      expect(response.body).toBe(body)
      expect(response.headers['content-encoding']).toBe(encoding)
      expect(response.headers).toMatchObject({
        'content-type': 'text/javascript; charset=utf-8',
        vary: 'Accept-Encoding',
      })
    },
  )

  test('sends a 304 for an unchanged file', async () => {
    const { etag = '' } = (await ask('/favicon.svg')).headers
    const again = await ask('/favicon.svg', { headers: { 'if-none-match': etag } })
    expect(again).toMatchObject({ status: 304, headers: { 'cache-control': 'no-cache' }, body: '' })
  })

  test.each(['bytes=5-2', 'bytes=0-1', 'bytes=99999999-', 'x'])(
    'ignores the range %s and sends the whole file',
    async (range) => {
      const response = await ask('/assets/a.css', { headers: { range } })
      expect(response).toMatchObject({ status: 200, body: 'p{}' })
    },
  )

  test('closes the opened file if the client disconnects', async () => {
    streams.length = 0
    for (let count = 0; count < 5; count += 1) (await begin('/assets/a.js')).destroy()
    await expect.poll(() => streams.map(({ closed }) => closed)).toEqual(Array(5).fill(true))
  })

  test('reports a file that was deleted and keeps serving other requests', async () => {
    fileErrors.length = 0
    await rm(join(folder, 'client', 'deleted.png'))
    await expect(ask('/deleted.png')).rejects.toMatchObject({ code: 'ECONNRESET' })
    expect(fileErrors).toMatchObject([{ code: 'ENOENT' }])
    expect((await ask('/connect')).status).toBe(200)
  })
})

test.each([
  ['GET', '/api/serials/serial/list?x=1'],
  ['GET', '/api?x=1'],
  ['HEAD', '/api'],
  ['POST', '/api/snelstart/keys/unconnected'],
  ['OPTIONS', '/flags/client/metrics'],
  ['PUT', '/identity/users'],
])('sends a plain text 404 for a request that a proxy handles: %s %s', async (method, path) => {
  const { identity, flags } = sampleConfiguration
  const from = await serveWith({
    apiUrl: '/api',
    identity: { ...identity, adminUrl: '/identity' },
    flags: { ...flags, url: '/flags' },
  })
  const message = 'Not found: this address is for the proxy in front of the portal'
  expect(await ask(path, { method, from })).toMatchObject({
    status: 404,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
    body: method === 'HEAD' ? '' : message,
  })
  expect((await ask('/apis', { from })).body).toBe('weg')
})

test.each(['/connect', '/assets/a.css'])(
  'sends the content length without a body for HEAD %s',
  async (path) => {
    const { body } = await ask(path)
    const response = await ask(path, { method: 'HEAD' })
    expect([response.body, response.headers['content-length']]).toEqual(['', String(body.length)])
  },
)

test.each([
  ['/assets/a.js', 'public, max-age=31536000, immutable'],
  ['/connect', 'no-cache'],
  ['/favicon.svg', 'no-cache'],
  ['/nope', 'no-cache'],
  ['/config.json', 'no-store'],
  ['/callback?code=1', 'no-store'],
  ['/callback/?code=1', 'no-store'],
])('sends %s with the cache-control header %s', async (path, expected) => {
  expect((await ask(path)).headers['cache-control']).toBe(expected)
})

describe('return from a sign-out', () => {
  const page = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
  const visit = { 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate', accept: page }

  test('clears the browser cache and redirects to Home after a sign-out', async () => {
    expect(await ask('/?x=1&state=signed%2Dout', { headers: visit })).toMatchObject({
      status: 302,
      headers: { location: '/', 'clear-site-data': '"cache"', 'cache-control': 'no-store' },
    })
    expect((await ask('/', { headers: visit })).headers).not.toHaveProperty('clear-site-data')
  })

  test.each([
    { ...visit, 'sec-fetch-dest': 'iframe' },
    { 'sec-fetch-dest': 'empty', 'sec-fetch-mode': 'cors', accept: page },
    { accept: 'image/avif,image/webp,*/*;q=0.8' },
    {},
  ])('keeps the browser cache if another site sends the request: %j', async (headers) => {
    const response = await ask('/?state=signed-out', { headers })
    expect(response).toMatchObject({ status: 302, headers: { location: '/' } })
    expect(response.headers).not.toHaveProperty('clear-site-data')
  })
})
