import { once } from 'node:events'
import { createServer, request, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { cp, mkdtemp, readFile, readdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import manifest from '../package.json' with { type: 'json' }
import { createPolicyHeaders } from './headers.ts'
import { describeStartError } from './startup-error.ts'
import { sampleVariables } from '../test/configuration.ts'
import { BUILD_FOLDER, OWN_ASSETS_FILE } from './pages.ts'
import { startPortal, type Portal } from './start.ts'

let portal: Portal

beforeAll(async () => {
  portal = await startPortal({ port: 0, environment: sampleVariables })
})
afterAll(() => portal.close())

const fetchText = async (path: string) => (await fetch(portal.url + path)).text()

test('adds version, build id and language to every page', async () => {
  const { version, build } = portal.release
  expect(version).toBe(manifest.version)
  expect(build).toMatch(/^(?:hash-)?[\da-f]{12}$/)
  const screens = ['/connect', '/check', '/boarding', '/boarding/list', '/wizard', '/polaris']
  const english = ['/en', '/en/wizard', '/en/nope']
  for (const path of ['/', ...screens, '/callback', '/nope', ...english]) {
    const page = await fetchText(path)
    expect(page).toContain(`<meta name="version" content="${version}">`)
    expect(page).toContain(`<meta name="build" content="${build}">`)
    expect(page).toContain(path.startsWith('/en') ? 'lang="en"' : 'lang="nl"')
  }
})

describe('discovery', () => {
  let requests = 0
  let authority: string
  let environment: Record<string, string>
  const provider = createServer((_, response) => {
    requests += 1
    const document = {
      issuer: authority,
      authorization_endpoint: `${authority}/auth`,
      token_endpoint: `${authority}/token`,
    }
    response.end(JSON.stringify(document))
  })

  beforeAll(async () => {
    await once(provider.listen(0, '127.0.0.1'), 'listening')
    authority = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/realms/shops`
    environment = { ...sampleVariables, PORTAL_OIDC_AUTHORITY: authority }
  })
  afterAll(() => {
    provider.closeAllConnections()
    provider.close()
  })

  async function configurationAt(address: string): Promise<{ discovered?: object }> {
    const page = await (await fetch(address)).text()
    const data = /id="configuration">([^<]+)</.exec(page)?.[1] ?? page
    return JSON.parse(data) as { discovered?: object }
  }

  test('adds the provider’s endpoints to pages, but not to /config.json', async () => {
    const { url, firstDiscovery, close } = await startPortal({ port: 0, environment })
    await firstDiscovery
    for (const path of ['/connect', '/en', '/callback']) {
      const { discovered } = await configurationAt(url + path)
      expect(discovered).toMatchObject({ issuer: authority, token_endpoint: `${authority}/token` })
    }
    expect((await configurationAt(`${url}/config.json`)).discovered).toBeUndefined()
    await close()
  })

  test('sends no discovery request if discovery is off', async () => {
    const before = requests
    const { url, firstDiscovery, close } = await startPortal({
      port: 0,
      environment,
      discovery: false,
    })
    await firstDiscovery
    expect((await configurationAt(`${url}/connect`)).discovered).toBeUndefined()
    expect(requests).toBe(before)
    await close()
  })
})

test.each([
  ['GET', 'localhost', ''],
  ['HEAD', 'localhost', ''],
  ['GET', 'evil.example/a?b#c', '?x=1'],
  ['GET', '%', '?'],
])(
  'responds to %s requests at the JSON endpoints with host %j and query %j',
  async (method, host, query) => {
    const { configuration, release } = portal
    const bodies = {
      '/config.json': configuration,
      '/healthz': { status: 'ok', ...release },
      '/readyz': { status: 'ok' },
    }
    for (const [path, body] of Object.entries(bodies)) {
      const sent = request(portal.url, { path: path + query, method, headers: { host } }).end()
      const [response] = (await once(sent, 'response')) as [IncomingMessage]
      const framing = ['date', 'transfer-encoding']
      const headers = Object.entries(response.headers).filter(([name]) => !framing.includes(name))
      expect([path, response.statusCode]).toEqual([path, 200])
      expect(Object.fromEntries(headers)).toEqual({
        ...createPolicyHeaders(configuration),
        connection: 'keep-alive',
        'keep-alive': 'timeout=75',
        'cache-control': 'no-store',
        'content-type': 'application/json',
      })
      expect(await text(response)).toBe(method === 'HEAD' ? '' : JSON.stringify(body))
    }
  },
)

describe('the build', () => {
  test('the built scripts contain no address of the sandbox', async () => {
    const page = await fetchText('/connect')
    const scripts = [...page.matchAll(/"(\/assets\/[^"]+\.js)"/g)].map(([, path = '']) => path)
    expect(scripts).not.toEqual([])
    for (const path of scripts) expect(await fetchText(path)).not.toContain(':4400')
  })

  test('lists all assets that pages load, without their compressed variants', async () => {
    const list = await readFile(join(BUILD_FOLDER, 'server', OWN_ASSETS_FILE), 'utf8')
    const own = JSON.parse(list) as string[]
    const client = join(BUILD_FOLDER, 'client')
    const pages = (await readdir(client)).filter((name) => name.endsWith('.html'))
    const named = new Set<string>()
    for (const page of pages) {
      const html = await readFile(join(client, page), 'utf8')
      for (const [, name = ''] of html.matchAll(/"\/assets\/([^"]+)"/g)) named.add(name)
    }
    expect(named.size).toBeGreaterThan(5)
    expect(own).toEqual(expect.arrayContaining([...named]))
    expect(own.filter((name) => /\.(?:br|gz)$/.test(name))).toEqual([])
  })
})

describe('a copy of the build', () => {
  let folder: string
  let build: string

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'koppelpunt-build-'))
    build = join(folder, 'dist')
    await cp(BUILD_FOLDER, build, { recursive: true })
  })
  afterEach(() => rm(folder, { recursive: true }))

  test('serves pages and endpoints after the build folder is moved', async () => {
    const { url, close } = await startPortal({ port: 0, environment: sampleVariables, build })
    await rename(build, `${build}-moved`)
    for (const path of ['/healthz', '/config.json', '/connect', '/nope']) {
      for (const method of ['GET', 'HEAD']) {
        const { status } = await fetch(url + path, { method })
        expect([path, method, status]).toEqual([path, method, path === '/nope' ? 404 : 200])
      }
    }
    await close()
  })

  test.each([
    'client',
    'client/index.html',
    'client/404.html',
    'server/inline-sources.json',
    'server/entry.mjs',
  ])('asks to build the portal if %s is missing', async (part) => {
    await rm(join(build, part), { recursive: true })
    const failure: unknown = await startPortal({
      port: 0,
      environment: sampleVariables,
      build,
    }).then(
      () => 'started',
      (error: unknown) => error,
    )
    expect(describeStartError(failure, 0, 'PORT')).toMatch(/npm run build$/)
  })
})
