import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const ID_DIGITS = 12

/** Placeholder for the build id, which `npm run dev` keeps. */
export const BUILD_PLACEHOLDER = '<meta name="build" content="development">'

/**
 * Returns the commit in `BUILD_COMMIT`, for builds without git.
 *
 * @throws a one-line error if the value is not a commit
 */
export function readBuildCommit({ BUILD_COMMIT = '' }: NodeJS.ProcessEnv): string | null {
  if (BUILD_COMMIT === '') return null
  if (/^[\da-f]{7,64}$/.test(BUILD_COMMIT)) return BUILD_COMMIT
  const shown = JSON.stringify(BUILD_COMMIT.slice(0, 100))
  throw new Error(`BUILD_COMMIT is ${shown}, expected 7 to 64 hexadecimal digits of a commit`)
}

/** Returns the commit of an unchanged checkout, otherwise null. */
async function checkedOutCommit(folder: string): Promise<string | null> {
  const git = async (...parameters: string[]) =>
    (await promisify(execFile)('git', parameters, { cwd: folder })).stdout
  try {
    const [prefix, commit = ''] = (await git('rev-parse', '--show-prefix', 'HEAD')).split('\n')
    return prefix === '' && (await git('status', '--porcelain')) === '' ? commit : null
  } catch {
    return null
  }
}

async function hashFiles(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  const hash = createHash('sha256')
  for (const path of paths.sort()) {
    const content = await readFile(path)
    hash.update(`${path.slice(folder.length)}\0${content.byteLength}\0`).update(content)
  }
  return hash.digest('hex')
}

/**
 * Returns a short commit, or else a hash of the files.
 *
 * @throws a one-line error if `BUILD_COMMIT` is not a commit
 */
export async function findBuildId(
  project: string,
  client: string,
  environment: NodeJS.ProcessEnv,
): Promise<string> {
  const commit = readBuildCommit(environment) ?? (await checkedOutCommit(project))
  if (commit !== null) return commit.slice(0, ID_DIGITS)
  return `hash-${(await hashFiles(client)).slice(0, ID_DIGITS)}`
}
