import { readFile, readdir, writeFile } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { compressed } from './compress.ts'
import type { InlineSources } from './headers.ts'
import { takeInlineSources } from './inline-sources.ts'
import { INLINE_SOURCES_FILE, OWN_ASSETS_FILE } from './site.ts'

const COMPRESSIBLE = new Set([
  '.css',
  '.html',
  '.ico',
  '.js',
  '.json',
  '.svg',
  '.txt',
  '.webmanifest',
])

async function writeCompressed(path: string): Promise<void> {
  for (const [ending, content] of await compressed(await readFile(path))) {
    await writeFile(path + ending, content)
  }
}

/**
 * Prepares a build for the server of ours: takes each page's policy out of its HTML into
 * `INLINE_SOURCES_FILE`, lists its hashed files in `OWN_ASSETS_FILE`, then writes a brotli and a gzip form beside every text file that gains by
 * it. Fails the build where a page would break its policy.
 */
export function servedFiles(): AstroIntegration {
  return {
    name: 'koppelpunt-served-files',
    hooks: {
      'astro:build:done': async ({ dir, logger }) => {
        const client = fileURLToPath(dir)
        const entries = await readdir(client, { recursive: true, withFileTypes: true })
        const paths = entries
          .filter((entry) => entry.isFile() && COMPRESSIBLE.has(extname(entry.name)))
          .map((entry) => join(entry.parentPath, entry.name))

        const inlineSources: Record<string, InlineSources> = {}
        for (const path of paths.filter((path) => path.endsWith('.html'))) {
          const page = path.slice(client.length).replaceAll(sep, '/')
          const { html, inline } = takeInlineSources(page, await readFile(path, 'utf8'))
          await writeFile(path, html)
          inlineSources[page] = inline
        }
        const manifest = new URL(`../server/${INLINE_SOURCES_FILE}`, dir)
        await writeFile(manifest, JSON.stringify(inlineSources))
        const assets = await readdir(join(client, 'assets'))
        const ownAssets = new URL(`../server/${OWN_ASSETS_FILE}`, dir)
        await writeFile(ownAssets, JSON.stringify(assets.sort()))
        await Promise.all(paths.map(writeCompressed))
        logger.info(`${Object.keys(inlineSources).length} pages, ${paths.length} files compressed`)
      },
    },
  }
}
