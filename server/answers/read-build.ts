import { readFile, readdir } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { AstroHandler } from './handler.ts'
import type { InlineSources } from './headers.ts'
import { INLINE_SOURCES_FILE } from './site.ts'

/** Where `npm run build` leaves the portal. */
export const BUILD_FOLDER = fileURLToPath(new URL('../../dist', import.meta.url))

/** Reads a build's files into memory, so that a later build does not change a running portal. */
export async function readFiles(folder: string) {
  const client = join(folder, 'client')
  const entries = await readdir(client, { recursive: true, withFileTypes: true })
  const contents = new Map<string, Buffer>()
  for (const entry of entries.filter((entry) => entry.isFile())) {
    const path = join(entry.parentPath, entry.name)
    contents.set(path.slice(client.length + 1).replaceAll(sep, '/'), await readFile(path))
  }
  const inline = await readFile(join(folder, 'server', INLINE_SOURCES_FILE), 'utf8')
  return {
    /** Path inside the client folder → bytes, compressed forms beside the originals. */
    contents,
    /** Path of a page → what stands inside it. */
    inline: JSON.parse(inline) as Readonly<Record<string, InlineSources>>,
  }
}

export async function readAstroHandler(folder: string): Promise<AstroHandler> {
  const entry = pathToFileURL(join(folder, 'server', 'entry.mjs')).href
  const { handler } = (await import(entry)) as { handler: AstroHandler }
  return handler
}
