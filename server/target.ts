import type { IncomingMessage } from 'node:http'

/** A name or an address, and perhaps a port (RFC 9110 §7.2). Two hosts come joined by a comma. */
const HOST = /^(?:[\w.~%-]+|\[[\da-f:.]+\])(?::\d{0,5})?$/i

/** As it is asked of proxies; a server has to understand it as well (RFC 9112 §3.2.2). */
const ABSOLUTE = /^https?:\/\/([^/?]*)(.*)$/is

/**
 * What is asked for: path and query, also where the target names scheme and host. Null where the
 * host is missing, doubled, or none: no two servers on the way would agree whose request that is.
 * HTTP/1.0 knows no host. Takes what Node made of a request, with `joinDuplicateHeaders`.
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
