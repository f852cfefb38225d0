import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import manifest from '../package.json' with { type: 'json' }
import { sampleVariables } from '../test/configuration.ts'
import { listen } from './listen.ts'
import { kindOf } from './metrics.ts'
import { start, type Portal } from './start.ts'

const metrics = { port: 0, host: '127.0.0.1' }
const provider = createServer(({ headers: { host = '' } }, response) => {
  const issuer = `http://${host}/realms/shops`
  const addresses = { issuer, authorization_endpoint: issuer, token_endpoint: issuer }
  response.end(JSON.stringify(addresses))
})
let environment: Record<string, string>
let portal: Portal

beforeAll(async () => {
  provider.listen(0, '127.0.0.1')
  await once(provider, 'listening')
  const { port } = provider.address() as AddressInfo
  const authority = `http://127.0.0.1:${port}/realms/shops`
  environment = { ...sampleVariables, PORTAL_OIDC_AUTHORITY: authority }
  portal = await start({ port: 0, host: '127.0.0.1', environment, metrics })
})
afterAll(async () => {
  await portal.close()
  provider.closeAllConnections()
  provider.close()
})

const ask = (path: string, options: RequestInit = {}) =>
  fetch(portal.url + path, { redirect: 'manual', ...options }).then((answer) => answer.text())

/** What was sent, as it is, and then the end. */
async function send(sent: string): Promise<string> {
  const socket = connect(Number(new URL(portal.url).port), '127.0.0.1')
  socket.end(sent)
  return text(socket)
}

/** Samples by their names and labels. */
async function scrape(of = portal): Promise<Map<string, number>> {
  const answer = await fetch(String(of.metricsUrl))
  const lines = (await answer.text()).split('\n').filter((line) => !line.startsWith('#'))
  return new Map(
    lines.filter(Boolean).map((line) => {
      const [, name = '', value = ''] = /^([^{ ]+(?:\{.*\})?) (\S+)$/.exec(line) ?? []
      return [name, Number(value)]
    }),
  )
}

const ours = (samples: ReadonlyMap<string, number>) =>
  [...samples].filter(([name]) => name.startsWith('koppelpunt_'))

// First, since all tests ask the same portal.
test('answers are counted by status, method and kind', async () => {
  const page = await ask('/connect')
  const [asset = ''] = /\/assets\/[^"]+\.js/.exec(page) ?? []
  await ask(asset)
  await ask('/healthz')
  await ask('/connect/')
  await ask('/?state=signed-out')
  await ask('/nope')
  await ask('/connect', { method: 'HEAD' })
  await ask('/connect', { method: 'DELETE' })
  const counted = async () =>
    Object.fromEntries(
      [...(await scrape())].flatMap(([name, value]) => {
        const labels = /^koppelpunt_http_requests_total\{(.*)\}$/.exec(name)?.[1]
        return labels === undefined ? [] : [[labels.replaceAll(/\w+="([^"]*)"/g, '$1'), value]]
      }),
    )
  await expect.poll(counted).toEqual({
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

test('metrics are text in OpenMetrics form, which nothing stores or takes for something else', async () => {
  const answer = await fetch(String(portal.metricsUrl))
  expect(answer.status).toBe(200)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'application/openmetrics-text; version=1.0.0; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  expect(await answer.text()).toMatch(/^# HELP [^]*\n# EOF\n$/)
})

test('nothing else is served there, and metrics nowhere else', async () => {
  const address = String(portal.metricsUrl)
  const others = [
    ['/', 'GET'],
    ['/metrics', 'POST'],
    ['/metrics/', 'GET'],
  ] as const
  for (const [path, method] of others) {
    const answer = await fetch(new URL(path, address), { method })
    expect([path, method, answer.status]).toEqual([path, method, 404])
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  }
  expect((await fetch(address, { method: 'HEAD' })).status).toBe(200)
  expect((await fetch(`${portal.url}/metrics`)).status).toBe(404)
})

test('how it was started is told', async () => {
  const samples = await scrape()
  const value = (name: string) => samples.get(name)
  expect(
    value(`koppelpunt_build_info{version="${manifest.version}",build="${portal.release.build}"}`),
  ).toBe(1)
  // The identity provider is not encrypted but on this machine; others are https, the portal unknown.
  expect(value('koppelpunt_start_warnings')).toBe(2)
  expect(value('koppelpunt_draining')).toBe(0)
})

test('whether pages have the provider’s addresses is told where it is asked for them, and a stop', async () => {
  const ofPages = async (of: Portal) => (await scrape(of)).get('koppelpunt_provider_up')
  await portal.providerAsked
  expect(await ofPages(portal)).toBe(1)
  const lost = { ...environment, PORTAL_OIDC_AUTHORITY: 'http://127.0.0.1:1/realms/shops' }
  for (const [discovery, told] of [
    [true, 0],
    [false, undefined],
  ] as const) {
    const other = await start({ port: 0, environment: lost, metrics, discovery })
    await other.providerAsked
    expect(await ofPages(other)).toBe(told)
    other.drain()
    expect((await scrape(other)).get('koppelpunt_draining')).toBe(1)
    await other.close()
  }
})

test.each([
  [200, '/en/connect?administration=1.5', 'page'],
  [304, '/wizard', 'page'],
  [304, '/favicon.svg', 'asset'],
  [200, '/healthz?x', 'endpoint'],
  [503, '/readyz', 'endpoint'],
  [404, '/assets/old.js', 'missing'],
  [400, 'nonsense', 'refused'],
] as const)('%i of %s is a %s', (status, target, kind) => {
  expect(kindOf(status, target)).toBe(kind)
})

test('whatever is asked for, there are no more series, and none says what it was', async () => {
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
    await send(`${method} ${target} HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`)
  }
  const samples = await scrape()
  expect(ours(samples).length).toBeLessThan(200)
  expect([...samples.keys()].join()).not.toContain(secret)
})

test('a portal whose port is taken leaves no metrics open', async () => {
  const { port, close } = await listen(() => undefined, metrics)
  await close()
  const again = { host: '127.0.0.1', environment, metrics: { ...metrics, port } }
  const own = Number(new URL(portal.url).port)
  await expect(start({ port: own, ...again })).rejects.toMatchObject({ code: 'EADDRINUSE' })
  await (await start({ port: 0, ...again })).close()
})
