import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

/** Milliseconds that pending requests may take after a stop. */
const STOP_LIMIT = 5000
/** Milliseconds before a stop closes connections that browsers opened in advance. */
const UNUSED_LIMIT = 500
const IDLE_CHECK_INTERVAL = 20

/** Timeouts of client connections in milliseconds. */
const LIMITS = {
  headersTimeout: 15_000,
  requestTimeout: 30_000,
  /** Longer than proxy timeouts, so that the proxy closes connections first. */
  keepAliveTimeout: 75_000,
  connectionsCheckingInterval: 1000,
  /** Milliseconds before a connection without traffic is closed. */
  timeout: 30_000,
}

/** Starts a server, where port 0 means any free port. */
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
  // Browsers and Node try both IPv4 and IPv6 for "localhost".
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
