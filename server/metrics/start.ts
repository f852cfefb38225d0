import type { RequestListener } from 'node:http'
import { NEVER_STORED } from '../answers/site.ts'
import { listen } from '../process/listen.ts'
import { startupError, NoStart } from '../process/startup-error.ts'
import type { Metered } from './meter.ts'

const ADDRESS = '/metrics'
const HEADERS = { 'x-content-type-options': 'nosniff' }

/**
 * Measures a portal, and serves `GET /metrics` on an address of its own, with 404 for all else. The
 * library is loaded only here: a portal without metrics does not pay for it. Rejects with `NoStart`.
 *
 * @param failed is called with the error when metrics cannot be read, which is answered with 500
 */
export async function startMetrics(
  portal: Metered,
  address: { port: number; host: string },
  failed: (error: unknown) => void,
) {
  const { createMeter } = await import('./meter.ts')
  const meter = createMeter(portal)
  const handler: RequestListener = (request, response) => {
    const send = (status: number, text: string, contentType = 'text/plain; charset=utf-8') => {
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
      send(404, 'Not found')
      return
    }
    meter.read().then(
      (text) => send(200, text, meter.contentType),
      (error: unknown) => {
        failed(error)
        send(500, 'Internal server error')
      },
    )
  }
  const listening = await listen(handler, { ...address, headers: HEADERS }).catch(
    (error: unknown) => {
      const told = startupError(error, address.port, 'PORTAL_METRICS_PORT')
      throw new NoStart(told, { cause: error })
    },
  )
  return { meter, ...listening }
}
