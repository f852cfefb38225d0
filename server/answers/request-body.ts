import type { IncomingMessage, ServerResponse } from 'node:http'
import { finished } from 'node:stream'

/** How long a client may go on sending what nobody reads. */
const LINGER_MILLISECONDS = 1000

/** Whether something follows the headers of a request (RFC 9112 §6). */
export function hasBody({ headers }: IncomingMessage): boolean {
  return (headers['content-length'] ?? '0') !== '0' || headers['transfer-encoding'] !== undefined
}

/**
 * Answers with `text` at once, and closes the connection when the request has arrived completely, or
 * after `LINGER_MILLISECONDS`. Closing while the client still sends would reset the connection, and the
 * client may lose the answer before it has read it (RFC 9112 §9.6). The headers have to give the length.
 */
export function endAfterBody(response: ServerResponse, text: string): void {
  const end = () => response.end()
  const limit = setTimeout(end, LINGER_MILLISECONDS)
  response.write(text)
  finished(response.req.resume(), () => {
    clearTimeout(limit)
    end()
  })
}
