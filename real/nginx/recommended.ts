import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../free-port.ts'
import { installed } from '../installed.ts'
import { startNginx } from './start.ts'

const FILE = fileURLToPath(new URL('../../deploy/nginx/koppelpunt.conf', import.meta.url))

/** What the recommended deployment asks the portal to be started with. */
export const oneOrigin = {
  PORTAL_API_URL: '/api',
  PORTAL_FLAGS_URL: '/flags',
  PORTAL_IDENTITY_ADMIN_URL: '/identity',
}

export interface RecommendedNginx {
  /** `http://localhost:PORT`, without a slash at the end, as long as the browser's services are http. */
  url: string
  /** The same server over TLS, with a certificate that nobody else trusts. */
  encryptedUrl: string
  /** Where http is sent on to https. */
  redirectingUrl: string
  accessLog: () => Promise<string>
  close: () => Promise<void>
}

/** The services behind it: origins and paths, without a slash at the end. */
interface Services {
  portal: string
  api: string
  flags: string
  users: string
}

/** What an operator sets in the file. Throws where the file does not have it. */
function set(configuration: string, changes: readonly (readonly [from: string, to: string])[]) {
  let text = configuration
  for (const [from, to] of changes) {
    if (!text.includes(from)) throw new Error(`${FILE} does not contain ${JSON.stringify(from)}`)
    text = text.replaceAll(from, to)
  }
  return text
}

function makeCertificate(folder: string): { certificate: string; key: string } {
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')]
  const subject = ['-subj', '/CN=localhost', '-days', '1']
  const made = spawnSync(installed('openssl', 'openssl', 'version'), [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'],
    ...['-keyout', key, '-out', certificate, ...subject],
  ])
  if (made.status !== 0) throw new Error(`openssl: ${made.stderr.toString()}`)
  return { certificate, key }
}

/**
 * Starts nginx with the file of `deploy/nginx`, set up for services of this machine.
 *
 * @throws {Unavailable} without nginx or openssl
 */
export async function startRecommendedNginx(services: Services): Promise<RecommendedNginx> {
  const [port, encryptedPort, redirectingPort] = [
    await freePort(),
    await freePort(),
    await freePort(),
  ]
  const folder = await mkdtemp(join(tmpdir(), 'koppelpunt-certificate-'))
  const { certificate, key } = makeCertificate(folder)
  const at = (address: string) => `127.0.0.1:${new URL(address).port}`
  const pathOf = (address: string) => new URL(address).pathname
  const configuration = set(await readFile(FILE, 'utf8'), [
    ['127.0.0.1:4321', at(services.portal)],
    ['api.example.nl:443', at(services.api)],
    ['unleash.example.nl:443', at(services.flags)],
    ['id.example.nl:443', at(services.users)],
    ['https://koppelpunt_api/v1', `http://koppelpunt_api${pathOf(services.api)}`],
    ['https://koppelpunt_flags/api/frontend', `http://koppelpunt_flags${pathOf(services.flags)}`],
    [
      'https://koppelpunt_identity/admin/realms/koppelpunt/users',
      `http://koppelpunt_identity${pathOf(services.users)}`,
    ],
    ['listen [::]:80;', ''],
    ['listen [::]:443 ssl http2;', ''],
    ['listen 80;', `listen 127.0.0.1:${redirectingPort};`],
    [
      'listen 443 ssl http2;',
      `listen 127.0.0.1:${port}; listen 127.0.0.1:${encryptedPort} ssl http2;`,
    ],
    ['server_name portal.example.nl;', 'server_name localhost;'],
    ['/etc/ssl/koppelpunt/fullchain.pem', certificate],
    ['/etc/ssl/koppelpunt/privkey.pem', key],
    ['/etc/ssl/certs/ca-certificates.crt', certificate],
    ['/var/log/nginx/koppelpunt.log', 'access.log'],
  ])
  const nginx = await startNginx(configuration, { port }).finally(() =>
    rm(folder, { recursive: true }),
  )
  return {
    url: `http://localhost:${port}`,
    encryptedUrl: `https://localhost:${encryptedPort}`,
    redirectingUrl: `http://localhost:${redirectingPort}`,
    accessLog: () => readFile(join(nginx.folder, 'access.log'), 'utf8'),
    close: nginx.close,
  }
}
