import type { RequestListener } from 'node:http'
import { brotliCompressSync } from 'node:zlib'
import { listen } from '../server/listen.ts'
import { siteOf } from '../server/site.ts'

/** Addresses of the pages beside those of their files. */
const pages: Readonly<Record<string, string>> = {
  '/connect': '/incumbent',
  '/callback': '/incumbent',
}

/**
 * Serves built pages as the portal is served: compressed beforehand, scripts and styles for good,
 * pages to be revalidated.
 *
 * @param sandbox origin of the sandbox that they talk to
 */
export async function serveYardsticks(
  built: ReadonlyMap<string, Buffer>,
  sandbox: string,
): Promise<{ url: string; close: () => Promise<void> }> {
  const contents = new Map<string, Buffer>()
  for (const [path, bytes] of built) {
    const own = Buffer.from(bytes.toString().replaceAll('http://sandbox.invalid', sandbox))
    contents.set(path, own).set(`${path}.br`, brotliCompressSync(own))
  }
  const { files } = siteOf(contents, {})
  const handler: RequestListener = ({ url = '', headers }, response) => {
    const path = url.replace(/\?.*$/, '')
    const file = files.get(pages[path] ?? path)
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
    const { br = file.body } = file.encoded
    response.setHeader('content-encoding', 'br').setHeader('content-type', file.contentType)
    response.writeHead(200).end(br)
  }
  const { port, close } = await listen(handler, { port: 0, host: 'localhost', headers: {} })
  return { url: `http://localhost:${port}`, close }
}
