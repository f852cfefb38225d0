import { once } from 'node:events'
import { request as requestPlain, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { request as requestEncrypted } from 'node:https'
import { buffer } from 'node:stream/consumers'

/** How long an answer may take, in milliseconds. */
const PATIENCE = 15_000

export interface RawAnswer {
  status: number
  headers: IncomingHttpHeaders
  /** As it came, perhaps compressed. */
  body: Buffer
}

export interface Asked {
  method?: string
  headers?: Record<string, string>
  body?: string
}

/**
 * Asks `origin` for a path exactly as it is written, follows no redirect and decodes nothing.
 * Rejects with the system's error where nothing answers within 15 seconds.
 */
export async function ask(
  origin: string,
  path: string,
  { method = 'GET', headers = {}, body }: Asked = {},
): Promise<RawAnswer> {
  const { protocol, hostname, port } = new URL(origin)
  const request = protocol === 'https:' ? requestEncrypted : requestPlain
  const sent = request({
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port,
    method,
    path,
    headers:
      body === undefined ? headers : { ...headers, 'content-length': Buffer.byteLength(body) },
    signal: AbortSignal.timeout(PATIENCE),
  })
  const [answer] = (await once(sent.end(body), 'response')) as [IncomingMessage]
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: await buffer(answer) }
}
