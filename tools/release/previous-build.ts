import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ENCODINGS, OWN_ASSETS_FILE } from '../../server/pages.ts'
import { listAssets } from '../build/served-files.ts'

export interface BuildFiles {
  /** Assets that the build itself created, without compressed variants. */
  own: readonly string[]
  /** Contents of all assets by path, including earlier builds. */
  files: ReadonlyMap<string, Buffer>
}

const ENDINGS = ['', ...Object.values(ENCODINGS)]

/** Reads the assets of a build. @throws a one-line error if the build is incomplete */
export async function readBuildFiles(build: string): Promise<BuildFiles> {
  const files = new Map<string, Buffer>()
  try {
    const assets = await readFile(join(build, 'server', OWN_ASSETS_FILE), 'utf8')
    const own = JSON.parse(assets) as string[]
    const client = join(build, 'client')
    for (const name of listAssets(client)) {
      files.set(name, await readFile(join(client, 'assets', name)))
    }
    const missing = own.find((name) => !files.has(name))
    if (missing !== undefined) throw new Error(`${missing} is missing`)
    return { own, files }
  } catch (cause) {
    const reason = (cause as Error).message
    throw new Error(`${build || '""'} is not a build of the portal: ${reason}`, { cause })
  }
}

/** Copies the assets that the previous build made itself. @returns number of copied files */
export async function copyPreviousAssets(build: string, before: BuildFiles): Promise<number> {
  const now = await readBuildFiles(build)
  const own = new Set(before.own.flatMap((name) => ENDINGS.map((ending) => name + ending)))
  // A rebuild without changes also keeps the assets of earlier builds.
  const isSame = now.own.join() === before.own.join()
  const missing = [...before.files].filter(
    ([name]) => !now.files.has(name) && (isSame || own.has(name)),
  )
  for (const [name, content] of missing) {
    await writeFile(join(build, 'client', 'assets', name), content)
  }
  return missing.length
}
