import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { connect } from 'node:http2'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { buffer, text } from 'node:stream/consumers'
import { brotliDecompressSync } from 'node:zlib'
import { listen } from '../../server/listen.ts'
import { createPortalEnvironment } from '../../sandbox/portal-environment.ts'
import { findFreePort } from '../../tools/programs/free-port.ts'
import { isReady, startProcessGroup } from '../../tools/programs/process-group.ts'
import { PROJECT_FOLDER } from '../../tools/programs/program.ts'
import {
  sharedOriginEnvironment,
  startRecommendedNginx,
} from '../../tools/services/nginx/recommended.ts'
import { expect, test } from './fixtures.ts'

/**
 * Runs `npm run verify`. Returns its exit code, reported differences and last line.
 *
 * @param certificate path of an additional trusted certificate
 */
async function verify(origin: string, certificate = '') {
  const child = spawn(process.execPath, ['tools/operate/verify.ts', origin], {
    cwd: PROJECT_FOLDER,
    env: { ...process.env, NODE_EXTRA_CA_CERTS: certificate },
  })
  const [output, [code]] = await Promise.all([
    text(child.stdout),
    once(child, 'close') as Promise<[number]>,
  ])
  const isBad = (line: string) => line.startsWith('✗') || line.startsWith('    ')
  return { code, bad: output.split('\n').filter(isBad), last: output.trim().split('\n').at(-1) }
}

/** Requests a path exactly as written. Clients such as `fetch` would normalise the path. */
async function ask(url: string, path: string, headers: Record<string, string> = {}) {
  const { port } = new URL(url)
  const sent = request({
    host: '127.0.0.1',
    port,
    path,
    headers: { host: 'localhost', ...headers },
  })
  const [answer] = (await once(sent.end(), 'response')) as [IncomingMessage]
  return { status: answer.statusCode, headers: answer.headers, body: await text(answer) }
}

test('serves HTTP/2 and the build’s brotli files over TLS', async ({ nginx, services }) => {
  const session = connect(nginx.encryptedUrl, { rejectUnauthorized: false })
  await once(session, 'connect')
  expect(session.alpnProtocol).toBe('h2')
  const stream = session.request({ ':path': '/connect', 'accept-encoding': 'br' })
  const [headers] = (await once(stream, 'response')) as [Record<string, string>]
  const body = await buffer(stream)
  session.close()
  expect(headers).toMatchObject({ ':status': 200, 'content-encoding': 'br' })
  expect(headers['content-length']).toBe(String(body.byteLength))
  const policy = `connect-src 'self' ${services.sandbox.url};`
  expect(headers['content-security-policy']).toContain(policy)
  expect(brotliDecompressSync(body).toString()).toContain('<!DOCTYPE html>')
})

test('the verify tool accepts the portal and reports an address that the provider does not know', async ({
  nginx,
}) => {
  expect(await verify(nginx.url)).toMatchObject({ bad: [], code: 0 })
  const { bad, code } = await verify(nginx.encryptedUrl, nginx.certificate)
  expect(bad).toEqual([
    '✗ its own address',
    '    PORTAL_PUBLIC_URL is not set: browsers are not told to stay with https',
    expect.stringMatching('✗ sign-in page: '),
    `    status is 400: client portal may not come back to ${nginx.encryptedUrl}/callback`,
  ])
  expect(code).toBe(1)
})

test('redirects http to https', async ({ nginx }) => {
  const { status, headers } = await ask(nginx.redirectingUrl, '/connect?reseller=7')
  expect(status).toBe(301)
  expect(headers.location).toBe('https://portal.example.nl/connect?reseller=7')
})

test('passes encoded ids and queries to the services unchanged', async ({
  nginx,
  services: { sandbox },
}) => {
  const authorization = `Bearer ${await sandbox.token('admin@koppelpunt.test')}`
  await ask(nginx.url, '/api/serials/serial/a%2Fb..c?x=%2F..%2F', { authorization })
  await ask(nginx.url, '/identity/users?username=nieuw%40zaak.test&exact=true')
  expect(await sandbox.requests()).toMatchObject([
    { path: '/api/serials/serial/a%2Fb..c', query: { x: '/../' } },
    { query: { username: 'nieuw@zaak.test', exact: 'true' } },
  ])
})

test('starts before service names can be resolved, and resolves them later', async ({ behind }) => {
  const names = new Set<string>()
  const nginx = await startRecommendedNginx({ ...behind, names })
  const statusOf = async (path: string) => (await ask(nginx.url, path)).status
  expect(await statusOf('/connect')).toBe(200)
  expect(await statusOf('/api/serials/serial/list')).toBe(502)
  names.add('api.example.nl')
  expect(await statusOf('/api/serials/serial/list')).toBe(401)
  expect(await statusOf('/switches')).toBe(502)
  names.delete('api.example.nl')
  // nginx counts the lifetime of a DNS response in whole seconds.
  await expect.poll(() => statusOf('/api/serials/serial/list')).toBe(502)
  await nginx.close()
})

test('sends requests to a working portal if one of several portals hangs', async ({
  behind,
  services: { sandbox },
}) => {
  const url = `http://127.0.0.1:${await findFreePort()}`
  const { port } = new URL(url)
  const variables = {
    ...createPortalEnvironment(sandbox.url),
    ...sharedOriginEnvironment,
    PORT: port,
  }
  const main = join(PROJECT_FOLDER, 'server', 'main.ts')
  const hung = startProcessGroup(process.execPath, [main], { ...variables, HOST: '127.0.0.1' })
  await hung.until(() => isReady(`${url}/readyz`), 30_000)
  const nginx = await startRecommendedNginx({ ...behind, portals: [url, ...behind.portals] })
  expect((await ask(nginx.url, '/connect')).status).toBe(200)

  process.kill(hung.pid, 'SIGSTOP')
  const began = performance.now()
  const [asset = ''] = /\/assets\/[^"]+\.js/.exec((await ask(nginx.url, '/')).body) ?? []
  for (const path of ['/connect', '/wizard', asset, '/readyz']) {
    expect((await ask(nginx.url, path)).status).toBe(200)
  }
  expect(performance.now() - began).toBeLessThan(15_000)
  process.kill(hung.pid, 'SIGCONT')
  await hung.stop()
  await nginx.close()
})

for (const rate of [5, 15]) {
  test(`${rate} requests per second succeed although the only running portal stalls for 5.6 s`, async ({
    behind,
  }) => {
    const stall = 5600
    let stallsUntil = 0
    const slow = await listen(
      (_, response) =>
        void pause(Math.max(0, stallsUntil - Date.now())).then(() => response.end('page')),
      { port: 0, host: '127.0.0.1' },
    )
    const dead = `http://127.0.0.1:${await findFreePort()}`
    const nginx = await startRecommendedNginx({ ...behind, portals: [dead, slow.url] })
    const answers: Promise<{ status?: number | undefined; milliseconds: number }>[] = []
    const timedRequest = async () => {
      const began = Date.now()
      const { status } = await ask(nginx.url, '/connect')
      return { status, milliseconds: Date.now() - began }
    }
    for (let second = 0; second < 8; second += 1) {
      if (second === 1) stallsUntil = Date.now() + stall
      for (let each = 0; each < rate; each += 1) {
        answers.push(timedRequest())
        await pause(1000 / rate)
      }
    }
    const all = await Promise.all(answers)
    expect(all.filter(({ status }) => status !== 200)).toEqual([])
    expect(Math.max(...all.map(({ milliseconds }) => milliseconds))).toBeLessThan(stall + 1000)
    await nginx.close()
    await slow.close()
  })
}

test('keeps idle connections to the upstream of a service', async ({
  behind,
  services: { sandbox },
}) => {
  const nginx = await startRecommendedNginx({ ...behind, isKeepingApi: true })
  await ask(nginx.url, '/api/serials/serial/list')
  const before = nginx.connections()
  for (let count = 0; count < 5; count += 1) await ask(nginx.url, '/api/serials/serial/list')
  expect(nginx.connections()).toBe(before)
  const [recorded] = await sandbox.requests()
  expect(recorded).toMatchObject({
    path: '/api/serials/serial/list',
    headers: { host: 'api.example.nl' },
  })
  await nginx.close()
})

test('sends the start of an import once although the service closes its connection', async ({
  behind,
  services: { sandbox },
}) => {
  const nginx = await startRecommendedNginx({ ...behind, isKeepingApi: true })
  await ask(nginx.url, '/api/serials/serial/list')
  for (const path of ['/api/snelstart/product/import', '/api/snelstart/relations/import']) {
    await sandbox.injectFault({ method: 'GET', path, fault: { kind: 'drop' } })
    expect((await ask(nginx.url, path)).status).toBe(502)
    expect(await sandbox.requests(path)).toHaveLength(1)
    await ask(nginx.url, '/api/serials/serial/list')
  }
  await nginx.close()
})

test('compresses responses of services and adds a sandboxing content security policy', async ({
  nginx,
  services: { sandbox },
}) => {
  const path = '/api/serials/serial/list'
  const headers = { 'set-cookie': 'a=b', 'content-type': 'text/html' }
  const body = '<script>alert(1)</script>'
  await sandbox.injectFault({
    method: 'GET',
    path,
    fault: { kind: 'status', status: 404, body, headers },
  })
  const page = await ask(nginx.url, path, { cookie: 'c=d' })
  expect(page.status).toBe(404)
  expect(page.headers).toMatchObject({
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  })
  expect(page.headers).not.toHaveProperty('set-cookie')
  const [recorded] = await sandbox.requests()
  expect(recorded?.headers).not.toHaveProperty('cookie')

  const authorization = `Bearer ${await sandbox.token('admin@koppelpunt.test')}`
  const list = await ask(nginx.url, path, { authorization, 'accept-encoding': 'gzip, br' })
  expect(list.headers['content-encoding']).toBe('gzip')
})

for (const path of [
  '/identity',
  '/identity/users/1',
  '/identity/users/',
  '//api/serials',
  '/api/../identity/users',
  '/x/../api/serials',
  '/api/%2e%2E/switches',
  '/api/%2e%2e/api/serials/serial/list',
  '/api/x/..%2F../switches',
  '/api/.%2e%5Cflags',
  '/api/..;/switches',
  '/api/..;/product/import',
  '/api/..;x=1/..;/switches',
  '/api/%2E.%3b/switches',
]) {
  test(`answers ${path} with status 404 without calling a service`, async ({
    nginx,
    services: { sandbox },
  }) => {
    expect((await ask(nginx.url, path)).status).toBe(404)
    expect(await sandbox.requests()).toEqual([])
  })
}

test('the access log contains no query', async ({ nginx }) => {
  await ask(nginx.url, '/callback?code=secret&state=x')
  await expect.poll(nginx.accessLog).toContain('"GET /callback" 200')
  await ask(nginx.url, '/callback%3Fcode=secret')
  await ask(nginx.url, '/callback%3fcode=secret')
  await expect.poll(nginx.accessLog).toMatch(/("GET \/callback" 404[^]*){2}/)
  expect(await nginx.accessLog()).not.toMatch(/secret|code=|username/)
})

test('adds one request id to the log and the request', async ({ nginx, services: { sandbox } }) => {
  for (const id of ['', 'K7Q2-M4XP', 'K7Q2-M4XP forged']) {
    await ask(nginx.url, '/api/serials/serial/list', id === '' ? {} : { 'X-Request-Id': id })
  }
  const ids = (await sandbox.requests()).map(({ headers }) => headers['x-request-id'] ?? '')
  const generatedId = expect.stringMatching(/^[\da-f]{32}$/) as unknown as string
  expect(ids).toEqual([generatedId, 'K7Q2-M4XP', generatedId])
  for (const id of ids) await expect.poll(nginx.accessLog).toContain(` ${id}\n`)
})
