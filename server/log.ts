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

/** Logs an event with its fields, which never hold a query, a token or a name. */
export type Log = (event: keyof typeof LEVELS, fields?: Readonly<Record<string, unknown>>) => void

/** How much of the log may wait for whoever reads it, in bytes: Node itself sets no limit. */
const MOST_WAITING = 1_000_000
let lost = 0

/**
 * Writes an event to standard output as one line of JSON: `time` (ISO 8601), `level`, `event`, its fields, and `lost`,
 * where so many lines before it were not written, since nobody took those before them.
 */
export const log: Log = (event, fields) => {
  const line = { time: new Date().toISOString(), level: LEVELS[event], event, ...fields }
  const isTaken = process.stdout.writableLength <= MOST_WAITING
  if (isTaken) process.stdout.write(`${JSON.stringify(lost > 0 ? { ...line, lost } : line)}\n`)
  lost = isTaken ? 0 : lost + 1
}

export const described = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error)

const REQUEST_ID = /^[\w.:-]{1,64}$/
const MAX_PATH_LENGTH = 256

/** A path without its query, which may hold sign-in codes; encoded, it ends the path as well. Null for no path. */
function pathOf(target = ''): string | null {
  const [path = ''] = target.split(/[?#]|%3f/i, 1)
  return path.startsWith('/') ? path.slice(0, MAX_PATH_LENGTH) : null
}

/** Logs each answer once it was sent or cut, with its bytes, milliseconds and id: that of a proxy, else a new one. */
export function withAccessLog(handler: RequestListener, log: Log): RequestListener {
  return (request, response) => {
    const began = performance.now()
    const { headers, method, socket } = request
    const bytesBefore = socket.bytesWritten
    const given = String(headers['x-request-id'])
    const id = headers['x-request-id'] && REQUEST_ID.test(given) ? given : randomUUID()
    response.setHeader('x-request-id', id)
    response.once('close', () => {
      log('request', {
        id,
        method,
        path: pathOf(request.url),
        status: response.statusCode,
        bytes: socket.bytesWritten - bytesBefore,
        milliseconds: Math.round((performance.now() - began) * 10) / 10,
        ...(!response.writableFinished && { cut: true }),
      })
    })
    handler(request, response)
  }
}
