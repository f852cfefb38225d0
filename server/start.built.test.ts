import { once } from 'node:events'
import { createServer, request, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { cp, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import manifest from '../package.json' with { type: 'json' }
import { policyHeaders } from './headers.ts'
import { startupError } from './startup-error.ts'
import { sampleVariables } from '../test/configuration.ts'
import { BUILD_FOLDER } from './pages.ts'
import { start, type Portal } from './start.ts'

let portal: Portal

beforeAll(async () => {
  portal = await start({ port: 0, environment: sampleVariables })
})
afterAll(() => portal.close())

const ask = (path: string) => fetch(portal.url + path)

test('every page says which version and build it is of', async () => {
  const { version, build } = portal.release
  expect(version).toBe(manifest.version)
  expect(build).toMatch(/^(?:hash-)?[\da-f]{12}$/)
  const pages = [
    '/',
    '/connect',
    '/check',
    '/boarding',
    '/boarding/list',
    '/wizard',
    '/polaris',
    '/callback',
    '/nope',
  ]
  for (const path of [...pages, '/en', '/en/wizard', '/en/nope']) {
    const page = await (await ask(path)).text()
    expect(page).toContain(`<meta name="version" content="${version}">`)
    expect(page).toContain(`<meta name="build" content="${build}">`)
    expect(page).toContain(path.startsWith('/en') ? 'lang="en"' : 'lang="nl"')
  }
})

test('pages have the provider’s addresses once it answers, and /config.json does not', async () => {
  let asked = 0
  const provider = createServer((_, response) => {
    asked += 1
    const document = {
      issuer: authority,
      authorization_endpoint: `${authority}/auth`,
      token_endpoint: `${authority}/token`,
    }
    response.end(JSON.stringify(document))
  })
  await once(provider.listen(0, '127.0.0.1'), 'listening')
  const authority = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/realms/shops`
  const environment = { ...sampleVariables, PORTAL_OIDC_AUTHORITY: authority }
  const { url, providerAsked, close } = await start({ port: 0, environment })
  const configurationAt = async (path: string, at = url) => {
    const page = await (await fetch(at + path)).text()
    const text = /id="configuration">([^<]+)</.exec(page)?.[1] ?? page
    return JSON.parse(text) as { discovered?: object }
  }
  await providerAsked
  for (const path of ['/connect', '/en', '/callback']) {
    const { discovered } = await configurationAt(path)
    expect(discovered).toMatchObject({ issuer: authority, token_endpoint: `${authority}/token` })
  }
  expect((await configurationAt('/config.json')).discovered).toBeUndefined()
  await close()

  const asking = asked
  const silent = await start({ port: 0, environment, discovery: false })
  await silent.providerAsked
  expect((await configurationAt('/connect', silent.url)).discovered).toBeUndefined()
  expect(asked).toBe(asking)
  await silent.close()
  provider.closeAllConnections()
  provider.close()
})

test.each([
  ['GET', 'localhost', ''],
  ['HEAD', 'localhost', ''],
  ['GET', 'evil.example/a?b#c', '?x=1'],
  ['GET', '%', '?'],
])('%s of the routes, for the host %j and with %j', async (method, host, query) => {
  const { configuration, release } = portal
  const bodies = {
    '/config.json': configuration,
    '/healthz': { status: 'ok', ...release },
    '/readyz': { status: 'ok' },
  }
  for (const [path, body] of Object.entries(bodies)) {
    const sent = request(portal.url, { path: path + query, method, headers: { host } }).end()
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    const framing = ['date', 'transfer-encoding']
    const headers = Object.entries(answer.headers).filter(([name]) => !framing.includes(name))
    expect([path, answer.statusCode]).toEqual([path, 200])
    expect(Object.fromEntries(headers)).toEqual({
      ...policyHeaders(configuration),
      connection: 'keep-alive',
      'keep-alive': 'timeout=75',
      'cache-control': 'no-store',
      'content-type': 'application/json',
    })
    expect(await text(answer)).toBe(method === 'HEAD' ? '' : JSON.stringify(body))
  }
})

test('no address of the sandbox is left in the build', async () => {
  const page = await (await ask('/connect')).text()
  const scripts = [...page.matchAll(/"(\/assets\/[^"]+\.js)"/g)].map(([, path = '']) => path)
  expect(scripts).not.toEqual([])
  for (const path of scripts) expect(await (await ask(path)).text()).not.toContain(':4400')
})

describe('a build of its own', () => {
  let folder: string
  let build: string

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'koppelpunt-build-'))
    build = join(folder, 'dist')
    await cp(BUILD_FOLDER, build, { recursive: true })
  })
  afterEach(() => rm(folder, { recursive: true }))

  test('pages and endpoints outlive the build that the portal was started from', async () => {
    const { url, close } = await start({ port: 0, environment: sampleVariables, build })
    await rename(build, `${build}-of-before`)
    for (const path of ['/healthz', '/config.json', '/connect', '/nope']) {
      for (const method of ['GET', 'HEAD']) {
        const answer = await fetch(url + path, { method })
        expect([path, method, answer.status]).toEqual([path, method, path === '/nope' ? 404 : 200])
      }
    }
    await close()
  })

  test.each([
    'client',
    // With what names the version.
    'client/index.html',
    'client/404.html',
    'server/inline-sources.json',
    'server/entry.mjs',
  ])('without %s the start asks for a build', async (part) => {
    await rm(join(build, part), { recursive: true })
    const failure: unknown = await start({ port: 0, environment: sampleVariables, build }).then(
      () => 'started',
      (error: unknown) => error,
    )
    expect(startupError(failure, 0, 'PORT')).toMatch(/npm run build$/)
  })
})
