import { once } from 'node:events'
import { Agent, createServer, IncomingMessage, request as ask, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

export interface Asked {
  method: string
  /** Absolute, as the browser asks for it. */
  url: string
}

/** What a request meets on its way through the proxy, and its answer on the way back. */
export interface Wire {
  /** Resolves when the request may go on; `over` when the browser has the answer, or wants none. */
  pass: (request: Asked, over: Promise<void>) => Promise<unknown>
  /** Resolves when that many bytes of an answer may go to the browser. */
  carry: (bytes: number) => Promise<unknown>
}

/** The wire of a machine that is its own server. */
export const noWire: Wire = { pass: () => Promise.resolve(), carry: () => Promise.resolve() }

/**
 * A wire on which every answer, those to preflights included, takes `latency` milliseconds longer,
 * and all of them share so many bits per second.
 */
export function delayed({ latency, bandwidth }: { latency: number; bandwidth: number }): Wire {
  let takenUntil = 0
  return {
    pass: () => pause(latency),
    carry: (bytes) => {
      const now = performance.now()
      takenUntil = Math.max(takenUntil, now) + (bytes * 8 * 1000) / bandwidth
      return pause(takenUntil - now)
    },
  }
}

/** Small enough that answers on their way at the same time share the wire. */
const PIECE_BYTES = 4096

/** What a browser uses for every address: a proxy that asks this machine, and nobody else. */
export async function startProxy() {
  const agent = new Agent({ keepAlive: true })
  let wire = noWire
  let underWay = 0

  async function forward(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { pass, carry } = wire
    const { method = 'GET', url = '' } = incoming
    const address = URL.parse(url)
    if (address?.hostname !== 'localhost') {
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
      ...{ agent, host: '127.0.0.1', port: address.port, signal: closed.signal },
      ...{ method, path: address.pathname + address.search, headers: incoming.headers },
    })
    incoming.pipe(sent)
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    await carry(answer.rawHeaders.join('  ').length)
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers).flushHeaders()
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      for (let start = 0; start < chunk.length; start += PIECE_BYTES) {
        const piece = chunk.subarray(start, start + PIECE_BYTES)
        await carry(piece.length)
        outgoing.write(piece)
      }
    }
    outgoing.end()
  }

  const server = createServer({ keepAliveTimeout: 75_000 }, (incoming, outgoing) => {
    // A browser that leaves a page breaks off; a service that is gone looks the same from there.
    forward(incoming, outgoing).catch(() => outgoing.destroy())
  }).on('connect', (_, socket) => socket.destroy())
  await once(server.listen(0, '127.0.0.1'), 'listening')

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Puts the requests from now on on another wire. */
    use: (other: Wire) => void (wire = other),
    /** Resolves once nothing has been under way for 700 ms. */
    settled: async () => {
      for (let looks = 0; looks < 7; looks = underWay > 0 ? 0 : looks + 1) await pause(100)
    },
    close: async () => {
      server.close().closeAllConnections()
      await once(server, 'close')
      agent.destroy()
    },
  }
}

export type Proxy = Awaited<ReturnType<typeof startProxy>>
