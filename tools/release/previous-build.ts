import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ENCODINGS, OWN_ASSETS_FILE } from '../../server/pages.ts'
import { assetsIn } from '../build/served-files.ts'

/** The hashed files of a build. */
export interface Generation {
  /** Paths in `client/assets` that the build made itself, without their compressed forms. */
  own: readonly string[]
  /** Paths → bytes of all that lie there, compressed forms and what was kept of an earlier build too. */
  files: ReadonlyMap<string, Buffer>
}

const ENDINGS = ['', ...Object.values(ENCODINGS)]

/**
 * Reads the hashed files of the build in the folder `build`.
 *
 * @throws one line where that is no complete build
 */
export async function readGeneration(build: string): Promise<Generation> {
  const files = new Map<string, Buffer>()
  try {
    const assets = await readFile(join(build, 'server', OWN_ASSETS_FILE), 'utf8')
    const own = JSON.parse(assets) as string[]
    const client = join(build, 'client')
    for (const name of assetsIn(client)) {
      files.set(name, await readFile(join(client, 'assets', name)))
    }
    const missing = own.find((name) => !files.has(name))
    if (missing !== undefined) throw new Error(`${missing} is missing`)
    return { own, files }
  } catch (cause) {
    const why = (cause as Error).message
    throw new Error(`${build || '""'} is no build of the portal: ${why}`, { cause })
  }
}

/**
 * Puts the hashed files of the build `before` into the one in the folder `build`, where they are not
 * in it. What that one had kept of a still earlier build is left out, so that nothing piles up.
 *
 * @returns how many files were put there
 */
export async function keepAssets(build: string, before: Generation): Promise<number> {
  const now = await readGeneration(build)
  const own = new Set(before.own.flatMap((name) => ENDINGS.map((ending) => name + ending)))
  // The same sources once more are no new generation.
  const isSame = now.own.join() === before.own.join()
  const kept = [...before.files].filter(
    ([name]) => !now.files.has(name) && (isSame || own.has(name)),
  )
  for (const [name, content] of kept) {
    await writeFile(join(build, 'client', 'assets', name), content)
  }
  return kept.length
}
