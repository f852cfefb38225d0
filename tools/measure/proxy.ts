import { once } from 'node:events'
import { Agent, createServer, IncomingMessage, request as ask, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

export interface BrowserRequest {
  method: string
  url: string
}

export interface NetworkConditions {
  /**
   * Resolves when the request may be sent.
   *
   * @param over resolves when the request is complete or aborted
   */
  pass: (request: BrowserRequest, over: Promise<void>) => Promise<unknown>
  /** Resolves when the simulated bandwidth allows sending the bytes. */
  carry: (bytes: number) => Promise<unknown>
}

export const unthrottledNetwork: NetworkConditions = {
  pass: () => Promise.resolve(),
  carry: () => Promise.resolve(),
}

/** Creates a network with `latency` (ms) and `bandwidth` (bits per second). */
export function createSlowNetwork({
  latency,
  bandwidth,
}: {
  latency: number
  bandwidth: number
}): NetworkConditions {
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

/** Small pieces let concurrent responses share the bandwidth. */
const PIECE_BYTES = 4096

/** Starts a proxy that refuses requests to all hosts except localhost. */
export async function startProxy() {
  const agent = new Agent({ keepAlive: true })
  let wire = unthrottledNetwork
  let pendingRequests = 0

  async function forward(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { pass, carry } = wire
    const { method = 'GET', url = '' } = incoming
    const address = URL.parse(url)
    if (address?.hostname !== 'localhost') {
      outgoing.writeHead(502).end()
      return
    }
    const closed = new AbortController()
    pendingRequests += 1
    const over = once(outgoing, 'close').then(() => {
      pendingRequests -= 1
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
    // Browsers abort pending requests when they leave a page.
    forward(incoming, outgoing).catch(() => outgoing.destroy())
  }).on('connect', (_, socket) => socket.destroy())
  await once(server.listen(0, '127.0.0.1'), 'listening')

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    use: (other: NetworkConditions) => void (wire = other),
    /** Resolves once no request has been pending for 700 ms. */
    settled: async () => {
      for (let looks = 0; looks < 7; looks = pendingRequests > 0 ? 0 : looks + 1) await pause(100)
    },
    close: async () => {
      server.close().closeAllConnections()
      await once(server, 'close')
      agent.destroy()
    },
  }
}

export type Proxy = Awaited<ReturnType<typeof startProxy>>
