import { once } from 'node:events'
import {
  createServer,
  request,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestListener,
} from 'node:http'
import { duplexPair } from 'node:stream'
import { buffer } from 'node:stream/consumers'

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

/**
 * Sends requests to `handler` inside the process, without a network. `path` is sent exactly as written.
 */
export function askerOf(handler: RequestListener) {
  const server = createServer(handler)
  return async (
    path: string,
    headers: Readonly<Record<string, string>> = {},
    method = 'GET',
  ): Promise<Answer> => {
    const [near, far] = duplexPair()
    server.emit('connection', far)
    const sent = request({
      method,
      path,
      headers: { host: 'localhost', connection: 'close', ...headers },
      createConnection: () => near,
    }).end()
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    const body = await buffer(answer)
    return { status: answer.statusCode ?? 0, headers: answer.headers, body }
  }
}
