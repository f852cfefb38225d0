import { createHash } from 'node:crypto'
import type { RequestListener } from 'node:http'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'vite'
import { addressOf, cacheControlOf, contentTypeOf } from '../../server/pages.ts'
import { listen } from '../../server/listen.ts'

/** The least that a page with React can be: one button, hydrated. What the portal is measured by. */
const SOURCES = fileURLToPath(new URL('floor', import.meta.url))

/** Address → the built page, its script and its style, compressed as the portal's are. */
async function builtFiles() {
  const built = await build({
    root: SOURCES,
    configFile: false,
    logLevel: 'warn',
    build: { write: false, target: 'esnext' },
  })
  const files = [built].flat().flatMap((each) => ('output' in each ? each.output : []))
  return new Map(
    files.map((file) => {
      const body = brotliCompressSync(file.type === 'chunk' ? file.code : file.source)
      const address = addressOf(file.fileName)
      const headers = {
        'cache-control': cacheControlOf(address),
        'content-encoding': 'br',
        'content-type': contentTypeOf(file.fileName),
        etag: `"${createHash('sha256').update(body).digest('base64url')}"`,
      }
      return [address, { body, headers }]
    }),
  )
}

/** Serves it as the portal is served: scripts for good, the page to be revalidated. */
export async function serveFloor(): Promise<{ url: string; close: () => Promise<void> }> {
  const files = await builtFiles()
  const handler: RequestListener = ({ url = '', headers }, response) => {
    const file = files.get(url)
    if (!file) response.writeHead(404).end()
    else if (headers['if-none-match'] === file.headers.etag) response.writeHead(304).end()
    else response.writeHead(200, file.headers).end(file.body)
  }
  return listen(handler, { port: 0, host: 'localhost' })
}
