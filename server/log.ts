import { randomUUID } from 'node:crypto'
import type { RequestListener } from 'node:http'

const LEVELS = {
  started: 'info',
  stopping: 'info',
  stopped: 'info',
  request: 'info',
  warning: 'warning',
  provider: 'warning',
  failed: 'error',
  crashed: 'error',
} as const

/** The fields of a log event must not contain queries, tokens or names. */
export type Log = (event: keyof typeof LEVELS, fields?: Readonly<Record<string, unknown>>) => void

/** Buffered bytes above which events are dropped, because Node sets no limit. */
const BUFFER_LIMIT = 1_000_000
let lost = 0

/** Writes an event as one line of JSON. */
export const log: Log = (event, fields) => {
  if (process.stdout.writableLength > BUFFER_LIMIT) {
    lost += 1
    return
  }
  const line = { time: new Date().toISOString(), level: LEVELS[event], event, ...fields }
  process.stdout.write(`${JSON.stringify(lost > 0 ? { ...line, lost } : line)}\n`)
  lost = 0
}

export const describeError = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error)

const REQUEST_ID = /^[\w.:-]{1,64}$/
const MAX_PATH_LENGTH = 256

/** Removes the query, because it may contain sign-in codes. */
function pathOf(target = ''): string | null {
  const [path = ''] = target.split(/[?#]|%3f/i, 1)
  return path.startsWith('/') ? path.slice(0, MAX_PATH_LENGTH) : null
}

/** Logs each request when its response closes. */
export function addAccessLog(handler: RequestListener, log: Log): RequestListener {
  return (request, response) => {
    const start = performance.now()
    const { headers, method, socket } = request
    const bytesBefore = socket.bytesWritten
    const proxyId = String(headers['x-request-id'] ?? '')
    const id = REQUEST_ID.test(proxyId) ? proxyId : randomUUID()
    response.setHeader('x-request-id', id)
    response.once('close', () => {
      log('request', {
        id,
        method,
        path: pathOf(request.url),
        status: response.statusCode,
        bytes: socket.bytesWritten - bytesBefore,
        milliseconds: Math.round((performance.now() - start) * 10) / 10,
        ...(!response.writableFinished && { cut: true }),
      })
    })
    handler(request, response)
  }
}
