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
import { createHandler } from './handler.ts'
import { policyHeaders } from './headers.ts'
import { listen, type Listening } from './listen.ts'
import { pagesWith, readBuild, type AstroHandler, type Build } from './pages.ts'

const named = '<meta name="version" content="1.2.3"><meta name="build" content="0123456789ab">'
const script = 'run() // '.repeat(100_000)
const files: Record<string, string> = {
  'client/index.html': `${named} home`,
  'client/connect.html': `<p>${'connect '.repeat(50)}</p>`,
  'client/connect.html.br': 'of the page without its configuration',
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
  'client/favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'client/manifest.webmanifest': '{}',
  'client/unknown.xyz': 'x',
  'server/inline-sources.json': '{"connect.html":{"script":["\'sha256-connect=\'"],"style":[]}}',
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

let folder: string
let build: Build
let listening: Listening
let isStopping = false
const failures: unknown[] = []
/** What was read of files. */
const opened: Readable[] = []

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

/** Runs the routes without a build. */
const astro: AstroHandler = async ({ url = '' }, response, _next, locals) => {
  const [path = ''] = url.split('?', 1)
  const answer = await routes[path]?.({ locals } as APIContext)
  if (!answer) throw new Error(`There is no route ${path}`)
  response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text())
}

async function serve(configuration: PublicConfiguration): Promise<Listening> {
  const pages = await pagesWith(build, configuration)
  const handler = createHandler(build, {
    configuration,
    pages: () => pages,
    isStopping: () => isStopping,
    astro,
    failed: (error) => failures.push(error),
  })
  const noting: RequestListener = (asked, response) => {
    response.on('pipe', (file: Readable) => opened.push(file))
    handler(asked, response)
  }
  return listen(noting, { port: 0, host: 'localhost' })
}

/** A portal of another configuration, for as long as the test takes. */
async function serveElsewhere(changes: Partial<PublicConfiguration>) {
  const elsewhere = await serve({ ...sampleConfiguration, ...changes })
  onTestFinished(() => elsewhere.close())
  return elsewhere
}

async function begin(
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
  { port } = listening,
) {
  const sent = request({ host: '127.0.0.1', port, path, headers, method }).end()
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  return answer
}

async function ask(...asked: Parameters<typeof begin>) {
  const answer = await begin(...asked)
  return { status: answer.statusCode, headers: answer.headers, body: await text(answer) }
}

describe('a page has one address', () => {
  test.each([
    ['/', 'home'],
    ['/connect', 'connect '],
    ['/connect?reseller=%zz&x=//y', 'connect '],
    ['/en', 'home in English'],
    ['/en/boarding', 'boarding'],
    ['/?state=1', 'home'],
    ['/?signed-out', 'home'],
    ['/connect?state=signed-out', 'connect '],
  ])('%s is "%s"', async (target, body) => {
    const answer = await ask(target)
    expect(answer).toMatchObject({ status: 200, body: expect.stringContaining(body) as string })
  })

  test.each([
    ['/connect/', '/connect'],
    ['/connect.html', '/connect'],
    ['/connect/index.html', '/connect'],
    ['/connect/?reseller=//evil.example', '/connect?reseller=//evil.example'],
    ['/index.html', '/'],
    ['/en/', '/en'],
  ])('%s leads to %s', async (target, location) => {
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
  ])('%s is missing', async (target) => {
    expect(await ask(target)).toMatchObject({ status: 404, body: 'weg' })
  })

  test.each(['/en/nope', '/en/404', '/en//evil.example'])(
    '%s is missing in English',
    async (at) => {
      const { headers, ...gone } = await ask(at, { 'if-none-match': '*' })
      expect(gone).toEqual({ status: 404, body: 'gone' })
      expect(headers).not.toHaveProperty('etag')
    },
  )
})

describe('the policy is on every answer that a browser may make a document of', () => {
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
  ])('%s %s is %i', async (method, path, status) => {
    const answer = await ask(path, {}, method)
    expect(answer.status).toBe(status)
    const { 'content-security-policy': expected = '', ...others } = policy
    expect(answer.headers).toMatchObject(others)
    const { 'content-security-policy': given = '' } = answer.headers
    expect(String(given).replace(/ 'sha256-[^']+'/g, '')).toBe(expected)
    expect(answer.headers).not.toHaveProperty('server')
    expect(answer.headers).not.toHaveProperty('x-powered-by')
    expect(answer.headers.allow).toBe(status === 405 ? 'GET, HEAD' : undefined)
    if (method === 'HEAD') expect(answer.body).toBe('')
  })
})

test('whoever sends a long body gets to read that nobody takes it', async () => {
  const address = `http://127.0.0.1:${listening.port}/connect`
  const answer = await fetch(address, { method: 'POST', body: Buffer.alloc(8_000_000) })
  expect([answer.status, await answer.text()]).toEqual([405, 'Method not allowed'])
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
  ])('%s %s is answered with %i, and ends its connection', async (method, path, status) => {
    const answer = await ask(path, {}, method)
    expect([answer.status, answer.headers.connection]).toEqual([status, 'close'])
  })

  test('so does what is unchanged', async () => {
    const { headers } = await ask('/connect')
    const again = await ask('/connect', { 'if-none-match': String(headers.etag) })
    expect([again.status, again.headers.connection]).toEqual([304, 'close'])
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

  test('has a tag for each of its forms', async () => {
    const asked = ['gzip, deflate, br, zstd', 'gzip', 'identity', ''] as const
    const answers = await Promise.all(
      asked.map(async (accepted) => {
        const answer = await begin('/connect', { 'accept-encoding': accepted })
        return { headers: answer.headers, body: Buffer.concat(await answer.toArray()) }
      }),
    )
    const [brotli, gzip, plain, none] = answers
    const encodings = answers.map(({ headers }) => headers['content-encoding'])
    expect(encodings).toEqual(['br', 'gzip', undefined, undefined])
    expect(String(brotliDecompressSync(brotli?.body ?? ''))).toBe(files['client/connect.html'])
    expect(String(gunzipSync(gzip?.body ?? ''))).toBe(files['client/connect.html'])
    expect(plain).toMatchObject({ headers: { vary: 'accept-encoding' }, body: none?.body })
    expect(new Set(answers.map(({ headers }) => headers.etag)).size).toBe(3)
  })
})

describe('files', () => {
  test('come in the best form that the build made', async () => {
    const asking = (accepted: string) => ask('/assets/a.js', { 'accept-encoding': accepted })
    const [brotli, gzip, plain] = [await asking('gzip, br'), await asking('gzip'), await asking('')]
    expect([brotli.body, gzip.body, plain.body]).toEqual(['brotli', 'gzip', script])
    expect(brotli.headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': 'text/javascript; charset=utf-8',
      vary: 'Accept-Encoding',
    })
  })

  test('are not sent again', async () => {
    const { etag = '' } = (await ask('/favicon.svg')).headers
    const again = await ask('/favicon.svg', { 'if-none-match': etag })
    expect(again).toMatchObject({ status: 304, headers: { 'cache-control': 'no-cache' }, body: '' })
  })

  test.each(['bytes=5-2', 'bytes=0-1', 'bytes=99999999-', 'x'])(
    'are whole, whatever range is asked for: %s',
    async (range) => {
      expect(await ask('/assets/a.css', { range })).toMatchObject({ status: 200, body: 'p{}' })
    },
  )

  test('are closed when their client goes', async () => {
    opened.length = 0
    for (let asked = 0; asked < 5; asked += 1) (await begin('/assets/a.js')).destroy()
    await expect.poll(() => opened.map(({ closed }) => closed)).toEqual(Array(5).fill(true))
  })

  test('one that is gone ends its connection, is told of, and nothing else', async () => {
    failures.length = 0
    await rm(join(folder, 'client', 'favicon.ico'))
    await expect(ask('/favicon.ico')).rejects.toMatchObject({ code: 'ECONNRESET' })
    expect(failures).toMatchObject([{ code: 'ENOENT' }])
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
])('%s %s is for a proxy in front: it does not exist, and is no page', async (method, path) => {
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
  const told = 'Not found: this address is for the proxy in front of the portal'
  expect(answer.body).toBe(method === 'HEAD' ? '' : told)
  expect((await ask('/apis', {}, 'GET', behindProxy)).body).toBe('weg')
})

test('HEAD says how long the answer would be and leaves it out', async () => {
  for (const path of ['/connect', '/assets/a.css']) {
    const { body } = await ask(path)
    const answer = await ask(path, {}, 'HEAD')
    expect(answer).toMatchObject({ body: '', headers: { 'content-length': String(body.length) } })
  }
})

test.each([
  ['/assets/a.js', 'public, max-age=31536000, immutable'],
  ['/connect', 'no-cache'],
  ['/favicon.svg', 'no-cache'],
  ['/nope', 'no-cache'],
  ['/config.json', 'no-store'],
  ['/callback?code=1', 'no-store'],
  ['/callback/?code=1', 'no-store'],
])('%s is kept as %s', async (path, expected) => {
  expect((await ask(path)).headers['cache-control']).toBe(expected)
})

const page = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
const visit = { 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate', accept: page }

test('whoever comes back from a sign-out keeps no pages, and comes to Home', async () => {
  expect(await ask('/?x=1&state=signed%2Dout', visit)).toMatchObject({
    status: 302,
    headers: { location: '/', 'clear-site-data': '"cache"', 'cache-control': 'no-store' },
  })
  expect((await ask('/', visit)).headers).not.toHaveProperty('clear-site-data')
})

test.each([
  { ...visit, 'sec-fetch-dest': 'iframe' },
  { 'sec-fetch-dest': 'empty', 'sec-fetch-mode': 'cors', accept: page },
  { accept: 'image/avif,image/webp,*/*;q=0.8' },
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

test('what is made on demand', async () => {
  const json = { 'content-type': 'application/json' }
  const config = await ask('/config.json')
  expect(config).toMatchObject({ status: 200, headers: json })
  expect(JSON.parse(config.body)).toEqual(sampleConfiguration)
  const health = '{"status":"ok","version":"1.2.3","build":"0123456789ab"}'
  expect(await ask('/healthz')).toMatchObject({ status: 200, headers: json, body: health })
  expect(await ask('/readyz')).toMatchObject({ status: 200, body: '{"status":"ok"}' })
})
