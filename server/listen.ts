import { createServer, STATUS_CODES } from 'node:http'
import type { RequestListener, Server } from 'node:http'
import { Socket } from 'node:net'
import { endSlowReaders } from './slow-readers.ts'

/** How long running requests may take once the portal stops. */
const STOP_LIMIT_MILLISECONDS = 5000
const LOOK_FOR_IDLE_MILLISECONDS = 20

/** Browsers open connections that they may never use; a stop waits no longer for one to be used. */
const UNUSED_MILLISECONDS = 500

/**
 * Longer than proxies keep a connection that they do not use, mostly a minute: were this the
 * shorter, a request could be on its way over a connection that has just been closed.
 */
const KEEP_ALIVE_MILLISECONDS = 75_000

/** How long clients may take, in milliseconds. */
interface Limits {
  /** To the end of a request's headers; a connection without a request included. */
  headers: number
  /** To the end of its body. */
  request: number
  /** To take an answer, however short. */
  answer: number
  /** Bytes per second, for which an answer's length adds to that. */
  leastSpeed: number
  /** To ask for something again, or to take the rest of what the system holds for it. */
  idle: number
  /** How often it is looked for late ones. */
  look: number
}

/** A fifth of what a bad mobile line has: a script of 400 kB may take two minutes on any. */
const LEAST_BYTES_PER_SECOND = 4000

const LIMITS: Limits = {
  headers: 15_000,
  request: 30_000,
  answer: 30_000,
  leastSpeed: LEAST_BYTES_PER_SECOND,
  idle: KEEP_ALIVE_MILLISECONDS,
  look: 1000,
}

/** How long a client has to read why its connection ends. */
const LINGER_MILLISECONDS = 1000

/** `localhost` is two addresses; which one a browser tries first is not ours to choose. */
const LOOPBACK = ['127.0.0.1', '::1'] as const

/** A machine without IPv6 has no `::1`; with a port of the system's choice it may be another's. */
const WITHOUT_SECOND = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT'])

export interface Listening {
  port: number
  /** Without a trailing slash. */
  url: string
  /** Finishes running requests, at most `STOP_LIMIT_MILLISECONDS`; ends what is not in use. */
  close: () => Promise<void>
}

/** Told what never reaches the handler. */
export interface Observer {
  connected: (socket: Socket) => void
  /** What was sent could not be read as a request, and was answered with `status`. */
  refused: (status: number) => void
}

interface Open {
  server: Server
  sockets: ReadonlySet<Socket>
}

/** A server has no list of its connections that tells which of them were never used. */
function socketsOf(server: Server): ReadonlySet<Socket> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  return sockets
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

function close({ server, sockets }: Open): Promise<void> {
  return new Promise((resolve) => {
    const limit = setTimeout(() => server.closeAllConnections(), STOP_LIMIT_MILLISECONDS)
    // Closing ends idle connections once; one that was busy then would linger.
    const looking = setInterval(() => server.closeIdleConnections(), LOOK_FOR_IDLE_MILLISECONDS)
    const unused = setTimeout(() => {
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
    }, UNUSED_MILLISECONDS)
    server.close(() => {
      clearTimeout(limit)
      clearInterval(looking)
      clearTimeout(unused)
      resolve()
    })
  })
}

/** Status of what Node gives up reading, by the code of its error; 400 for any other. */
const STATUS: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
}

/** What cannot be read as a request never reaches the listener; it gets the policy all the same. */
function answerUnreadable(
  server: Server,
  headers: Readonly<Record<string, string>>,
  observer: Observer | undefined,
) {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // Where nothing was asked an answer would be taken for one to the request that comes next.
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
    // Whoever sends on regardless does not keep the connection.
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
    limits?: Limits
    observer?: Observer | undefined
  },
): Promise<Listening> {
  const { port, host, headers, limits = LIMITS, observer } = options
  const opened: Open[] = []
  const open = async (address: string, at: number) => {
    const server = createServer(
      {
        requireHostHeader: false,
        // A second host would be dropped otherwise, and the first one believed.
        joinDuplicateHeaders: true,
        keepAliveTimeout: limits.idle,
        headersTimeout: limits.headers,
        requestTimeout: limits.request,
        connectionsCheckingInterval: limits.look,
      },
      handler,
    )
    const sockets = socketsOf(server)
    endSlowReaders(server, sockets, limits)
    server.on('checkExpectation', handler)
    // Nobody is asked to go on with a body that is not read.
    server.on('checkContinue', handler)
    answerUnreadable(server, headers, observer)
    if (observer) server.on('connection', (socket) => observer.connected(socket))
    const actual = await listenOn(server, at, address)
    opened.push({ server, sockets })
    return actual
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
