import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { runReading, type Tell } from '../../programs/fetching.ts'
import { installed } from '../../programs/installed.ts'
import { Unavailable } from '../../programs/unavailable.ts'

const MINIMUM_JAVA = 17
const VERSION = '26.7.3'
const ARCHIVE = `keycloak-quarkus-dist-${VERSION}.tar.gz`
const ARCHIVE_MEGABYTES = 176
const ARCHIVE_SHA256 = '77657f30b7e90d70f727712ce1c967f430fd6a5e9f458d32d8c6df0635345f47'

/** Where distributions are kept between runs. */
const CACHE = fileURLToPath(new URL('../../../.real', import.meta.url))

/** What a distribution is built for: a database in memory, so that each start is a fresh one. */
const BUILD = ['build', '--db=dev-mem', '--health-enabled=true']

async function sha256(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

/** Runs a program to its end; undefined: it went well, else in one line what went wrong. */
async function problemOf(
  program: string,
  parameters: readonly string[],
): Promise<string | undefined> {
  const { code, output } = await runReading(program, parameters)
  if (code === 0) return undefined
  const problem = output.split(/[\r\n]/).find((line) => /error/i.test(line))
  return problem?.trim() ?? `${program} ended with ${code}`
}

async function expectDone(program: string, parameters: readonly string[]): Promise<void> {
  const problem = await problemOf(program, parameters)
  if (problem !== undefined) throw new Error(`${[program, ...parameters].join(' ')}: ${problem}`)
}

/** @throws {Unavailable} without a Java that Keycloak runs on */
function expectJava(): void {
  const home = process.env.JAVA_HOME
  const java = home ? `${home}/bin/java` : installed('java', 'default-jre-headless')
  const { stderr } = spawnSync(java, ['-version'], { encoding: 'utf8' })
  const [, major = ''] = /version "(\d+)/.exec(stderr) ?? []
  if (!(Number(major) >= MINIMUM_JAVA))
    throw new Unavailable(`Keycloak needs Java ${MINIMUM_JAVA} or newer, and ${java} is ${major}`)
}

/** The registry's own client fetches the archive; what it fetched must be what is pinned here. */
async function fetchArchive(folder: string, tell: Tell): Promise<string> {
  tell(`Fetching Keycloak ${VERSION} (${ARCHIVE_MEGABYTES} MB) from Maven Central, once…`)
  const artifact = `-Dartifact=org.keycloak:keycloak-quarkus-dist:${VERSION}:tar.gz`
  const goal = ['--batch-mode', 'dependency:copy', artifact, `-DoutputDirectory=${folder}`]
  const problem = await problemOf(installed('mvn', 'maven'), goal)
  if (problem !== undefined)
    throw new Unavailable(`Keycloak could not be fetched from Maven Central: ${problem}`)
  const archive = join(folder, ARCHIVE)
  const found = await sha256(archive)
  if (found !== ARCHIVE_SHA256)
    throw new Error(`${ARCHIVE} has SHA-256 ${found}, expected ${ARCHIVE_SHA256}`)
  return archive
}

/** Only a folder that is complete gets its final name: an interrupted run leaves none behind. */
async function unpackAndBuild(home: string, tell: Tell): Promise<void> {
  await mkdir(CACHE, { recursive: true })
  const folder = await mkdtemp(join(CACHE, 'unpacking-'))
  try {
    const archive = await fetchArchive(folder, tell)
    tell('Unpacking and building it…')
    await expectDone('tar', ['xzf', archive, '-C', folder])
    const unpacked = join(folder, `keycloak-${VERSION}`)
    await expectDone(join(unpacked, 'bin/kc.sh'), BUILD)
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
 * @param tell told what is fetched
 * @throws {Unavailable} without Java 17, Maven or an answer of the registry
 */
export async function provideDistribution(tell: Tell): Promise<string> {
  expectJava()
  const own = process.env.KEYCLOAK_HOME
  if (own !== undefined) {
    await expectDone(join(own, 'bin/kc.sh'), BUILD)
    return own
  }
  const home = join(CACHE, `keycloak-${VERSION}`)
  if (!existsSync(home)) await unpackAndBuild(home, tell)
  return home
}
