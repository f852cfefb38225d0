import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Enough to find a commit by, and to tell builds apart. */
const SHOWN_DIGITS = 12

/** What a page has in the place of the build's id until the build is done, and under `npm run dev`. */
export const NO_BUILD = '<meta name="build" content="development">'

/**
 * The commit in `BUILD_COMMIT`, for builds outside a checkout, such as that of an image; null: not set.
 *
 * @throws one line where it is none
 */
export function commitGiven({ BUILD_COMMIT = '' }: NodeJS.ProcessEnv): string | null {
  if (BUILD_COMMIT === '') return null
  if (/^[\da-f]{7,64}$/.test(BUILD_COMMIT)) return BUILD_COMMIT
  const shown = JSON.stringify(BUILD_COMMIT.slice(0, 100))
  throw new Error(`BUILD_COMMIT is ${shown}, expected 7 to 64 hexadecimal digits of a commit`)
}

/**
 * The commit that is checked out in `folder`; null where there is none, where it is a checkout's of
 * something else around it, and where files differ from it.
 */
async function commitIn(folder: string): Promise<string | null> {
  const git = async (...parameters: string[]) =>
    (await promisify(execFile)('git', parameters, { cwd: folder })).stdout
  try {
    const [prefix, commit = ''] = (await git('rev-parse', '--show-prefix', 'HEAD')).split('\n')
    return prefix === '' && (await git('status', '--porcelain')) === '' ? commit : null
  } catch {
    // No git, no checkout, no commit, or one of somebody else's: the build has to name itself.
    return null
  }
}

/** A hash of the names and bytes of all files in `folder`. */
async function hashOf(folder: string): Promise<string> {
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
 * What tells a build from others of the same version: the commit that it was made of, from
 * `BUILD_COMMIT` or from the checkout in `project`, or `hash-` and a hash of what browsers get of
 * it, in `client`. The same sources give the same id.
 *
 * @throws one line where `BUILD_COMMIT` is no commit
 */
export async function buildIdOf(
  project: string,
  client: string,
  environment: NodeJS.ProcessEnv,
): Promise<string> {
  const commit = commitGiven(environment) ?? (await commitIn(project))
  if (commit !== null) return commit.slice(0, SHOWN_DIGITS)
  return `hash-${(await hashOf(client)).slice(0, SHOWN_DIGITS)}`
}
