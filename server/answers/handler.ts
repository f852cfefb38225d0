import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { finished } from 'node:stream'
import type { PublicConfiguration } from '../../src/lib/configuration/variables.ts'
import { fileAnswer, sendFile, type FileAnswer } from './file-answer.ts'
import { fileHeaders, policyHeaders } from './headers.ts'
import { locate } from './locate.ts'
import { NEVER_STORED, REVALIDATE, cacheControlOf, type Site, type StaticFile } from './site.ts'
import { targetOf } from './target.ts'
import type { Release } from '../process/version.ts'

/** Astro's handler in middleware mode: answers the request, with `locals` for its endpoints. */
export type AstroHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
  locals: App.Locals,
) => Promise<void>

/** The server around a handler. */
interface Surroundings {
  release: Release
  isStopping: () => boolean
  /** Called with what an endpoint threw. */
  failed: (error: unknown) => void
}

/** The endpoints that Astro answers; everything else is a file. */
export const ON_DEMAND: ReadonlySet<string> = new Set(['/config.json', '/healthz', '/readyz'])

/** How long a client may go on sending what nobody reads. */
const LINGER_MILLISECONDS = 1000

const UNSTORED = { 'cache-control': NEVER_STORED }

/** Paths on the portal's own origin at which a proxy in front of it answers for a service. */
function proxiedPaths({ apiUrl, identity, flags }: PublicConfiguration): string[] {
  return [apiUrl, identity.adminUrl, flags.url].filter((base) => base.startsWith('/'))
}

/** Whether something follows the headers of a request (RFC 9112 §6). */
function hasBody({ headers }: IncomingMessage): boolean {
  return (headers['content-length'] ?? '0') !== '0' || headers['transfer-encoding'] !== undefined
}

/** Whether somebody goes to an address, rather than a page that fetches it; browsers of before 2023 tell by what they take. */
function isVisit({ headers: { 'sec-fetch-dest': dest, accept = '' } }: IncomingMessage): boolean {
  return dest === undefined ? accept.includes('text/html') : dest === 'document'
}

/**
 * Answers with `text` at once, and closes the connection when the request has arrived completely, or
 * after `LINGER_MILLISECONDS`. Closing while the client still sends would reset the connection, and the
 * client may lose the answer before it has read it (RFC 9112 §9.6). The headers have to give the length.
 */
function endAfterBody(response: ServerResponse, text: string): void {
  const end = () => response.end()
  const limit = setTimeout(end, LINGER_MILLISECONDS)
  response.write(text)
  finished(response.req.resume(), () => {
    clearTimeout(limit)
    end()
  })
}

/**
 * Answers every request to the portal: files from the `site` of the moment, the `ON_DEMAND` endpoints through Astro,
 * 301 to a page's one address, 302 to Home after a sign-out, 404 with the site's own page, 405 for
 * anything but GET and HEAD, 400 and 414 for malformed hosts and targets, 500 where Astro fails. A path
 * that a proxy should have answered gets a 404 in plain text: a service's client has no use for a page.
 * All answers but scripts, styles, pictures and fonts carry the policy.
 *
 * No endpoint takes a body. The connection of a request with one is closed after the answer, without
 * waiting for the body. Once the server `isStopping`, every connection is closed after its next answer,
 * so that none is in use when the server closes the rest.
 */
export function createHandler(
  site: () => Site,
  configuration: PublicConfiguration,
  astro: AstroHandler,
  server: Surroundings,
): RequestListener {
  const policy = new Map(Object.entries(policyHeaders(configuration)))
  const proxied = proxiedPaths(configuration)
  const answers = new WeakMap<StaticFile, FileAnswer>()

  /** Prepared when a file is first asked for, and kept. */
  function answerOf(file: StaticFile): FileAnswer {
    const known = answers.get(file)
    if (known) return known
    const mayHoldCode = file.cacheControl === NEVER_STORED
    const answer = fileAnswer(file, fileHeaders(configuration, { ...file, mayHoldCode }))
    answers.set(file, answer)
    return answer
  }

  function sendText(
    response: ServerResponse,
    status: number,
    text: string,
    headers: Readonly<Record<string, string>> = UNSTORED,
  ) {
    response.setHeaders(policy).writeHead(status, {
      ...headers,
      'content-type': 'text/plain; charset=utf-8',
      'content-length': Buffer.byteLength(text),
    })
    if (response.req.method === 'HEAD') response.end()
    else if (hasBody(response.req)) endAfterBody(response, text)
    else response.end(text)
  }

  function answerOnDemand(request: IncomingMessage, response: ServerResponse) {
    response.setHeaders(policy)
    // The endpoints do not look at the host, and Astro stumbles over one that only looks like one.
    request.headers.host = 'localhost'
    const fail = (error: unknown) => {
      server.failed(error)
      if (response.headersSent) response.destroy()
      else sendText(response, 500, 'Internal server error')
    }
    const locals = { configuration, release: server.release, isStopping: server.isStopping() }
    astro(request, response, fail, locals).catch(fail)
  }

  return (request, response) => {
    if (server.isStopping() || hasBody(request)) response.shouldKeepAlive = false
    // Node would refuse a missing host by itself, but without the policy's headers.
    const target = targetOf(request)
    if (target === null) {
      sendText(response, 400, 'Host is missing, or is none')
      return
    }
    request.url = target
    const location = locate(site(), ON_DEMAND, proxied, target)
    if (location.kind === 'proxied') {
      sendText(response, 404, 'Not found: this address is for the proxy in front of the portal')
      return
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      sendText(response, 405, 'Method not allowed', { ...UNSTORED, allow: 'GET, HEAD' })
      return
    }

    switch (location.kind) {
      case 'file':
        sendFile(response, 200, answerOf(location.file))
        return
      case 'on demand':
        answerOnDemand(request, response)
        return
      case 'moved': {
        const { to } = location
        sendText(response, 301, 'Moved permanently', {
          location: to,
          'cache-control': cacheControlOf(to),
        })
        return
      }
      case 'signed out':
        // What the browser keeps of pages and answers may show who was signed in. Its storage is
        // cleared by the portal itself (decision 018).
        sendText(response, 302, 'Signed out', {
          ...UNSTORED,
          location: '/',
          ...(isVisit(request) && { 'clear-site-data': '"cache"' }),
        })
        return
      case 'missing': {
        const page = site().notFound[location.language]
        if (page) sendFile(response, 404, answerOf(page))
        else sendText(response, 404, 'Not found', { 'cache-control': REVALIDATE })
        return
      }
      case 'malformed':
        sendText(response, location.status, 'Malformed address')
    }
  }
}
