import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installed } from '../../programs/installed.ts'

/** @throws {Unavailable} */
export const provideOpenssl = () => installed('openssl', 'openssl', 'version')

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
