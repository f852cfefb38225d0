import type { RequestListener } from 'node:http'
import { brotliCompressSync } from 'node:zlib'
import { listen } from '../server/listen.ts'
import { siteOf } from '../server/site.ts'

/** Addresses of the pages beside those of their files. */
const pages: Readonly<Record<string, string>> = {
  '/connect': '/incumbent',
  '/callback': '/incumbent',
}

/** What the built pages are told apart from their files. */
interface Addresses {
  /** Origin of the sandbox. */
  sandbox: string
  /** Where the realm is found, as keycloak-js wants it. */
  identity: string
}

/** Built pages with addresses in them, compressed as the portal's are. */
function filesOf(built: ReadonlyMap<string, Buffer>, { sandbox, identity }: Addresses) {
  const contents = new Map<string, Buffer>()
  for (const [path, bytes] of built) {
    const text = bytes
      .toString()
      .replaceAll('http://sandbox.invalid', sandbox)
      .replaceAll('http://identity.invalid', identity)
    contents.set(path, Buffer.from(text)).set(`${path}.br`, brotliCompressSync(text))
  }
  return siteOf(contents, {}).files
}

export interface YardstickPages {
  /** Origin, without a slash at the end. */
  url: string
  /** Tells the pages what they talk to. */
  connect: (addresses: Addresses) => void
  close: () => Promise<void>
}

/**
 * Serves built pages as the portal is served: compressed beforehand, scripts and styles for good,
 * pages to be revalidated. There is nothing until they are told what to talk to, which may have to
 * know their address first.
 */
export async function serveYardsticks(built: ReadonlyMap<string, Buffer>): Promise<YardstickPages> {
  let files: ReturnType<typeof filesOf> = new Map()
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
  return {
    url: `http://localhost:${port}`,
    connect: (addresses) => {
      files = filesOf(built, addresses)
    },
    close,
  }
}
