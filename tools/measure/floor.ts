import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'

const PAGE = `<!doctype html>
<html lang="en">
<title>Floor</title>
<div id="root"><button type="button">0</button></div>
<script type="module" src="/main.js"></script>
</html>`

async function buildScript(): Promise<string> {
  const input = join(import.meta.dirname, 'floor', 'main.js')
  const options = { write: false, target: 'esnext', rolldownOptions: { input } }
  const built = await build({ configFile: false, logLevel: 'warn', build: options })
  return (built as Rolldown.RolldownOutput).output[0].code
}

/** Serves the least that a page with React can be: a button, hydrated, compressed as the portal is. */
export async function serveFloor(): Promise<{ url: string; close: () => void }> {
  const script = await buildScript()
  const files = new Map([
    ['/', { text: PAGE, type: 'text/html', kept: 'no-cache' }],
    ['/main.js', { text: script, type: 'text/javascript', kept: 'max-age=31536000, immutable' }],
  ])
  const server = createServer(({ url = '' }, response) => {
    const file = files.get(url)
    // A visit with an empty cache begins at an address that does not exist, which must not load the page.
    if (!file) {
      response.writeHead(404).end()
      return
    }
    const { text, type, kept } = file
    const headers = { 'content-type': type, 'content-encoding': 'br', 'cache-control': kept }
    response.writeHead(200, headers).end(brotliCompressSync(text))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://localhost:${port}`, close: () => void server.close() }
}
