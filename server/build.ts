import { readFile, readdir, writeFile } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { AstroIntegration } from 'astro'
import { ENCODINGS } from './encoding.ts'
import type { Encoding } from './encoding.ts'
import type { InlineSources } from './headers.ts'
import { takeInlineSources } from './inline-sources.ts'
import { INLINE_SOURCES_FILE } from './site.ts'

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

const compress: Record<Encoding, (content: Buffer) => Promise<Buffer>> = {
  br: (content) =>
    promisify(brotliCompress)(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.byteLength,
      },
    }),
  gzip: (content) => promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
}

async function writeCompressed(path: string): Promise<void> {
  const content = await readFile(path)
  await Promise.all(
    (Object.keys(ENCODINGS) as Encoding[]).map(async (encoding) => {
      const compressed = await compress[encoding](content)
      if (compressed.byteLength < content.byteLength) {
        await writeFile(path + ENCODINGS[encoding], compressed)
      }
    }),
  )
}

/**
 * Prepares a build for the server of ours: takes each page's policy out of its HTML into
 * `INLINE_SOURCES_FILE`, then writes a brotli and a gzip form beside every text file that gains by
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
        await Promise.all(paths.map(writeCompressed))
        logger.info(`${Object.keys(inlineSources).length} pages, ${paths.length} files compressed`)
      },
    },
  }
}
