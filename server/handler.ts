import type {
  IncomingHttpHeaders,
  IncomingMessage,
  RequestListener,
  ServerResponse,
} from 'node:http'
import type { PublicConfiguration } from '../src/lib/configuration/variables.ts'
import { chooseEncoding } from './encoding.ts'
import { policyHeaders } from './headers.ts'
import { locate } from './locate.ts'
import { AHEAD, NEVER_STORED, REVALIDATE, cacheControlOf } from './site.ts'
import type { Site, StaticFile } from './site.ts'

/** Astro's handler in middleware mode: answers the request, with `locals` for its endpoints. */
export type AstroHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
  locals: App.Locals,
) => Promise<void>

/** The endpoints that Astro answers; everything else is a file. */
export const ON_DEMAND: ReadonlySet<string> = new Set(['/config.json', '/healthz'])

function sendText(response: ServerResponse, status: number, text: string, cacheControl: string) {
  response.setHeader('cache-control', cacheControl)
  response.setHeader('content-type', 'text/plain; charset=utf-8')
  response.setHeader('content-length', Buffer.byteLength(text))
  response.writeHead(status).end(response.req.method === 'HEAD' ? undefined : text)
}

/** RFC 9110 §13.1.2, with its weak comparison. */
function isKnown(tag: string, ifNoneMatch: string | undefined): boolean {
  const tags = (ifNoneMatch ?? '').split(',').map((given) => given.trim().replace(/^W\//, ''))
  return tags.includes(tag) || tags.includes('*')
}

/** Whether a page fetches another one that it is about to lead to; see `layouts/preload`. */
const isAhead = ({ 'sec-purpose': purpose }: IncomingHttpHeaders) => purpose === 'prefetch'

function sendFile(response: ServerResponse, status: 200 | 404, file: StaticFile) {
  const { headers, method } = response.req
  const encoding = chooseEncoding(headers['accept-encoding'], (name) => name in file.encoded)
  const body = (encoding && file.encoded[encoding]) ?? file.body
  const tag = `"${file.digest}${encoding ? `-${encoding}` : ''}"`

  response.setHeader('cache-control', isAhead(headers) ? AHEAD : file.cacheControl)
  if (Object.keys(file.encoded).length > 0) response.setHeader('vary', 'accept-encoding')
  if (status === 200) {
    response.setHeader('etag', tag)
    if (isKnown(tag, headers['if-none-match'])) {
      response.writeHead(304).end()
      return
    }
  }
  if (encoding) response.setHeader('content-encoding', encoding)
  response.setHeader('content-type', file.contentType)
  response.setHeader('content-length', body.byteLength)
  response.writeHead(status).end(method === 'HEAD' ? undefined : body)
}

/**
 * Answers every request to the portal: files from `site`, the `ON_DEMAND` endpoints through Astro,
 * 301 to a page's one address, 404 with the site's own page, 405 for anything but GET and HEAD,
 * 400 and 414 for targets that mean nothing, 500 where Astro fails. All of them carry the policy.
 */
export function createHandler(
  site: Site,
  configuration: PublicConfiguration,
  astro: AstroHandler,
): RequestListener {
  const shown = (response: ServerResponse, inline?: StaticFile['inline']) =>
    response.setHeaders(new Map(Object.entries(policyHeaders(configuration, inline))))

  function answerOnDemand(request: IncomingMessage, response: ServerResponse) {
    // The endpoints do not look at the host, and Astro stumbles over one that is no host.
    request.headers.host = 'localhost'
    const fail = () => {
      if (response.headersSent) response.destroy()
      else sendText(response, 500, 'Internal server error', NEVER_STORED)
    }
    astro(request, response, fail, { configuration }).catch(fail)
  }

  return (request, response) => {
    shown(response)
    const target = request.url ?? ''
    // RFC 9112 §3.2. Node would refuse this by itself, but without the policy's headers.
    if (request.httpVersion === '1.1' && request.headers.host === undefined) {
      sendText(response, 400, 'Host is missing', NEVER_STORED)
      return
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('allow', 'GET, HEAD')
      sendText(response, 405, 'Method not allowed', NEVER_STORED)
      return
    }

    const location = locate(site, ON_DEMAND, target)
    switch (location.kind) {
      case 'file':
        shown(response, location.file.inline)
        sendFile(response, 200, location.file)
        return
      case 'on demand':
        answerOnDemand(request, response)
        return
      case 'moved':
        response.setHeader('location', location.to)
        sendText(response, 301, 'Moved permanently', cacheControlOf(location.to))
        return
      case 'missing': {
        const page = site.notFound[location.language]
        shown(response, page?.inline)
        if (page) sendFile(response, 404, page)
        else sendText(response, 404, 'Not found', REVALIDATE)
        return
      }
      case 'malformed':
        sendText(response, location.status, 'Malformed address', NEVER_STORED)
    }
  }
}
