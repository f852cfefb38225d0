import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findFreePort } from '../../programs/free-port.ts'
import { startClosableProxy } from '../door.ts'
import { startNameServer } from './name-server.ts'
import { createCertificate, startNginx } from './start.ts'

const FILE = fileURLToPath(new URL('../../../deploy/nginx/koppelpunt.conf', import.meta.url))

const SERVICE_NAMES = ['api.example.nl', 'unleash.example.nl', 'id.example.nl']

/** Upstream block of the API, commented out for older nginx versions. */
const KEEPING_API = [
  '# upstream api.example.nl {',
  '#     zone koppelpunt_api 64k;',
  '#     server api.example.nl:443 resolve;',
  '#     keepalive 16;',
  '# }',
].join('\n')

/** Environment variables of a portal in the recommended deployment. */
export const sharedOriginEnvironment = {
  PORTAL_API_URL: '/api',
  PORTAL_FLAGS_URL: '/switches',
  PORTAL_IDENTITY_ADMIN_URL: '/identity',
}

/** Lines of `deploy/nginx` that define a single portal as upstream server. */
const PORTAL_LINES = [
  '    server 127.0.0.1:4321 fail_timeout=2s;',
  '    server 127.0.0.1:4321 backup max_fails=0;',
].join('\n')

export interface BackendAddresses {
  portals: readonly string[]
  services: string
  paths: { api: string; flags: string; users: string }
  /** Host names that resolve, by default all services. The set may grow later. */
  names?: ReadonlySet<string>
  /** True to enable the upstream block that keeps connections open. */
  isKeepingApi?: boolean
}

const ON_THIS_MACHINE = [
  ['listen [::]:80;', ''],
  ['listen [::]:443 ssl http2;', ''],
  ['server_name portal.example.nl;', 'server_name localhost;'],
] as const

/**
 * Returns the configuration in `deploy/nginx` with changes.
 *
 * @throws if a text to replace is missing
 */
export async function readRecommendedNginxFile(
  changes: readonly (readonly [from: string, to: string])[],
): Promise<string> {
  let text = await readFile(FILE, 'utf8')
  for (const [from, to] of [...ON_THIS_MACHINE, ...changes]) {
    if (!text.includes(from)) throw new Error(`${FILE} does not contain ${JSON.stringify(from)}`)
    text = text.replaceAll(from, to)
  }
  return text
}

/**
 * Starts nginx with the configuration in `deploy/nginx`.
 *
 * @throws {UnavailableError} without nginx or openssl
 */
export async function startRecommendedNginx(behind: BackendAddresses) {
  const { portals, services, paths, names = new Set(SERVICE_NAMES), isKeepingApi = false } = behind
  const ports = [findFreePort(), findFreePort(), findFreePort()] as const
  const [port, encryptedPort, redirectingPort] = await Promise.all(ports)
  const pair = await createCertificate(['localhost', ...SERVICE_NAMES])
  const door = await startClosableProxy(Number(new URL(services).port), pair)
  const nameServer = await startNameServer(names)
  const folder = await mkdtemp(join(tmpdir(), 'koppelpunt-one-origin-'))
  const cert = join(folder, 'cert.pem')
  const key = join(folder, 'key.pem')
  const log = join(folder, 'access.log')
  await writeFile(cert, pair.cert)
  await writeFile(key, pair.key)
  const configuration = await readRecommendedNginxFile([
    [
      PORTAL_LINES,
      portals
        .map((url) => new URL(url).host.replace('localhost', '127.0.0.1'))
        .map((host) => PORTAL_LINES.replaceAll('127.0.0.1:4321', host))
        .join('\n'),
    ],
    ['resolver 127.0.0.53;', `resolver 127.0.0.1:${nameServer.port};`],
    ...(isKeepingApi
      ? ([
          [KEEPING_API, `upstream api.example.nl { server 127.0.0.1:${door.port}; keepalive 16; }`],
          ['//api.example.nl/v1', `//api.example.nl${paths.api}`],
        ] as const)
      : ([['//api.example.nl/v1', `//api.example.nl:${door.port}${paths.api}`]] as const)),
    ['//unleash.example.nl/api/frontend', `//unleash.example.nl:${door.port}${paths.flags}`],
    ['//id.example.nl/admin/realms/koppelpunt/users', `//id.example.nl:${door.port}${paths.users}`],
    ['listen 80;', `listen 127.0.0.1:${redirectingPort};`],
    [
      'listen 443 ssl http2;',
      `listen 127.0.0.1:${port}; listen 127.0.0.1:${encryptedPort} ssl http2;`,
    ],
    ['/etc/ssl/koppelpunt/fullchain.pem', cert],
    ['/etc/ssl/koppelpunt/privkey.pem', key],
    ['/etc/ssl/certs/ca-certificates.crt', cert],
    ['/var/log/nginx/koppelpunt.log', log],
  ])
  const nginx = await startNginx(configuration, { port })
  return {
    url: `http://localhost:${port}`,
    encryptedUrl: `https://localhost:${encryptedPort}`,
    certificate: cert,
    redirectingUrl: `http://localhost:${redirectingPort}`,
    accessLog: () => readFile(log, 'utf8'),
    errors: nginx.output,
    connections: door.accepted,
    close: async () => {
      await nginx.close()
      await door.close()
      await nameServer.close()
      await rm(folder, { recursive: true })
    },
  }
}

export type RecommendedNginx = Awaited<ReturnType<typeof startRecommendedNginx>>
