import { execFile } from 'node:child_process'
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { portalEnvironment } from '../../../sandbox/portal-environment.ts'
import { PROJECT } from '../../programs/program.ts'
import { readConfiguration } from '../../../src/lib/configuration/variables.ts'
import { oneOrigin } from '../nginx/recommended.ts'
import { clientKey } from '../unleash/control.ts'

interface Service {
  image?: string
  build?: { target: string }
  environment?: Record<string, string>
  ports?: string[]
  volumes?: string[]
  tmpfs?: string[]
  network_mode?: string
  read_only?: boolean
  command?: string[]
  depends_on?: Record<string, { condition: string }>
  healthcheck?: { test: string[] }
}

const text = readFileSync(join(PROJECT, 'compose.yaml'), 'utf8')
const { services, volumes } = parse(text, { merge: true }) as {
  services: Record<string, Service>
  volumes: Record<string, null>
}
const all = Object.entries(services)
const lines = <Value>(of: (service: Service) => readonly Value[]) =>
  all.flatMap(([name, service]) => of(service).map((value) => [name, value] as const))

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'koppelpunt-compose-'))
})

afterAll(() => rm(folder, { recursive: true, force: true }))

test('services wait for others that are there, and say whether they are ready', () => {
  for (const [name, [other, { condition }]] of lines((service) =>
    Object.entries(service.depends_on ?? {}),
  )) {
    expect.soft(services, name).toHaveProperty(other)
    // The image of the portal brings its own.
    const isTold = services[other]?.healthcheck !== undefined || other === 'portal'
    expect.soft(isTold || condition === 'service_completed_successfully', other).toBe(true)
  }
})

test('what is mounted is there, and what is run', () => {
  for (const [name, volume] of lines((service) => service.volumes ?? [])) {
    const [source = ''] = volume.split(':')
    const isThere = source.startsWith('.') ? existsSync(join(PROJECT, source)) : source in volumes
    expect.soft(isThere, `${name}: ${volume}`).toBe(true)
  }
  const dockerfile = readFileSync(join(PROJECT, 'Dockerfile'), 'utf8')
  for (const [name, { target }] of lines(({ build }) => (build ? [build] : []))) {
    expect.soft(dockerfile, name).toContain(` AS ${target}\n`)
  }
  const script = services.prepare?.command?.[0] ?? ''
  expect(existsSync(join(PROJECT, script)), script).toBe(true)
})

test('only this machine reaches any of it', () => {
  expect(
    lines(({ ports }) => ports ?? []).filter(([, port]) => !port.startsWith('127.0.0.1:')),
  ).toEqual([])
})

test('images of others are pinned, all but one by digest', () => {
  const others = lines(({ image, build }) => (image && !build ? [image] : []))
  const loose = others.filter(([, image]) => !/:[\w.-]+@sha256:[0-9a-f]{64}$/.test(image))
  expect(loose).toEqual([['unleash', expect.stringMatching(/:\d+\.\d+\.\d+$/)]])
})

test('versions are those that the tests run against', () => {
  const distribution = readFileSync(
    join(PROJECT, 'tools/services/keycloak/distribution.ts'),
    'utf8',
  )
  const [, keycloak = ''] = /VERSION = '([\d.]+)'/.exec(distribution) ?? []
  expect(services.keycloak?.image).toContain(`:${keycloak}@`)
  const packages = readFileSync(
    join(PROJECT, 'tools/services/unleash/packages/package.json'),
    'utf8',
  )
  const { dependencies } = JSON.parse(packages) as { dependencies: Record<string, string> }
  expect(services.unleash?.image).toBe(
    `unleashorg/unleash-server:${dependencies['unleash-server'] ?? ''}`,
  )
})

test('the portal is set up for the sandbox, with the real services in its place', () => {
  const environment = services.portal?.environment ?? {}
  expect(readConfiguration(environment).ok).toBe(true)
  const sandbox = Object.fromEntries(
    Object.entries(portalEnvironment('http://localhost:4400')).filter(
      ([name]) => name in environment,
    ),
  )
  expect(environment).toEqual({
    ...sandbox,
    ...oneOrigin,
    PORTAL_OIDC_AUTHORITY: 'https://localhost:8444/realms/koppelpunt',
    PORTAL_FLAGS_CLIENT_KEY: clientKey,
  })
  expect(services.unleash?.environment?.INIT_FRONTEND_API_TOKENS).toBe(clientKey)
  expect(services.keycloak?.environment?.KC_BOOTSTRAP_ADMIN_PASSWORD).toBe(
    services.sandbox?.environment?.KEYCLOAK_PASSWORD,
  )
})

test('its preparation makes a certificate, once, and sets the recommended file', async () => {
  const read = (name: string) => readFile(join(folder, name), 'utf8')
  const prepare = () =>
    promisify(execFile)(process.execPath, ['tools/services/compose/prepare.ts', folder])
  await prepare()
  const certificate = new X509Certificate(await read('cert.pem'))
  expect(certificate.checkHost('localhost')).toBe('localhost')
  expect(certificate.checkPrivateKey(createPrivateKey(await read('key.pem')))).toBe(true)
  expect((await stat(join(folder, 'key.pem'))).mode & 0o777).toBe(0o600)
  const configuration = (await read('koppelpunt.conf')).replaceAll(/^ *#.*\n/gm, '')
  for (const [, host = '', port = ''] of configuration.matchAll(
    /(?:server |http:\/\/)([\w.]+):(\d+)/g,
  )) {
    expect.soft(host in services || host === '127.0.0.1', `${host}:${port}`).toBe(true)
  }
  expect(configuration).not.toContain('portal.example.nl')
  await prepare()
  expect(new X509Certificate(await read('cert.pem')).fingerprint).toBe(certificate.fingerprint)
})

test.each([
  [200, true],
  // As it is while it starts, with one of its parts up already.
  [503, false],
])('Keycloak that answers %i is healthy: %s', async (status, isHealthy) => {
  const keycloak = createServer((_request, response) => {
    response.writeHead(status).end('{"checks":[{"name":"Graceful Shutdown","status": "UP"}]}')
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void keycloak.close())
  await once(keycloak, 'listening')
  const { port } = keycloak.address() as AddressInfo
  const [, program = '', ...parameters] = services.keycloak?.healthcheck?.test ?? []
  // Compose takes two dollars for one.
  const here = parameters.map((text) => text.replace('/9000', `/${port}`).replaceAll('$$', '$'))
  const looked = promisify(execFile)(program, here)
  await expect(
    looked.then(
      () => true,
      () => false,
    ),
  ).resolves.toBe(isHealthy)
})
