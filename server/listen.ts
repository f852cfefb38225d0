import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

/** How long running requests may take once the portal stops, in milliseconds. */
const STOP_LIMIT = 5000
/** Browsers open connections ahead of use. A stop waits this long for one to be used. */
const UNUSED = 500
const LOOK_FOR_IDLE = 20

/** How long clients may take, in milliseconds; Node says 408, or ends the connection. */
const LIMITS = {
  /** To the end of a request's headers; a connection without a request included. */
  headersTimeout: 15_000,
  /** To the end of its body, which nobody reads. */
  requestTimeout: 30_000,
  /** To send the next one: longer than proxies keep an idle connection, or it could be on its way over it already. */
  keepAliveTimeout: 75_000,
  /** Between two looks at those. */
  connectionsCheckingInterval: 1000,
  /** Without taking a byte of an answer. */
  timeout: 30_000,
}

/** Listens on `host` and `port` (0: a free one), or rejects with the system's error. `close` waits 5 s at most. */
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
  // A name of two addresses: browsers and Node try both.
  server.listen(port, host === 'localhost' ? '127.0.0.1' : host)
  await once(server, 'listening')
  const { port: actual } = server.address() as AddressInfo
  return {
    port: actual,
    url: `http://${host.includes(':') ? `[${host}]` : host}:${actual}`,
    close: async () => {
      const timers = [
        setTimeout(() => server.closeAllConnections(), STOP_LIMIT),
        // `server.close` ends idle connections once. One that was busy then becomes idle later.
        setInterval(() => server.closeIdleConnections(), LOOK_FOR_IDLE),
        setTimeout(() => {
          for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
        }, UNUSED),
      ]
      await once(server.close(), 'close')
      timers.forEach(clearTimeout)
    },
  }
}

export type Listening = Awaited<ReturnType<typeof listen>>
