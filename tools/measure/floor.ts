import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import { listen } from '../../server/listen.ts'

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

/** Serves a minimal React page with a hydrated button. */
export async function serveMinimalReactPage() {
  const script = await buildScript()
  const files = new Map([
    ['/', { text: PAGE, type: 'text/html', cacheControl: 'no-cache' }],
    [
      '/main.js',
      { text: script, type: 'text/javascript', cacheControl: 'max-age=31536000, immutable' },
    ],
  ])
  const serve: RequestListener = ({ url = '' }, response) => {
    const file = files.get(url)
    // Measured visits first open `/robots.txt`, which this server does not have.
    if (!file) {
      response.writeHead(404).end()
      return
    }
    const { text, type, cacheControl } = file
    const headers = {
      'content-type': type,
      'content-encoding': 'br',
      'cache-control': cacheControl,
    }
    response.writeHead(200, headers).end(brotliCompressSync(text))
  }
  return listen(serve, { port: 0, host: 'localhost' })
}
