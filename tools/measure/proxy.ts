import { once } from 'node:events'
import {
  Agent,
  createServer,
  request as ask,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a request meets on its way through the proxy, and its answer on the way back. */
export interface Wire {
  /**
   * Resolves when the request may go on.
   *
   * @param url absolute, as the browser asks for it
   * @param over resolves when the browser has the whole answer, or no longer wants it
   */
  pass: (request: { method: string; url: string }, over: Promise<void>) => Promise<void>
  /** Resolves when that many bytes of an answer may go to the browser. */
  carry: (bytes: number) => Promise<void>
}

/** The wire of a machine that is its own server. */
export const noWire: Wire = {
  pass: () => Promise.resolve(),
  carry: () => Promise.resolve(),
}

/** A call that went through the proxy, as it was on the wire. */
export interface Exchange {
  method: string
  /** Absolute, as the browser asked for it. */
  url: string
  status: number
  contentType: string
  /** When the request came in, in milliseconds since 1970. */
  startedAt: number
  /** Of the answer, in bytes, compressed as it came. */
  headerBytes: number
  bodyBytes: number
}

export interface Proxy {
  /** What a browser is told to use for every address. */
  url: string
  /** Puts the requests from now on on another wire, and forgets what went through. */
  use: (wire: Wire) => void
  /** What was answered since then, in the order in which it ended. */
  exchanges: () => readonly Exchange[]
  /** How many requests are under way. */
  underWay: () => number
  close: () => Promise<void>
}

/** Small enough that answers on their way at the same time share the wire. */
const PIECE_BYTES = 4096

/** Between two proxies a header is about its connection only. */
const OF_THE_CONNECTION = new Set(['connection', 'keep-alive', 'proxy-connection'])

/** The answer's own headers, names and values in turn. */
function endToEnd(raw: readonly string[]): string[] {
  return raw.filter((_, index) => {
    const name = raw[index - (index % 2)] ?? ''
    return !OF_THE_CONNECTION.has(name.toLowerCase())
  })
}

/** With the line of the status and the empty one at the end. */
function sizeOfHead(answer: IncomingMessage, headers: readonly string[]): number {
  const status = `HTTP/1.1 ${answer.statusCode} ${answer.statusMessage}`
  return headers.reduce((sum, text) => sum + Buffer.byteLength(text) + 2, status.length + 4)
}

/** Starts a proxy that a browser uses for all that it asks for, on this machine only. */
export async function startProxy(): Promise<Proxy> {
  const agent = new Agent({ keepAlive: true })
  let wire = noWire
  let exchanges: Exchange[] = []
  let underWay = 0

  async function forward(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const own = exchanges
    const startedAt = performance.timeOrigin + performance.now()
    const { carry, pass } = { carry: wire.carry.bind(wire), pass: wire.pass.bind(wire) }
    const { method = 'GET', url = '', rawHeaders } = incoming
    const server = URL.parse(url)
    if (server?.hostname !== 'localhost') {
      outgoing.writeHead(502).end()
      return
    }
    const closed = new AbortController()
    underWay += 1
    const over = once(outgoing, 'close').then(() => {
      underWay -= 1
      closed.abort()
    })
    await pass({ method, url }, over)
    if (closed.signal.aborted) return

    const sent = ask({
      agent,
      host: '127.0.0.1',
      port: server.port,
      method,
      path: url.slice(url.indexOf('/', 'http://'.length)),
      headers: endToEnd(rawHeaders),
      signal: closed.signal,
    })
    incoming.pipe(sent)
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    const headers = endToEnd(answer.rawHeaders)
    const exchange: Exchange = {
      method,
      url,
      status: answer.statusCode ?? 0,
      contentType: answer.headers['content-type'] ?? '',
      startedAt,
      headerBytes: sizeOfHead(answer, headers),
      bodyBytes: 0,
    }
    await carry(exchange.headerBytes)
    outgoing.writeHead(exchange.status, headers)
    outgoing.flushHeaders()
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      exchange.bodyBytes += chunk.length
      for (let start = 0; start < chunk.length; start += PIECE_BYTES) {
        const piece = chunk.subarray(start, start + PIECE_BYTES)
        await carry(piece.length)
        outgoing.write(piece)
      }
    }
    own.push(exchange)
    outgoing.end()
  }

  const server = createServer((incoming, outgoing) => {
    // A browser that leaves a page breaks off; a service that is gone looks the same from there.
    forward(incoming, outgoing).catch(() => outgoing.destroy())
  })
  // Nothing here is encrypted, and nothing beyond this machine is asked.
  server.on('connect', (_, socket) => socket.destroy())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    use: (next) => {
      wire = next
      exchanges = []
    },
    exchanges: () => exchanges,
    underWay: () => underWay,
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
      agent.destroy()
    },
  }
}
