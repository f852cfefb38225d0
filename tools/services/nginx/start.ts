import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { provideProgram, provide } from '../../programs/installed.ts'
import { runGroup } from '../../programs/process-group.ts'

/** How long a start may take, in milliseconds. */
const START_PATIENCE = 10_000

/** Directories that nginx writes to even where nothing is written. */
const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']

/** The nginx of this machine; Debian's is not on everybody's path. */
export function provideNginx(): string {
  process.env.PATH = `${process.env.PATH ?? ''}:/usr/sbin`
  return provideProgram('nginx', 'nginx', '-v')
}

const BROTLI = '/usr/lib/nginx/modules/ngx_http_brotli_static_module.so'

/** Sends files which are compressed already. @throws {Unavailable} */
export const provideBrotliModule = () =>
  provide(BROTLI, () => existsSync(BROTLI), 'libnginx-mod-http-brotli-static')

/** @throws {Unavailable} */
export const provideOpenssl = () => provideProgram('openssl', 'openssl', 'version')

/**
 * A certificate for `names` that signs itself, for so many days, with its key, both as PEM.
 *
 * @throws {Unavailable} without openssl
 */
export async function makeCertificate(names: readonly string[], days = 1) {
  const folder = await mkdtemp(join(tmpdir(), 'koppelpunt-certificate-'))
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  const subject = ['-subj', '/CN=Koppelpunt tests', '-days', String(days)]
  const alternatives = `subjectAltName=${names.map((name) => `DNS:${name}`).join(',')}`
  const made = spawnSync(provideOpenssl(), [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'],
    ...['-keyout', key, '-out', cert, ...subject, '-addext', alternatives],
  ])
  try {
    if (made.status !== 0) throw new Error(`openssl: ${made.stderr.toString()}`)
    return { cert: await readFile(cert, 'utf8'), key: await readFile(key, 'utf8') }
  } finally {
    await rm(folder, { recursive: true })
  }
}

const isListening = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

/**
 * Starts an nginx with one worker.
 *
 * @param http what stands in its `http` block
 * @param options `port` that shows that it runs; `modules` to load, by path
 * @throws {Unavailable} where there is none
 */
export async function startNginx(
  http: string,
  { port, modules = [] }: { port: number; modules?: readonly string[] },
) {
  const program = provideNginx()
  const folder = await mkdtemp(join(tmpdir(), 'koppelpunt-nginx-'))
  const main = [
    ...modules.map((module) => `load_module ${module};`),
    // Its workers would otherwise be somebody who may not read here.
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
  const group = runGroup(program, parameters, {}, { folder })
  await group.until(() => isListening(port), START_PATIENCE)
  return { close: group.stop, output: group.output }
}
