import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import manifest from '../package.json' with { type: 'json' }
import { sampleVariables } from '../test/configuration.ts'
import { listen } from './listen.ts'
import { classifyResponse } from './metrics.ts'
import { startPortal, type Portal } from './start.ts'

const metrics = { port: 0, host: '127.0.0.1' }
const provider = createServer(({ headers: { host = '' } }, response) => {
  const issuer = `http://${host}/realms/shops`
  const document = { issuer, authorization_endpoint: issuer, token_endpoint: issuer }
  response.end(JSON.stringify(document))
})
let environment: Record<string, string>
let portal: Portal
let metricsUrl: string

beforeAll(async () => {
  provider.listen(0, '127.0.0.1')
  await once(provider, 'listening')
  const { port } = provider.address() as AddressInfo
  const authority = `http://127.0.0.1:${port}/realms/shops`
  environment = { ...sampleVariables, PORTAL_OIDC_AUTHORITY: authority }
  portal = await startPortal({ port: 0, host: '127.0.0.1', environment, metrics })
  metricsUrl = String(portal.metricsUrl)
})
afterAll(async () => {
  await portal.close()
  provider.closeAllConnections()
  provider.close()
})

const ask = (path: string, options: RequestInit = {}) =>
  fetch(portal.url + path, { redirect: 'manual', ...options }).then((response) => response.text())

/** Sends raw bytes and closes the connection. Returns the response. */
async function sendRaw(bytes: string): Promise<string> {
  const socket = connect(Number(new URL(portal.url).port), '127.0.0.1')
  socket.end(bytes)
  return text(socket)
}

/** Returns the samples of the metrics by name and labels. */
async function scrape(address = metricsUrl): Promise<Map<string, number>> {
  const response = await fetch(address)
  const lines = (await response.text()).split('\n').filter((line) => !line.startsWith('#'))
  return new Map(
    lines.filter(Boolean).map((line) => {
      const [, name = '', value = ''] = /^([^{ ]+(?:\{.*\})?) (\S+)$/.exec(line) ?? []
      return [name, Number(value)]
    }),
  )
}

// This test runs first, because all tests share one portal's counters.
test('counts responses by status, method and kind', async () => {
  const page = await ask('/connect')
  const [asset = ''] = /\/assets\/[^"]+\.js/.exec(page) ?? []
  for (const path of [asset, '/healthz', '/connect/', '/?state=signed-out', '/nope'])
    await ask(path)
  await ask('/connect', { method: 'HEAD' })
  await ask('/connect', { method: 'DELETE' })
  const counts = async () =>
    Object.fromEntries(
      [...(await scrape())].flatMap(([name, value]) => {
        const labels = /^koppelpunt_http_requests_total\{(.*)\}$/.exec(name)?.[1]
        return labels === undefined ? [] : [[labels.replaceAll(/\w+="([^"]*)"/g, '$1'), value]]
      }),
    )
  await expect.poll(counts).toEqual({
    '200,GET,page': 1,
    '200,GET,asset': 1,
    '200,GET,endpoint': 1,
    '301,GET,redirect': 1,
    '302,GET,redirect': 1,
    '404,GET,missing': 1,
    '200,HEAD,page': 1,
    '405,other,refused': 1,
  })
  const samples = await scrape()
  const timed = (kind: string) =>
    samples.get(`koppelpunt_http_request_duration_seconds_count{kind="${kind}"}`)
  expect([timed('page'), timed('redirect'), timed('refused')]).toEqual([2, 2, 1])
})

test('serves metrics as uncached OpenMetrics text', async () => {
  const response = await fetch(metricsUrl)
  expect(response.status).toBe(200)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/openmetrics-text; version=1.0.0; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  expect(await response.text()).toMatch(/^# HELP [^]*\n# EOF\n$/)
})

test('serves metrics only at the metrics address', async () => {
  const others = [
    ['/', 'GET'],
    ['/metrics', 'POST'],
    ['/metrics/', 'GET'],
  ] as const
  for (const [path, method] of others) {
    const { status, headers } = await fetch(new URL(path, metricsUrl), { method })
    expect([path, method, status]).toEqual([path, method, 404])
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  }
  expect((await fetch(metricsUrl, { method: 'HEAD' })).status).toBe(200)
  expect((await fetch(`${portal.url}/metrics`)).status).toBe(404)
})

test('exposes release, start warnings and draining state as metrics', async () => {
  const samples = await scrape()
  const labels = `version="${manifest.version}",build="${portal.release.build}"`
  expect(samples.get(`koppelpunt_build_info{${labels}}`)).toBe(1)
  // Expected warnings: missing public URL and missing idempotency header.
  expect(samples.get('koppelpunt_start_warnings')).toBe(2)
  expect(samples.get('koppelpunt_draining')).toBe(0)
})

test('exposes koppelpunt_provider_up as 1 after the discovery', async () => {
  await portal.firstDiscovery
  expect((await scrape()).get('koppelpunt_provider_up')).toBe(1)
})

test.each([
  ['0 without a provider', true, 0],
  ['undefined without discovery', false, undefined],
])('exposes koppelpunt_provider_up as %s', async (_, discovery, expected) => {
  const lost = { ...environment, PORTAL_OIDC_AUTHORITY: 'http://127.0.0.1:1/realms/shops' }
  const other = await startPortal({ port: 0, environment: lost, metrics, discovery })
  await other.firstDiscovery
  const address = String(other.metricsUrl)
  expect((await scrape(address)).get('koppelpunt_provider_up')).toBe(expected)
  other.drain()
  expect((await scrape(address)).get('koppelpunt_draining')).toBe(1)
  await other.close()
})

test.each([
  [200, '/en/connect?administration=1.5', 'page'],
  [304, '/wizard', 'page'],
  [304, '/favicon.svg', 'asset'],
  [200, '/healthz?x', 'endpoint'],
  [503, '/readyz', 'endpoint'],
  [404, '/assets/old.js', 'missing'],
  [400, 'nonsense', 'refused'],
] as const)('counts a response with status %i to %s as %s', (status, target, kind) => {
  expect(classifyResponse(status, target)).toBe(kind)
})

test('creates no metric series or labels from request addresses', async () => {
  const secret = 'zoe-1001'
  const word = fc.constantFrom('connect', 'assets', 'healthz', secret, 'en', '..', 'a.js', '%00')
  const request = fc.record({
    method: fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PROPFIND'),
    path: fc.array(word, { maxLength: 4 }),
    query: fc.constantFrom('', `?administration=${secret}`, '?state=signed-out', '#x'),
    host: fc.constantFrom('a', secret, 'a b', ''),
  })
  for (const { method, path, query, host } of fc.sample(request, 300)) {
    const target = `/${path.join('/')}${query}`
    await sendRaw(`${method} ${target} HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`)
  }
  const names = [...(await scrape()).keys()]
  expect(names.filter((name) => name.startsWith('koppelpunt_')).length).toBeLessThan(200)
  expect(names.join()).not.toContain(secret)
})

test('closes the metrics server if the portal’s port is in use', async () => {
  const { port, close } = await listen(() => undefined, metrics)
  await close()
  const options = { host: '127.0.0.1', environment, metrics: { ...metrics, port } }
  const own = Number(new URL(portal.url).port)
  await expect(startPortal({ port: own, ...options })).rejects.toMatchObject({ code: 'EADDRINUSE' })
  await (await startPortal({ port: 0, ...options })).close()
})
