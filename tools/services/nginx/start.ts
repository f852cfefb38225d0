import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, mkdtempDisposable, readFile, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureProgramInstalled, installIfMissing } from '../../programs/installed.ts'
import { startProcessGroup } from '../../programs/process-group.ts'

const START_TIMEOUT_MILLISECONDS = 10_000

/** Temporary folders that nginx creates when it starts. */
const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']

/** The folder /usr/sbin of Debian's nginx may be missing from PATH. */
export function ensureNginxInstalled(): string {
  process.env.PATH = `${process.env.PATH ?? ''}:/usr/sbin`
  return ensureProgramInstalled('nginx', 'nginx', '-v')
}

const BROTLI = '/usr/lib/nginx/modules/ngx_http_brotli_static_module.so'

/** Returns the nginx module that sends files compressed with brotli. @throws {UnavailableError} */
export const ensureBrotliModuleInstalled = () =>
  installIfMissing(BROTLI, () => existsSync(BROTLI), 'libnginx-mod-http-brotli-static')

/** @throws {UnavailableError} */
export const ensureOpensslInstalled = () => ensureProgramInstalled('openssl', 'openssl', 'version')

/**
 * Creates a self-signed certificate and its key, both as PEM.
 *
 * @throws {UnavailableError} without openssl
 */
export async function createCertificate(names: readonly string[], days = 1) {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'koppelpunt-certificate-'))
  const cert = join(folder.path, 'cert.pem')
  const key = join(folder.path, 'key.pem')
  const subject = ['-subj', '/CN=Koppelpunt tests', '-days', String(days)]
  const alternatives = `subjectAltName=${names.map((name) => `DNS:${name}`).join(',')}`
  const { status, stderr } = spawnSync(ensureOpensslInstalled(), [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'],
    ...['-keyout', key, '-out', cert, ...subject, '-addext', alternatives],
  ])
  if (status !== 0) throw new Error(`openssl: ${stderr.toString()}`)
  return { cert: await readFile(cert, 'utf8'), key: await readFile(key, 'utf8') }
}

const isListening = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket
      .once('error', () => resolve(false))
      .once('connect', () => {
        socket.destroy()
        resolve(true)
      })
  })

/**
 * Starts an nginx with one worker.
 *
 * @param http content of its `http` block
 * @param options `port` that responds once nginx runs. Paths of `modules` to load
 * @throws {UnavailableError}
 */
export async function startNginx(
  http: string,
  { port, modules = [] }: { port: number; modules?: readonly string[] },
) {
  const program = ensureNginxInstalled()
  const folder = await mkdtemp(join(tmpdir(), 'koppelpunt-nginx-'))
  const main = [
    ...modules.map((module) => `load_module ${module};`),
    // As root, nginx would run workers that cannot read this folder.
    ...(process.getuid?.() === 0 ? ['user root;'] : []),
    'daemon off;',
    'worker_processes 1;',
    'pid nginx.pid;',
    'events {}',
    'http {',
    ...TEMPORARY.map((name) => `${name}_temp_path ${name};`),
    http,
    '}',
  ]
  const file = join(folder, 'nginx.conf')
  await writeFile(file, main.join('\n'))
  const parameters = ['-p', folder, '-c', file, '-e', 'stderr']
  const group = startProcessGroup(program, parameters, {}, { folder })
  await group.until(() => isListening(port), START_TIMEOUT_MILLISECONDS)
  return { close: group.stop, output: group.output }
}
