import { once } from 'node:events'
import { createServer, STATUS_CODES, type RequestListener, type Server } from 'node:http'
import { Socket, type AddressInfo } from 'node:net'

/** How long running requests may take once the portal stops. */
const STOP_LIMIT_MILLISECONDS = 5000
const LOOK_FOR_IDLE_MILLISECONDS = 20

/** Browsers open connections ahead of use. A stop waits this long for one to be used. */
const UNUSED_MILLISECONDS = 500

/** How long clients may take, in milliseconds. */
const LIMITS = {
  /** To the end of a request's headers; a connection without a request included. */
  headers: 15_000,
  /** To the end of its body. */
  request: 30_000,
  /** To take an answer, however short. */
  answer: 30_000,
  /**
   * Bytes per second that a client has to take of a long answer: its length adds to the time above. A
   * fifth of a bad mobile line: a script of 400 kB may take two minutes.
   */
  leastSpeed: 4000,
  /**
   * To send the next request, or to take what the system has buffered of the last answer. Longer than
   * proxies keep an idle connection, mostly a minute: if the server closed it first, a request could
   * already be on its way over it.
   */
  idle: 75_000,
  /** Time between two looks for connections that are over a limit. */
  look: 1000,
}

/** How long a client has to read the answer to a request that could not be read. */
const LINGER_MILLISECONDS = 1000

/** `localhost` is two addresses, and a browser may try either of them first. */
const LOOPBACK = ['127.0.0.1', '::1'] as const

/** Errors of a machine without IPv6, which has no `::1`. */
const WITHOUT_SECOND = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT'])

/** Is called for what never reaches the handler. */
export interface Observer {
  connected: (socket: Socket) => void
  /** What was sent could not be read as a request, and was answered with `status`. */
  refused: (status: number) => void
}

interface Open {
  server: Server
  sockets: ReadonlySet<Socket>
}

/** The open connections of a server, which has no such list itself. */
function socketsOf(server: Server): ReadonlySet<Socket> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  return sockets
}

/**
 * Closes connections whose clients take an answer too slowly. Node's own limit starts again with every
 * byte, so a client that takes one byte a second would never reach it. A timer checks all connections
 * together, so that a single answer costs nothing.
 *
 * Connections are reset rather than ended: an ordinary end would wait until the client has taken what
 * the system has buffered for it. So it is with connections that stay idle too long.
 */
function endSlowReaders({ server, sockets }: Open, { answer, leastSpeed, look }: typeof LIMITS) {
  /** Connections with unsent bytes: since when, and how many bytes had been taken by then. */
  const behind = new WeakMap<Socket, { since: number; taken: number }>()
  const looking = setInterval(() => {
    const now = performance.now()
    for (const socket of sockets) {
      const unsent = socket.writableLength
      const known = behind.get(socket)
      if (unsent === 0) behind.delete(socket)
      else if (known === undefined) {
        behind.set(socket, { since: now, taken: socket.bytesWritten - unsent })
      } else {
        const toTake = socket.bytesWritten - known.taken
        if (now - known.since > answer + (toTake / leastSpeed) * 1000) socket.resetAndDestroy()
      }
    }
  }, look)
  looking.unref()
  server.on('timeout', (socket: Socket) => socket.resetAndDestroy())
  server.once('close', () => clearInterval(looking))
}

/** Closes idle connections, and waits at most `STOP_LIMIT_MILLISECONDS` for running requests. */
async function close({ server, sockets }: Open): Promise<void> {
  const timers = [
    setTimeout(() => server.closeAllConnections(), STOP_LIMIT_MILLISECONDS),
    // `server.close` ends idle connections once. One that was busy then becomes idle later.
    setInterval(() => server.closeIdleConnections(), LOOK_FOR_IDLE_MILLISECONDS),
    setTimeout(() => {
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
    }, UNUSED_MILLISECONDS),
  ]
  await once(server.close(), 'close')
  timers.forEach(clearTimeout)
}

/** The status for a request that Node cannot read, by the code of its error; 400 for any other. */
const STATUS: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
}

/** Answers what cannot be read as a request, with the headers of the policy. */
function answerUnreadable(
  server: Server,
  headers: Readonly<Record<string, string>>,
  observer: Observer | undefined,
) {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // On an unused connection a client would take the answer for one to its next request.
    const isUnused = socket instanceof Socket && socket.bytesRead === 0
    if (error.code === 'ECONNRESET' || !socket.writable || isUnused) {
      socket.destroy()
      return
    }
    const status = STATUS[error.code ?? ''] ?? 400
    observer?.refused(status)
    const lines = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      'cache-control: no-store',
      'content-length: 0',
      'connection: close',
    ]
    socket.end(`${lines.join('\r\n')}\r\n\r\n`)
    // Also where the client goes on sending.
    const limit = setTimeout(() => socket.destroy(), LINGER_MILLISECONDS)
    socket.once('close', () => clearTimeout(limit))
  })
}

/**
 * Listens on `host` and `port` (0: one that is free). Rejects with the system's error, `EADDRINUSE`
 * for a taken port. `headers` go with answers to requests that Node itself refuses: 408 to one that
 * takes longer than `limits`, 431 to one with too long headers, 413 and 400. Whoever takes an answer
 * more slowly than `limits` allow loses the connection.
 */
export async function listen(
  handler: RequestListener,
  options: {
    port: number
    host: string
    headers: Record<string, string>
    limits?: typeof LIMITS
    observer?: Observer | undefined
  },
) {
  const { port, host, headers, limits = LIMITS, observer } = options
  const opened: Open[] = []
  const open = async (address: string, at: number) => {
    const server = createServer(
      {
        requireHostHeader: false,
        // Otherwise Node drops a second `Host`, and the first one counts.
        joinDuplicateHeaders: true,
        keepAliveTimeout: limits.idle,
        headersTimeout: limits.headers,
        requestTimeout: limits.request,
        connectionsCheckingInterval: limits.look,
      },
      handler,
    )
    const sockets = socketsOf(server)
    endSlowReaders({ server, sockets }, limits)
    server.on('checkExpectation', handler)
    // No body is read, so no client is told to go on and send one.
    server.on('checkContinue', handler)
    answerUnreadable(server, headers, observer)
    if (observer) server.on('connection', observer.connected)
    server.listen(at, address)
    await once(server, 'listening')
    opened.push({ server, sockets })
    return (server.address() as AddressInfo).port
  }
  const closeAll = async () => {
    await Promise.all(opened.map(close))
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
  const name = host.includes(':') ? `[${host}]` : host
  return { port: actual, url: `http://${name}:${actual}`, close: closeAll }
}

export type Listening = Awaited<ReturnType<typeof listen>>
