import type { IncomingMessage } from 'node:http'

/** A name or an address, and perhaps a port (RFC 9110 §7.2). Two hosts come joined by a comma. */
const HOST = /^(?:[\w.~%-]+|\[[\da-f:.]+\])(?::\d{0,5})?$/i

/** The form of requests to a proxy, which a server has to accept as well (RFC 9112 §3.2.2). */
const ABSOLUTE = /^https?:\/\/([^/?]*)(.*)$/is

/**
 * Path and query of a request, also where its target names scheme and host. Null where the host is
 * missing, given twice, or malformed: servers on the way could disagree about whose request it is.
 * HTTP/1.0 may leave it out. Expects a request that Node has read with `joinDuplicateHeaders`.
 */
export function targetOf({
  httpVersion,
  headers: { host },
  url = '',
}: Pick<IncomingMessage, 'headers' | 'httpVersion' | 'url'>): string | null {
  const isRefused = host === undefined ? httpVersion !== '1.0' : !HOST.test(host)
  if (isRefused) return null
  const [, authority, rest = ''] = ABSOLUTE.exec(url) ?? []
  if (authority === undefined) return url
  if (!HOST.test(authority)) return null
  return rest.startsWith('/') ? rest : `/${rest}`
}
