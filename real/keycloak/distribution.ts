import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { installed } from '../installed.ts'
import { Unavailable } from '../unavailable.ts'
import { expectJava } from './tools.ts'

const VERSION = '26.7.3'
const ARCHIVE = `keycloak-quarkus-dist-${VERSION}.tar.gz`
const ARCHIVE_SHA256 = '77657f30b7e90d70f727712ce1c967f430fd6a5e9f458d32d8c6df0635345f47'

/** Where distributions are kept between runs. */
const CACHE = fileURLToPath(new URL('../../.real', import.meta.url))

/** What a distribution is built for: a database in memory, so that each start is a fresh one. */
const BUILD = ['build', '--db=dev-mem', '--health-enabled=true']

async function sha256(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

/** Runs a program to its end; undefined: it went well, else in one line what went wrong. */
function problemOf(program: string, parameters: string[]): string | undefined {
  const { error, status, stdout, stderr } = spawnSync(program, parameters, { encoding: 'utf8' })
  if (error) return error.message
  if (status === 0) return undefined
  const problem = `${stdout}${stderr}`.split('\n').find((line) => /error/i.test(line))
  return problem?.trim() ?? `${program} ended with ${status}`
}

function expectDone(program: string, parameters: string[]): void {
  const problem = problemOf(program, parameters)
  if (problem !== undefined) throw new Error(`${[program, ...parameters].join(' ')}: ${problem}`)
}

/** The registry's own client fetches the archive; what it fetched must be what is pinned here. */
async function fetchArchive(folder: string): Promise<string> {
  const artifact = `-Dartifact=org.keycloak:keycloak-quarkus-dist:${VERSION}:tar.gz`
  const goal = ['-q', '-B', 'dependency:copy', artifact, `-DoutputDirectory=${folder}`]
  const problem = problemOf(installed('mvn', 'maven'), goal)
  if (problem !== undefined)
    throw new Unavailable(`Keycloak could not be fetched from Maven Central: ${problem}`)
  const archive = join(folder, ARCHIVE)
  const found = await sha256(archive)
  if (found !== ARCHIVE_SHA256)
    throw new Error(`${ARCHIVE} has SHA-256 ${found}, expected ${ARCHIVE_SHA256}`)
  return archive
}

/** Only a folder that is complete gets its final name: an interrupted run leaves none behind. */
async function unpackAndBuild(home: string): Promise<void> {
  await mkdir(CACHE, { recursive: true })
  const folder = await mkdtemp(join(CACHE, 'unpacking-'))
  try {
    expectDone('tar', ['xzf', await fetchArchive(folder), '-C', folder])
    const unpacked = join(folder, `keycloak-${VERSION}`)
    expectDone(join(unpacked, 'bin/kc.sh'), BUILD)
    await rename(unpacked, home)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/**
 * Folder of a Keycloak that is ready to start: the one that `KEYCLOAK_HOME` names, which gets built
 * for a database in memory and therefore is none that serves anybody, or else the pinned version,
 * fetched once.
 *
 * @throws {Unavailable} without Java 17, Maven or an answer of the registry
 */
export async function provideDistribution(): Promise<string> {
  expectJava()
  const own = process.env.KEYCLOAK_HOME
  if (own !== undefined) {
    expectDone(join(own, 'bin/kc.sh'), BUILD)
    return own
  }
  const home = join(CACHE, `keycloak-${VERSION}`)
  if (!existsSync(home)) await unpackAndBuild(home)
  return home
}
