import type { RequestListener } from 'node:http'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'vite'
import { siteOf } from '../../server/answers/site.ts'
import { listen } from '../../server/process/listen.ts'

/** The least that a page with React can be: one button, hydrated. What the portal is measured by. */
const SOURCES = fileURLToPath(new URL('floor', import.meta.url))

/** The built page and its script, compressed as the portal's are. */
async function builtFiles() {
  const built = await build({
    root: SOURCES,
    configFile: false,
    logLevel: 'warn',
    build: { write: false, target: 'esnext' },
  })
  const contents = new Map<string, Buffer>()
  for (const { output } of [built].flat().filter((each) => 'output' in each)) {
    for (const file of output) {
      const content = Buffer.from(file.type === 'chunk' ? file.code : file.source)
      contents.set(file.fileName, content).set(`${file.fileName}.br`, brotliCompressSync(content))
    }
  }
  return siteOf(contents, {}).files
}

/** Serves it as the portal is served: scripts for good, the page to be revalidated. */
export async function serveFloor(): Promise<{ url: string; close: () => Promise<void> }> {
  const files = await builtFiles()
  const handler: RequestListener = ({ url = '', headers }, response) => {
    const file = files.get(url)
    if (!file) {
      response.writeHead(404).end()
      return
    }
    const tag = `"${file.digest}"`
    response.setHeader('cache-control', file.cacheControl).setHeader('etag', tag)
    if (headers['if-none-match'] === tag) {
      response.writeHead(304).end()
      return
    }
    response.setHeader('content-encoding', 'br').setHeader('content-type', file.contentType)
    response.writeHead(200).end(file.encoded.br)
  }
  const { port, close } = await listen(handler, { port: 0, host: 'localhost', headers: {} })
  return { url: `http://localhost:${port}`, close }
}
