import { execFile, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { PROJECT } from './program.ts'

/** A program or service cannot be had on this machine; `message` says in one line why. */
export class Unavailable extends Error {
  override name = 'Unavailable'
}

export function onPath(name: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
}

/**
 * Installs one of the distribution's packages where this is root on Debian or Ubuntu, as in a
 * container; whether that worked shows in what it brings.
 */
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
 * Installs a package where what it brings is missing.
 *
 * @throws {Unavailable} where that did not help
 */
export function provide(what: string, isThere: () => boolean, debianPackage: string): string {
  if (!isThere()) installPackage(debianPackage)
  if (!isThere()) throw new Unavailable(`"${what}" is missing; install "${debianPackage}"`)
  return what
}

/**
 * `program`, which is installed first where it is missing.
 *
 * @param versionFlag what the program tells its version for
 * @throws {Unavailable}
 */
export const installed = (program: string, debianPackage: string, versionFlag = '-version') =>
  provide(program, () => spawnSync(program, [versionFlag]).status === 0, debianPackage)

/** The distribution's Firefox, by its path. @throws {Unavailable} */
export const provideFirefox = () =>
  onPath(installed('firefox-esr', 'firefox-esr', '--version')) ?? ''

/**
 * WebKitGTK's WebDriver, and a screen for its browser, which has none of its own.
 *
 * @throws {Unavailable}
 */
export const provideWebkit = () => ({
  driver: installed('WebKitWebDriver', 'webkit2gtk-driver', '--help'),
  screen: installed('xvfb-run', 'xvfb', '--help'),
})

/**
 * A folder in `.real/` that `fill` has filled, once for all runs: anew where its name, or one of the
 * texts that it is made by, is another one.
 */
export async function fetched(
  name: string,
  madeBy: readonly string[],
  fill: (folder: string) => unknown,
): Promise<string> {
  const hash = createHash('sha256')
  for (const text of madeBy) hash.update(text)
  const mark = madeBy.length > 0 ? `-${hash.digest('hex').slice(0, 12)}` : ''
  const folder = join(PROJECT, '.real', name + mark)
  if (existsSync(folder)) return folder
  console.log(`Fetching ${name}, once…`)
  // Moved into its place when it is whole: what was interrupted is never taken for it.
  const unfinished = `${folder}.unfinished`
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { recursive: true })
  await fill(unfinished)
  await rename(unfinished, folder)
  return folder
}

/**
 * Runs a program that fetches or makes something, to its end.
 *
 * @param silence what it says where the registry that it asks does not answer
 * @throws {Unavailable} in one line where it says so
 */
export async function fetchBy(
  program: string,
  parameters: readonly string[],
  { silence, cwd = PROJECT }: { silence?: RegExp; cwd?: string } = {},
): Promise<void> {
  try {
    await promisify(execFile)(program, parameters, { cwd, maxBuffer: Infinity })
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    const output = stdout + stderr
    const silent = silence && output.split(/[\r\n]/).find((line) => silence.test(line))
    if (silent !== undefined) throw new Unavailable(`${program}: ${silent.trim()}`)
    throw new Error(`${program} ${parameters.join(' ')}:\n${output}`, { cause: error })
  }
}
