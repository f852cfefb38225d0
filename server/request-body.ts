import type { IncomingMessage, ServerResponse } from 'node:http'
import { finished } from 'node:stream'

/** How long a client may go on sending what nobody reads. */
const LINGER_MILLISECONDS = 1000

/** Whether something follows the headers of a request (RFC 9112 §6). */
export function hasBody({ headers }: IncomingMessage): boolean {
  return (headers['content-length'] ?? '0') !== '0' || headers['transfer-encoding'] !== undefined
}

/**
 * Answers with `text` at once, and ends the connection when the request has arrived, or after
 * `LINGER_MILLISECONDS`: an end while the client still sends would be a reset, which can take the
 * answer away before it is read (RFC 9112 §9.6). The headers say how long the answer is.
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
