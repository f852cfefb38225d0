import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Unavailable } from '../real/unavailable.ts'

const SOURCES = fileURLToPath(new URL('yardsticks', import.meta.url))

/** Runs a program to its end, and gives what it printed where that was a failure. */
async function failureOf(
  program: string,
  parameters: readonly string[],
  folder: string,
): Promise<string | undefined> {
  const child = spawn(program, parameters, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const [code] = (await once(child, 'close')) as [number | null]
  return code === 0 ? undefined : output
}

/**
 * Builds the pages of `yardsticks/` in a folder of their own, which nothing is left of, from what its
 * lock names.
 *
 * @returns the built files, by their path
 * @throws {Unavailable} where the packages cannot be had
 */
export async function buildYardsticks(): Promise<Map<string, Buffer>> {
  const folder = await mkdtemp(join(tmpdir(), 'koppelpunt-yardsticks-'))
  try {
    await cp(SOURCES, folder, { recursive: true })
    const install = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--fetch-retries=1']
    const missing = await failureOf('npm', install, folder)
    if (missing !== undefined) {
      const reason = /npm error (?!code)(.+)/.exec(missing)?.[1] ?? missing.trim()
      throw new Unavailable(`the packages cannot be installed: ${reason}`)
    }
    const vite = join(folder, 'node_modules', 'vite', 'bin', 'vite.js')
    const failure = await failureOf(process.execPath, [vite, 'build'], folder)
    if (failure !== undefined) throw new Error(`The yardsticks cannot be built:\n${failure}`)

    const built = join(folder, 'dist')
    const entries = await readdir(built, { recursive: true, withFileTypes: true })
    const files = new Map<string, Buffer>()
    for (const entry of entries.filter((entry) => entry.isFile())) {
      const path = join(entry.parentPath, entry.name)
      files.set(path.slice(built.length + 1), await readFile(path))
    }
    return files
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
