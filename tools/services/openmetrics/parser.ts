import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT } from '../../programs/program.ts'
import { installed } from '../../programs/installed.ts'
import { Unavailable } from '../../programs/unavailable.ts'

const HERE = join(PROJECT, 'tools', 'services', 'openmetrics')
const REQUIREMENTS = join(HERE, 'requirements.txt')

/** Families by their names, without `_total` of counters; what is wrong with a text that is no OpenMetrics. */
export type Parser = (text: string) => Readonly<Record<string, string>> | string

/**
 * The parser of the form's own reference implementation, in Python, fetched into `.real/` by its
 * checksum.
 *
 * @throws {Unavailable} without Python, or where the package registry does not answer
 */
export function provideParser(): Parser {
  const python = installed('python3', 'python3', '--version')
  const hash = createHash('sha256').update(readFileSync(REQUIREMENTS)).digest('hex')
  const folder = join(PROJECT, '.real', `openmetrics-${hash.slice(0, 12)}`)
  if (!existsSync(folder)) install(python, folder)
  return (input) => {
    const env = { ...process.env, PYTHONPATH: folder }
    const parsed = spawnSync(python, [join(HERE, 'families.py')], { input, env, encoding: 'utf8' })
    if (parsed.status === 0) return JSON.parse(parsed.stdout) as Record<string, string>
    return parsed.stderr.trimEnd().split('\n').at(-1) ?? ''
  }
}

/** Moved into its place when it is whole. */
function install(python: string, folder: string): void {
  const unfinished = `${folder}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  const made = spawnSync(
    python,
    [
      ...['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--no-deps'],
      ...['--require-hashes', '--target', unfinished, '--requirement', REQUIREMENTS],
    ],
    { encoding: 'utf8' },
  )
  if (made.status !== 0) {
    const reason = made.stderr.trimEnd().split('\n').at(-1) ?? ''
    throw new Unavailable(`pip could not install prometheus-client (${reason})`)
  }
  renameSync(unfinished, folder)
}
