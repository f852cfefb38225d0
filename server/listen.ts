import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

/** Milliseconds that pending requests may take after a stop. */
const STOP_LIMIT = 5000
/** Milliseconds that a stop waits for unused connections, which browsers open in advance. */
const UNUSED_LIMIT = 500
const IDLE_CHECK_INTERVAL = 20

/** Timeouts of client connections in milliseconds, after which Node responds with 408 or disconnects. */
const LIMITS = {
  headersTimeout: 15_000,
  requestTimeout: 30_000,
  /** Longer than a proxy keeps an idle connection, so that the proxy closes the connection first. */
  keepAliveTimeout: 75_000,
  connectionsCheckingInterval: 1000,
  /** Milliseconds before a connection without traffic is closed. */
  timeout: 30_000,
}

/** Starts a server. Port 0 selects a free port, and `close` takes at most five seconds. */
export async function listen(
  handler: RequestListener,
  { port, host, limits }: { port: number; host: string; limits?: Partial<typeof LIMITS> },
) {
  const { timeout, ...others } = { ...LIMITS, ...limits }
  const server = createServer(others, handler).setTimeout(timeout)
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  // "localhost" stands for an IPv4 and an IPv6 address. Browsers and Node try both.
  server.listen(port, host === 'localhost' ? '127.0.0.1' : host)
  await once(server, 'listening')
  const { port: actualPort } = server.address() as AddressInfo
  return {
    port: actualPort,
    url: `http://${host.includes(':') ? `[${host}]` : host}:${actualPort}`,
    close: async () => {
      const timers = [
        setTimeout(() => server.closeAllConnections(), STOP_LIMIT),
        // `server.close` closes only the connections that are idle at that moment.
        setInterval(() => server.closeIdleConnections(), IDLE_CHECK_INTERVAL),
        setTimeout(() => {
          for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
        }, UNUSED_LIMIT),
      ]
      await once(server.close(), 'close')
      timers.forEach(clearTimeout)
    },
  }
}

export type ListeningServer = Awaited<ReturnType<typeof listen>>
