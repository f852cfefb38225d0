import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../real/free-port.ts'
import { startExportedNginx } from '../../real/nginx/exported.ts'
import { startNginx } from '../../real/nginx/start.ts'
import { portalEnvironment } from '../../sandbox/portal-environment.ts'
import { exportTo } from '../../scripts/export/export.ts'
import { ask } from '../../scripts/verify/ask.ts'
import type { RawAnswer } from '../../scripts/verify/ask.ts'
import { decoded } from '../../scripts/verify/expected.ts'
import { aliasesOf } from '../../server/site.ts'
import { readConfiguration } from '../../src/lib/configuration/variables.ts'
import { test as base, expect } from '../fixtures.ts'
import { SignIn } from '../pages/sign-in.ts'
import { verify } from './verify.ts'

interface Exported {
  folder: string
  /** What nginx serves of it. */
  url: string
}

/** Browser tests of what `npm run export` writes, served by nginx. */
const test = base.extend<object, { exported: Exported }>({
  exported: [
    async ({ services: { sandbox } }, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'koppelpunt-export-'))
      const read = readConfiguration(portalEnvironment(sandbox.url))
      if (!read.ok) throw new Error(read.problems.join('\n'))
      await exportTo(folder, read.configuration)
      const { url, close } = await startExportedNginx(folder)
      await use({ folder, url })
      await close()
      await rm(folder, { recursive: true })
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ exported }, use) => {
    await use(exported.url)
  },
  signIn: async ({ page, services, exported }, use) => {
    await use(new SignIn(page, { ...services, portal: exported.url }))
  },
})

/** What each server says by itself. */
const THEIR_OWN = /^(?:connection|content-length|date|etag|keep-alive|server|transfer-encoding)$/

function comparable(origin: string, { status, headers, body }: RawAnswer) {
  const isRedirect = status === 301 || status === 302
  // The few words of a redirect are each server's own as well.
  const left = Object.entries(headers).filter(
    ([name]) => !THEIR_OWN.test(name) && !(isRedirect && name === 'content-type'),
  )
  return {
    status,
    headers: Object.fromEntries(left.map(([name, value]) => [name, String(value)])),
    // Locations are relative at both; were one not, it would show.
    origin: (headers.location ?? '').startsWith(origin),
    body: isRedirect ? '' : body.toString('base64').slice(0, 200_000),
  }
}

/** Every address of the portal: those of its files, and what leads to them. */
async function addresses({ folder }: Exported): Promise<string[]> {
  const published = join(folder, 'public')
  const entries = await readdir(published, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile() && !/\.(?:br|gz)$|^_/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(published.length))
    .filter((path) => !path.endsWith('/404.html'))
  return files.flatMap((path) => {
    if (!path.endsWith('.html')) return [path]
    const page = path === '/index.html' ? '/' : path.slice(0, -'.html'.length)
    return [page, ...aliasesOf(page), ...aliasesOf(page).map((alias) => `${alias}?a=1&b=%2F`)]
  })
}

const ASKED: readonly Record<string, string>[] = [
  {},
  { 'accept-encoding': 'gzip, deflate, br, zstd' },
  { 'accept-encoding': 'gzip' },
  { 'accept-encoding': 'br;q=0, gzip;q=0.5' },
  { 'accept-encoding': 'br', 'sec-purpose': 'prefetch' },
]

test('the export answers every address as the server does', async ({ exported, services }) => {
  const all = [
    ...(await addresses(exported)),
    ...['/nope', '/en/nope', '/en', '/assets/nope.js', '/assets/', '/assets', '/_headers'],
    ...[
      '/connect.html.br',
      '/404',
      '/404.html',
      '/en/404',
      '/en/404.html',
      '/Connect',
      '//connect',
    ],
    ...['/%63onnect', '/?state=signed-out', '/?state=signed-out&x=1', '/?state=x', '/en?state=1'],
    ...['/connect?state=signed-out', '/callback?code=1&state=2', '/callback/?code=1&state=2'],
  ]
  expect(all.length).toBeGreaterThan(100)
  for (const path of all) {
    for (const headers of ASKED) {
      for (const method of ['GET', 'HEAD']) {
        const [file, server] = [
          comparable(exported.url, await ask(exported.url, path, { method, headers })),
          comparable(services.portal, await ask(services.portal, path, { method, headers })),
        ]
        expect([path, method, headers, file]).toEqual([path, method, headers, server])
      }
    }
    for (const method of ['POST', 'DELETE', 'OPTIONS']) {
      const [file, server] = [
        comparable(exported.url, await ask(exported.url, path, { method })),
        comparable(services.portal, await ask(services.portal, path, { method })),
      ]
      expect([path, method, file]).toEqual([path, method, server])
    }
  }
})

test('what has not changed is answered as the server does', async ({ exported, services }) => {
  for (const path of (await addresses(exported)).filter((address) => !address.includes('?'))) {
    for (const encoding of ['br', 'gzip', 'identity']) {
      const conditional = async (origin: string) => {
        const headers = { 'accept-encoding': encoding }
        const { etag = '"none"' } = (await ask(origin, path, { headers })).headers
        const answers = [
          await ask(origin, path, { headers: { ...headers, 'if-none-match': etag } }),
          await ask(origin, path, { headers: { ...headers, 'if-none-match': '"other"' } }),
        ]
        return answers.map((answer) => comparable(origin, answer))
      }
      // What is never stored has no tag at the server.
      if (['/config.json', '/healthz', '/readyz'].includes(path)) continue
      const server = await conditional(services.portal)
      expect([path, encoding, ...(await conditional(exported.url))]).toEqual([
        path,
        encoding,
        ...server,
      ])
    }
  }
})

test('compressed forms are those of the page with its configuration', async ({ exported }) => {
  const plain = await ask(exported.url, '/connect')
  const headers = { 'accept-encoding': 'br' }
  const compressed = await ask(exported.url, '/connect', { headers })
  expect(compressed.headers['content-encoding']).toBe('br')
  expect(decoded(compressed)?.equals(plain.body)).toBe(true)
  expect(plain.body.toString()).toContain('"clientKey"')
})

test('verify finds nothing at the server, nor at the export', async ({ exported, services }) => {
  for (const origin of [services.portal, exported.url]) {
    const { code, bad, last } = await verify(origin)
    expect({ bad, code }).toEqual({ bad: [], code: 0 })
    expect(last).toMatch(/^\d\d as they should be, 0 not$/)
  }
})

test('verify finds a header that a proxy in front of the server leaves out', async ({
  services,
}) => {
  const port = await freePort()
  const nginx = await startNginx(
    [
      `server { listen 127.0.0.1:${port}; location / {`,
      `proxy_pass ${services.portal}; proxy_hide_header X-Frame-Options;`,
      '} }',
    ].join('\n'),
    { port },
  )
  const { code, bad } = await verify(`http://localhost:${port}`)
  await nginx.close()
  expect(code).toBe(1)
  expect(bad).toContain('✗ /connect')
  expect(bad).toContain('    x-frame-options is missing, expected "DENY"')
  expect(bad.filter((line) => !line.includes('x-frame-options'))).not.toContain('✗ /icon-32.png')
})

test('verify finds what is missing in the configuration of the export', async ({ exported }) => {
  const file = join(exported.folder, 'nginx', 'server.conf')
  const configuration = await readFile(file, 'utf8')
  const seeded = configuration
    .replaceAll(/^.*add_header x-frame-options.*\n/gm, '')
    .replace(/^.*koppelpunt_signed_out.*\n/m, '')
  expect(seeded).not.toBe(configuration)
  await writeFile(file, seeded)
  const nginx = await startExportedNginx(exported.folder)
  const { code, bad } = await verify(nginx.url)
  await nginx.close()
  await writeFile(file, configuration)
  expect(code).toBe(1)
  expect(bad).toContain('    x-frame-options is missing, expected "DENY"')
  expect(bad).toContain('✗ back from a sign-out')
})

test('a coupling begins on exported pages, and a sign-out comes back to them', async ({
  page,
  signIn,
  connect,
  exported,
}) => {
  await signIn.through('/connect')
  await connect.choose('Oefenwinkel Noord (NL)', 'Winkel Noord')
  await expect(connect.submit).toBeEnabled()
  const back = page.waitForResponse(
    (answer) => answer.url() === `${exported.url}/?state=signed-out`,
  )
  await page.getByRole('button', { name: 'Afmelden' }).click()
  expect((await back).status()).toBe(302)
  await expect(signIn.heading).toBeVisible()
})
