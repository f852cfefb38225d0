import { randomUUID } from 'node:crypto'
import type { RequestListener } from 'node:http'
import type { Log } from './log.ts'

const REQUEST_ID = /^[\w.:-]{1,64}$/
const MAX_PATH_LENGTH = 256

/** The id that a proxy has given the request, or a new one. */
function requestId(given: string | string[] | undefined): string {
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID()
}

/**
 * A path without its query, which may hold sign-in codes and administrations; a question mark that was
 * encoded ends the path as well. Null for a target that is no path.
 */
function pathOf(target = ''): string | null {
  const [path = ''] = target.split(/[?#]|%3f/i, 1)
  return path.startsWith('/') ? path.slice(0, MAX_PATH_LENGTH) : null
}

/**
 * Logs each answer of `handler` once it was sent, or once the client has gone (`cut`): its bytes with
 * the headers, and the milliseconds since the request's headers arrived. Log and answer carry the
 * request's id: `X-Request-Id` where a proxy has set one, else a new one.
 */
export function withAccessLog(handler: RequestListener, log: Log): RequestListener {
  return (request, response) => {
    const began = performance.now()
    const { headers, method, socket } = request
    const bytesBefore = socket.bytesWritten
    const id = requestId(headers['x-request-id'])
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
