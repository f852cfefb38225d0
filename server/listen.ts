import { createServer, STATUS_CODES } from 'node:http'
import type { RequestListener, Server } from 'node:http'

/** How long running requests may take once the portal stops. */
const STOP_LIMIT_MILLISECONDS = 5000
const LOOK_FOR_IDLE_MILLISECONDS = 20

/**
 * Longer than proxies keep a connection that they do not use, mostly a minute: were this the
 * shorter, a request could be on its way over a connection that has just been closed.
 */
const KEEP_ALIVE_MILLISECONDS = 75_000

/** `localhost` is two addresses; which one a browser tries first is not ours to choose. */
const LOOPBACK = ['127.0.0.1', '::1'] as const

/** A machine without IPv6 has no `::1`; with a port of the system's choice it may be another's. */
const WITHOUT_SECOND = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT'])

export interface Listening {
  port: number
  /** Finishes running requests, at most `STOP_LIMIT_MILLISECONDS`. */
  close: () => Promise<void>
}

function listenOn(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : port)
    })
  })
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const limit = setTimeout(() => server.closeAllConnections(), STOP_LIMIT_MILLISECONDS)
    // Closing ends idle connections once; one that was busy then would linger.
    const looking = setInterval(() => server.closeIdleConnections(), LOOK_FOR_IDLE_MILLISECONDS)
    server.close(() => {
      clearTimeout(limit)
      clearInterval(looking)
      resolve()
    })
  })
}

/** What cannot be read as a request never reaches the listener; it gets the policy all the same. */
function answerUnreadable(server: Server, headers: Readonly<Record<string, string>>) {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy()
      return
    }
    const status = error.code === 'HPE_HEADER_OVERFLOW' ? 431 : 400
    const lines = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      'cache-control: no-store',
      'content-length: 0',
      'connection: close',
    ]
    socket.end(`${lines.join('\r\n')}\r\n\r\n`)
  })
}

/**
 * Listens on `host` and `port` (0: one that is free). Rejects with the system's error, `EADDRINUSE`
 * for a taken port. `headers` go with answers to requests that Node itself refuses.
 */
export async function listen(
  handler: RequestListener,
  { port, host, headers }: { port: number; host: string; headers: Record<string, string> },
): Promise<Listening> {
  const servers: Server[] = []
  const open = async (address: string, at: number) => {
    const server = createServer(
      { requireHostHeader: false, keepAliveTimeout: KEEP_ALIVE_MILLISECONDS },
      handler,
    )
    server.on('checkExpectation', handler)
    answerUnreadable(server, headers)
    const actual = await listenOn(server, at, address)
    servers.push(server)
    return actual
  }
  const closeAll = async () => {
    await Promise.all(servers.map(close))
  }

  const [first, second] = host === 'localhost' ? LOOPBACK : ([host] as const)
  const actual = await open(first, port)
  if (second) {
    await open(second, actual).catch(async (error: unknown) => {
      const { code } = error as NodeJS.ErrnoException
      if (WITHOUT_SECOND.has(code ?? '') || (port === 0 && code === 'EADDRINUSE')) return
      await closeAll()
      throw error
    })
  }
  return { port: actual, close: closeAll }
}
