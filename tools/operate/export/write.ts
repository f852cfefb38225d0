import { mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import * as z from 'zod/mini'
import { isSameGeneration } from '../../build/previous-build.ts'

/** By this a folder is known to be an export; lists the hashed files of one generation. */
const MARK = 'export.json'
const ASSETS = 'assets'

/** What is written: path inside the exported folder → bytes. */
export type Files = ReadonlyMap<string, Buffer | string>

const markSchema = z.object({
  /** Names of the hashed files that the build made itself, without their compressed forms. */
  assets: z.array(z.string()),
  /** Those of the export before. */
  earlier: z.array(z.string()),
})

type Mark = z.infer<typeof markSchema>

const EMPTY: Mark = { assets: [], earlier: [] }

/** The folder holds something else, which is nobody's to overwrite. */
export class NoExport extends Error {
  override name = 'NoExport'
}

/**
 * What the export that lies in `folder` left there; nothing where the folder is empty or missing.
 *
 * @throws {NoExport}
 */
async function earlierExport(folder: string): Promise<Mark> {
  const names = await readdir(folder).catch((error: unknown) => {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return []
    throw new NoExport(`${folder} cannot be exported to: ${message}`)
  })
  if (names.length === 0) return EMPTY
  try {
    return markSchema.parse(JSON.parse(await readFile(join(folder, MARK), 'utf8')))
  } catch {
    throw new NoExport(`${folder} holds something else than an export; choose another folder`)
  }
}

/** Whoever reads a file meanwhile gets all of the old one, or all of the new one. */
async function replace(path: string, content: Buffer | string): Promise<void> {
  const beside = `${path}.new`
  await mkdir(dirname(path), { recursive: true })
  await writeFile(beside, content)
  await rename(beside, path)
}

/** What is asked for by others goes first, and pages, which ask, go last. */
function rank(path: string): number {
  if (path.startsWith(`public/${ASSETS}/`)) return 0
  return /\.html(?:\.\w+)?$/.test(path) ? 2 : 1
}

const isAmong = (names: readonly string[], file: string) =>
  names.some((name) => file === name || file.startsWith(`${name}.`))

/** Removes what neither this export nor the one before it has. */
async function clear(folder: string, files: Files, earlier: readonly string[]): Promise<void> {
  const published = join(folder, 'public')
  const entries = await readdir(published, { recursive: true, withFileTypes: true })
  for (const entry of entries.filter((entry) => entry.isFile())) {
    const path = join(entry.parentPath, entry.name)
    const isKept = entry.parentPath === join(published, ASSETS) && isAmong(earlier, entry.name)
    if (!isKept && !files.has(path.slice(folder.length + 1))) await rm(path)
  }
}

/**
 * Writes an export into `folder`. Hashed files of the export that lies there stay for one generation,
 * and pages are replaced last, so that a host which serves the folder never lacks a file. The same
 * build once more, with other variables, is no generation.
 *
 * @param ownAssets names of the hashed files that the build made itself
 * @throws {NoExport} before anything is written
 */
export async function writeExport(
  folder: string,
  files: Files,
  ownAssets: readonly string[],
): Promise<void> {
  const before = await earlierExport(folder)
  const earlier = isSameGeneration(before.assets, ownAssets) ? before.earlier : before.assets
  const mark: Mark = { assets: [...ownAssets], earlier }
  await replace(join(folder, MARK), JSON.stringify(mark))
  const ordered = [...files].sort(([one], [other]) => rank(one) - rank(other))
  for (const [path, content] of ordered) await replace(join(folder, path), content)
  await clear(folder, files, earlier)
}
