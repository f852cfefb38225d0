import { execFile, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { PROJECT_FOLDER } from './program.ts'

/** Error if this machine lacks a program or service. */
export class UnavailableError extends Error {
  override name = 'UnavailableError'
}

export function findOnPath(name: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
}

/** Installs a package, if run as root on Debian or Ubuntu. */
export function installPackage(name: string): void {
  const release = '/etc/os-release'
  const isDebian =
    existsSync(release) && /^ID(_LIKE)?=.*(debian|ubuntu)/m.test(readFileSync(release, 'utf8'))
  if (process.getuid?.() !== 0 || !isDebian) return
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const parameters of [['update'], ['install', '-y', '--no-install-recommends', name]]) {
    spawnSync('apt-get', parameters, { stdio: ['ignore', 'inherit', 'inherit'], env })
  }
}

/**
 * Returns a program's name, and installs a missing package first.
 *
 * @throws {UnavailableError} if the program is still missing
 */
export function installIfMissing(
  name: string,
  isInstalled: () => boolean,
  debianPackage: string,
): string {
  if (!isInstalled()) installPackage(debianPackage)
  if (!isInstalled()) throw new UnavailableError(`"${name}" is missing; install "${debianPackage}"`)
  return name
}

/**
 * Returns a program's name, and installs a missing program first.
 *
 * @param versionFlag parameter that makes the program print its version and exit
 * @throws {UnavailableError}
 */
export const ensureProgramInstalled = (
  program: string,
  debianPackage: string,
  versionFlag = '-version',
) => installIfMissing(program, () => spawnSync(program, [versionFlag]).status === 0, debianPackage)

/** Returns the path of the distribution's Firefox. @throws {UnavailableError} */
export const ensureFirefoxInstalled = () =>
  findOnPath(ensureProgramInstalled('firefox-esr', 'firefox-esr', '--version')) ?? ''

/** Returns WebKitGTK's WebDriver and a virtual display for its browser. @throws {UnavailableError} */
export const ensureWebkitInstalled = () => ({
  driver: ensureProgramInstalled('WebKitWebDriver', 'webkit2gtk-driver', '--help'),
  screen: ensureProgramInstalled('xvfb-run', 'xvfb', '--help'),
})

/** Returns a cached folder, filled again if an input changes. */
export async function createCachedFolder(
  name: string,
  inputs: readonly string[],
  fill: (folder: string) => unknown,
): Promise<string> {
  const hash = createHash('sha256')
  for (const text of inputs) hash.update(text)
  const suffix = inputs.length > 0 ? `-${hash.digest('hex').slice(0, 12)}` : ''
  const folder = join(PROJECT_FOLDER, '.real', name + suffix)
  if (existsSync(folder)) return folder
  console.log(`Fetching ${name}, once…`)
  // An interrupted download leaves only the unfinished folder.
  const unfinished = `${folder}.unfinished`
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { recursive: true })
  await fill(unfinished)
  await rename(unfinished, folder)
  return folder
}

/**
 * Runs a program that downloads or builds something.
 *
 * @param silence matches the program's output if the registry does not respond
 * @throws {UnavailableError} with one line if `silence` matches
 */
export async function runDownloader(
  program: string,
  parameters: readonly string[],
  { silence, cwd = PROJECT_FOLDER }: { silence?: RegExp; cwd?: string } = {},
): Promise<void> {
  try {
    await promisify(execFile)(program, parameters, { cwd, maxBuffer: Infinity })
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    const output = stdout + stderr
    const silent = silence && output.split(/[\r\n]/).find((line) => silence.test(line))
    if (silent !== undefined) throw new UnavailableError(`${program}: ${silent.trim()}`)
    throw new Error(`${program} ${parameters.join(' ')}:\n${output}`, { cause: error })
  }
}
