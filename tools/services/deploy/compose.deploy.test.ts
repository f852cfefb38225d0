import { execFile, spawnSync } from 'node:child_process'
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtempDisposable, readFile, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { createPortalEnvironment } from '../../../sandbox/portal-environment.ts'
import { PROJECT_FOLDER } from '../../programs/program.ts'
import { readPublicConfiguration } from '../../../src/lib/configuration/variables.ts'
import { sharedOriginEnvironment } from '../nginx/recommended.ts'
import { ensureNginxInstalled } from '../nginx/start.ts'
import { unleashClientKey } from '../unleash/control.ts'
import { runDeployTool } from './tools.ts'

interface Service {
  image?: string
  build?: { target: string }
  environment?: Record<string, string>
  ports?: string[]
  volumes?: string[]
  command?: string[]
}

const text = readFileSync(join(PROJECT_FOLDER, 'compose.yaml'), 'utf8')
const { services, volumes } = parse(text, { merge: true }) as {
  services: Record<string, Service>
  volumes: Record<string, null>
}

const all = Object.entries(services)

test('pins images, publishes only local ports and mounts existing files', () => {
  for (const [name, { image = '', build, ports = [], volumes: mounted = [] }] of all) {
    expect.soft(ports.filter((port) => !port.startsWith('127.0.0.1:'))).toEqual([])
    // The digest of Unleash's image is unknown (deploy/container/README.md).
    if (!build && name !== 'unleash') expect.soft(image).toMatch(/:[\w.-]+@sha256:[0-9a-f]{64}$/)
    const sources = mounted.map((volume) => volume.replace(/:.*/, ''))
    const exists = (source: string) =>
      source.startsWith('.') ? existsSync(join(PROJECT_FOLDER, source)) : source in volumes
    expect.soft(sources.filter((source) => !exists(source))).toEqual([])
  }
  expect(existsSync(join(PROJECT_FOLDER, services.prepare?.command?.[0] ?? 'nothing'))).toBe(true)
})

test('compose.yaml starts the same versions of Keycloak and Unleash as the tests', () => {
  const read = (path: string) => readFileSync(join(PROJECT_FOLDER, 'tools/services', path), 'utf8')
  const [, keycloak = ''] = /VERSION = '([\d.]+)'/.exec(read('keycloak/distribution.ts')) ?? []
  expect(services.keycloak?.image).toContain(`:${keycloak}@`)
  const { dependencies } = JSON.parse(read('unleash/packages/package.json')) as {
    dependencies: Record<string, string>
  }
  const unleash = `unleashorg/unleash-server:${dependencies['unleash-server'] ?? ''}`
  expect(services.unleash?.image).toBe(unleash)
})

test('compose.yaml gives the portal the variables of the sandbox with the addresses of real services', () => {
  const environment = services.portal?.environment ?? {}
  expect(readPublicConfiguration(environment).ok).toBe(true)
  const sandbox = Object.fromEntries(
    Object.entries(createPortalEnvironment('http://localhost:4400')).filter(
      ([name]) => name in environment,
    ),
  )
  expect(environment).toEqual({
    ...sandbox,
    ...sharedOriginEnvironment,
    PORTAL_OIDC_AUTHORITY: 'https://localhost:8444/realms/koppelpunt',
    PORTAL_FLAGS_CLIENT_KEY: unleashClientKey,
  })
  expect(services.unleash?.environment?.INIT_FRONTEND_API_TOKENS).toBe(unleashClientKey)
  expect(services.keycloak?.environment?.KC_BOOTSTRAP_ADMIN_PASSWORD).toBe(
    services.sandbox?.environment?.KEYCLOAK_PASSWORD,
  )
})

test.skipIf(spawnSync('docker', ['compose', 'version']).status !== 0)(
  'docker compose accepts compose.yaml',
  () => {
    expect(runDeployTool('docker', ['compose', 'config', '--quiet'])).toEqual({
      isFine: true,
      output: '',
    })
  },
)

test('prepares a reusable certificate and a valid nginx configuration', async () => {
  await using disposable = await mkdtempDisposable(join(tmpdir(), 'koppelpunt-compose-'))
  const folder = disposable.path
  const read = (name: string) => readFile(join(folder, name), 'utf8')
  const prepare = () =>
    promisify(execFile)(process.execPath, ['tools/services/compose/prepare.ts', folder])
  await prepare()
  const certificate = new X509Certificate(await read('cert.pem'))
  expect(certificate.checkHost('localhost')).toBe('localhost')
  expect(certificate.checkPrivateKey(createPrivateKey(await read('key.pem')))).toBe(true)
  expect((await stat(join(folder, 'key.pem'))).mode & 0o777).toBe(0o600)
  await prepare()
  expect(new X509Certificate(await read('cert.pem')).fingerprint).toBe(certificate.fingerprint)

  const configuration = (await read('koppelpunt.conf')).replaceAll(/^ *#.*\n/gm, '')
  expect(configuration).not.toContain('portal.example.nl')
  const hosts = [...configuration.matchAll(/(?:server |http:\/\/)([\w.]+):\d+/g)]
  const names = new Set(hosts.map(([, host = '']) => host).filter((host) => host !== '127.0.0.1'))
  expect([...names].filter((host) => !(host in services))).toEqual([])
  // Replaces container names and paths by those of this machine.
  const here = [...names].reduce(
    (text, name) => text.replaceAll(RegExp(`\\b${name}(?=:\\d)`, 'g'), '127.0.0.1'),
    configuration.replaceAll('/etc/nginx/conf.d', folder).replaceAll('/dev/stdout', 'access.log'),
  )
  await writeFile(join(folder, 'nginx.conf'), `pid nginx.pid; events {} http { ${here} }`)
  const parameters = ['-t', '-q', '-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'stderr']
  expect(runDeployTool(ensureNginxInstalled(), parameters)).toEqual({ isFine: true, output: '' })
})
