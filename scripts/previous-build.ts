import { access, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ENCODINGS } from '../server/encoding.ts'
import { OWN_ASSETS_FILE } from '../server/site.ts'

/** Hashed files: name in `client/assets` → bytes, compressed forms among them. */
export type Assets = ReadonlyMap<string, Buffer>

const isPresent = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )

async function ownNames(build: string): Promise<string[]> {
  const names: unknown = JSON.parse(await readFile(join(build, 'server', OWN_ASSETS_FILE), 'utf8'))
  const isName = (name: unknown) => typeof name === 'string' && /^[^/\\]+$/.test(name)
  if (!Array.isArray(names) || !names.every(isName))
    throw new Error(`${OWN_ASSETS_FILE} is damaged`)
  return names as string[]
}

/**
 * Reads the hashed files that the build in the folder `build` made itself. What it kept of the one
 * before is left out, so that nothing piles up.
 *
 * @throws one line where that is no complete build
 */
export async function ownAssets(build: string): Promise<Assets> {
  const assets = new Map<string, Buffer>()
  try {
    for (const name of await ownNames(build)) {
      for (const ending of ['', ...Object.values(ENCODINGS)]) {
        const path = join(build, 'client', 'assets', name + ending)
        if (ending === '' || (await isPresent(path))) {
          assets.set(name + ending, await readFile(path))
        }
      }
    }
  } catch (cause) {
    const why = (cause as Error).message
    throw new Error(`${build || '""'} is no build of the portal: ${why}`, { cause })
  }
  return assets
}

/** Puts those of `assets` into the build in the folder `build` that it does not have; says how many. */
export async function keepAssets(build: string, assets: Assets): Promise<number> {
  let kept = 0
  for (const [name, content] of assets) {
    const path = join(build, 'client', 'assets', name)
    if (await isPresent(path)) continue
    await writeFile(path, content)
    kept += 1
  }
  return kept
}
