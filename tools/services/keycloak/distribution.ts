import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import {
  UnavailableError,
  runDownloader,
  createCachedFolder,
  ensureProgramInstalled,
} from '../../programs/installed.ts'

const MINIMUM_JAVA = 17
const VERSION = '26.7.3'
const ARCHIVE = `keycloak-quarkus-dist-${VERSION}.tar.gz`
const ARCHIVE_SHA256 = '77657f30b7e90d70f727712ce1c967f430fd6a5e9f458d32d8c6df0635345f47'

/** The database is in memory, so each start has fresh data. */
const BUILD = ['build', '--db=dev-mem', '--health-enabled=true']

/** @throws {UnavailableError} without a Java that Keycloak supports */
function expectJava(): void {
  const home = process.env.JAVA_HOME
  const java = home ? `${home}/bin/java` : ensureProgramInstalled('java', 'default-jre-headless')
  const { stderr } = spawnSync(java, ['-version'], { encoding: 'utf8' })
  const [, major = ''] = /version "(\d+)/.exec(stderr) ?? []
  if (!(Number(major) >= MINIMUM_JAVA))
    throw new UnavailableError(
      `Keycloak needs Java ${MINIMUM_JAVA} or newer, and ${java} is ${major}`,
    )
}

async function fetchArchive(folder: string): Promise<string> {
  const artifact = `-Dartifact=org.keycloak:keycloak-quarkus-dist:${VERSION}:tar.gz`
  const goal = ['--batch-mode', 'dependency:copy', artifact, `-DoutputDirectory=${folder}`]
  await runDownloader(ensureProgramInstalled('mvn', 'maven'), goal, { silence: /error/i })
  const hash = createHash('sha256')
  await pipeline(createReadStream(join(folder, ARCHIVE)), hash)
  const found = hash.digest('hex')
  if (found !== ARCHIVE_SHA256)
    throw new Error(`${ARCHIVE} has SHA-256 ${found}, expected ${ARCHIVE_SHA256}`)
  return join(folder, ARCHIVE)
}

/**
 * Returns the folder of Keycloak, downloaded only once.
 *
 * @throws {UnavailableError} without Java 17, Maven or a response of the registry
 */
export async function ensureKeycloakInstalled(): Promise<string> {
  expectJava()
  return createCachedFolder(`keycloak-${VERSION}`, [], async (folder) => {
    const archive = await fetchArchive(folder)
    await runDownloader('tar', ['xzf', archive, '-C', folder, '--strip-components=1'])
    await rm(archive)
    await runDownloader(join(folder, 'bin/kc.sh'), BUILD)
  })
}
