import type { RequestListener } from 'node:http'
import { listen, type Listening } from '../process/listen.ts'
import { NEVER_STORED } from '../answers/site.ts'
import type { Meter } from './meter.ts'

const ADDRESS = '/metrics'
const HEADERS = { 'x-content-type-options': 'nosniff' }

/**
 * Serves `GET /metrics` of a portal, and 404 for all else, on an address of its own. Rejects with the
 * system's error, `EADDRINUSE` for a taken port.
 *
 * @param failed is called with the error when metrics cannot be read, which is answered with 500
 */
export function serveMetrics(
  meter: Meter,
  address: { port: number; host: string },
  failed: (error: unknown) => void,
): Promise<Listening> {
  const handler: RequestListener = (request, response) => {
    const send = (status: number, contentType: string, text: string) => {
      response.writeHead(status, {
        ...HEADERS,
        'cache-control': NEVER_STORED,
        'content-type': contentType,
        'content-length': Buffer.byteLength(text),
      })
      response.end(request.method === 'HEAD' ? undefined : text)
    }
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (!isRead || request.url?.split('?', 1)[0] !== ADDRESS) {
      send(404, 'text/plain; charset=utf-8', 'Not found')
      return
    }
    meter.read().then(
      (text) => send(200, meter.contentType, text),
      (error: unknown) => {
        failed(error)
        send(500, 'text/plain; charset=utf-8', 'Internal server error')
      },
    )
  }
  return listen(handler, { ...address, headers: HEADERS })
}
