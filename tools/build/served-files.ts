import { globSync } from 'node:fs'
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { BUILD_PLACEHOLDER, findBuildId } from './build-id.ts'
import type { InlineSources } from '../../server/headers.ts'
import { extractInlineSources } from './inline-sources.ts'
import { ENCODINGS, INLINE_SOURCES_FILE, OWN_ASSETS_FILE, compress } from '../../server/pages.ts'

const COMPRESSIBLE = /\.(?:css|html|ico|js|json|svg|txt|webmanifest)$/

async function writeCompressed(path: string): Promise<void> {
  for (const { encoding, body } of await compress(await readFile(path))) {
    await writeFile(path + ENCODINGS[encoding], body)
  }
}

export const listAssets = (client: string): string[] =>
  globSync('**/*.*', { cwd: join(client, 'assets') }).sort()

const PROJECT = fileURLToPath(new URL('../..', import.meta.url))

async function writeBuildId(client: string, pages: readonly string[]): Promise<string> {
  const id = await findBuildId(PROJECT, client, process.env)
  for (const path of pages) {
    const html = await readFile(path, 'utf8')
    if (!html.includes(BUILD_PLACEHOLDER))
      throw new Error(`${path} has no place for the build's id`)
    await writeFile(path, html.replace(BUILD_PLACEHOLDER, `<meta name="build" content="${id}">`))
  }
  return id
}

/** Prepares a finished build for the server. */
export function createServedFilesIntegration(): AstroIntegration {
  return {
    name: 'koppelpunt-served-files',
    hooks: {
      'astro:build:done': async ({ dir, logger }) => {
        const client = fileURLToPath(dir)
        const entries = await readdir(client, { recursive: true, withFileTypes: true })
        const paths = entries
          .filter((entry) => entry.isFile() && COMPRESSIBLE.test(entry.name))
          .map((entry) => join(entry.parentPath, entry.name))

        const inlineSources: Record<string, InlineSources> = {}
        const pages = paths.filter((path) => path.endsWith('.html'))
        for (const path of pages) {
          const page = path.slice(client.length).replaceAll(sep, '/')
          const { html, inline } = extractInlineSources(page, await readFile(path, 'utf8'))
          await writeFile(path, html)
          inlineSources[page] = inline
        }
        await mkdir(new URL('../server', dir), { recursive: true })
        const manifest = new URL(`../server/${INLINE_SOURCES_FILE}`, dir)
        await writeFile(manifest, JSON.stringify(inlineSources))
        const assets = listAssets(client)
        const ownAssets = new URL(`../server/${OWN_ASSETS_FILE}`, dir)
        await writeFile(ownAssets, JSON.stringify(assets))
        const id = await writeBuildId(client, pages)
        await Promise.all(paths.map(writeCompressed))
        logger.info(`${id}: ${pages.length} pages, ${paths.length} files compressed`)
      },
    },
  }
}
