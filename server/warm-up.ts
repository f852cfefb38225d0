import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { IncomingMessage, RequestListener } from 'node:http'
import { duplexPair, finished } from 'node:stream'
import { promisify } from 'node:util'

/** The build is incomplete; `npm run build` makes it anew. */
export class BuildError extends Error {
  override name = 'BuildError'
}

/**
 * Asks for each of `paths` once, over a connection that never leaves the process. Astro imports an
 * endpoint's code when it is first asked for: after this it is in memory, so that a later build does
 * not take it away from a running portal. Throws `BuildError` unless each is answered with 200.
 */
export async function warmUp(handler: RequestListener, paths: Iterable<string>): Promise<void> {
  const server = createServer(handler)
  for (const path of paths) {
    const [near, far] = duplexPair()
    server.emit('connection', far)
    const headers = { host: 'localhost', connection: 'close' }
    const sent = request({ path, headers, createConnection: () => near }).end()
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    await promisify(finished)(answer.resume())
    if (answer.statusCode !== 200) {
      throw new BuildError(`GET ${path} is answered with ${answer.statusCode ?? 'nothing'}`)
    }
  }
}
