import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import sirv from 'sirv'
import type { PublicConfiguration } from '../src/lib/configuration/variables.ts'
import { signedOutState } from '../src/lib/identity/sign-in.ts'
import { fileHeaders, policyHeaders } from './headers.ts'
import {
  MISSING,
  NEVER_STORED,
  addressesIn,
  cacheControlOf,
  contentTypeOf,
  type AstroHandler,
  type Build,
  type Page,
} from './pages.ts'

/** Addresses of the routes that Astro renders on demand; everything else is a page or a file. */
export const ENDPOINTS: ReadonlySet<string> = new Set(['/config.json', '/healthz', '/readyz'])

/** Whether the query is that of a return from a sign-out; a provider may add to it. */
const isSignedOut = (query: string) => new URLSearchParams(query).get('state') === signedOutState

/**
 * Answers every request to the portal: pages and files of a build, the `ENDPOINTS` by Astro, 301 to a page's one
 * address, 302 to Home after a sign-out, 404 with the build's own page, 405 for anything but GET and HEAD.
 * A path that a proxy should have answered gets a 404 in plain text. Once the server `isStopping`, every
 * connection is closed after its next answer, so that none is in use when the server closes the rest.
 */
export function createHandler(
  build: Pick<Build, 'client' | 'paths' | 'release'>,
  portal: {
    configuration: PublicConfiguration
    /** Those of the moment, by their paths. */
    pages: () => ReadonlyMap<string, Page>
    isStopping: () => boolean
    astro: AstroHandler
    /** Called with the reason when a file cannot be read any more; its connection ends. */
    failed: (error: unknown) => void
  },
): RequestListener {
  const { configuration, pages, isStopping, astro, failed } = portal
  const { apiUrl, identity, flags } = configuration
  const addresses = addressesIn(build.paths)
  const proxied = [apiUrl, identity.adminUrl, flags.url].filter((base) => base.startsWith('/'))
  const policy = policyHeaders(configuration)
  const sendStored = sirv(build.client, { etag: true, brotli: true, gzip: true, extensions: [] })

  function sendText(
    response: ServerResponse,
    status: number,
    text: string,
    headers: Readonly<Record<string, string>> = {},
  ) {
    const unstored = { 'cache-control': NEVER_STORED, 'content-type': 'text/plain; charset=utf-8' }
    const length = { 'content-length': Buffer.byteLength(text) }
    response.writeHead(status, { ...policy, ...unstored, ...length, ...headers }).end(text)
  }

  function sendOnDemand(request: IncomingMessage, response: ServerResponse) {
    response.setHeaders(new Map(Object.entries(policy)))
    // Astro finds no route if the host has a character that ends it, such as a slash.
    request.headers.host = 'localhost'
    const locals = { configuration, release: build.release, isStopping: isStopping() }
    void astro(request, response, undefined, locals)
  }

  /** With `status` 404 it stands for one that is missing, and has no tag: nobody asks for it again. */
  function sendPage(response: ServerResponse, status: 200 | 404, path: string) {
    const { 'accept-encoding': accepted = '', 'if-none-match': known } = response.req.headers
    const page = pages().get(path)
    // As sirv takes it: what is named is accepted, whatever its weight.
    const form = page?.forms.find(({ encoding }) => accepted.includes(encoding))
    if (!page || !form) throw new Error(`The build has no ${path}`)
    const { tag, body, encoding } = form
    response.setHeader('vary', 'accept-encoding')
    if (status === 200) response.setHeader('etag', tag)
    if (status === 200 && known?.includes(tag)) {
      response.writeHead(304, { 'cache-control': page.headers['cache-control'] }).end()
      return
    }
    if (encoding !== '') response.setHeader('content-encoding', encoding)
    response.writeHead(status, { ...page.headers, 'content-length': body.byteLength }).end(body)
  }

  /** sirv has looked at the folder once, and opens only what it found there. */
  function sendFile(request: IncomingMessage, response: ServerResponse, path: string) {
    const contentType = contentTypeOf(path)
    response
      .setHeaders(new Map(Object.entries(fileHeaders(configuration, { contentType }))))
      .setHeader('content-type', contentType)
      .setHeader('cache-control', cacheControlOf(path))
    // Nobody resumes a script, and sirv throws at a range that ends before it begins.
    delete request.headers.range
    // It leaves a file open whose client goes, and has nobody notice one that cannot be read.
    response.once('pipe', (file: Readable) => {
      response.once('close', () => file.destroy())
      file.once('error', (error) => {
        failed(error)
        response.destroy()
      })
    })
    sendStored(request, response)
  }

  return (request, response) => {
    if (isStopping()) response.shouldKeepAlive = false
    const { method, url = '' } = request
    const [path = ''] = url.split('?', 1)
    const query = url.slice(path.length)
    const page = addresses.pages.get(path)
    const movedTo = addresses.aliases.get(path)
    if (proxied.some((base) => path === base || path.startsWith(`${base}/`))) {
      sendText(response, 404, 'Not found: this address is for the proxy in front of the portal')
    } else if (method !== 'GET' && method !== 'HEAD') {
      sendText(response, 405, 'Method not allowed', { allow: 'GET, HEAD' })
    } else if (ENDPOINTS.has(path)) {
      sendOnDemand(request, response)
    } else if (path === '/' && isSignedOut(query)) {
      // What the browser keeps of pages and answers may show who was signed in. Its storage is
      // cleared by the portal itself (decision 018).
      const isVisit = request.headers['sec-fetch-dest'] === 'document'
      const clearing = isVisit && { 'clear-site-data': '"cache"' }
      sendText(response, 302, 'Signed out', { location: '/', ...clearing })
    } else if (page !== undefined) {
      sendPage(response, 200, page)
    } else if (addresses.files.has(path)) {
      sendFile(request, response, path)
    } else if (movedTo !== undefined) {
      const caching = { 'cache-control': cacheControlOf(movedTo) }
      sendText(response, 301, 'Moved permanently', { location: movedTo + query, ...caching })
    } else {
      sendPage(response, 404, /^\/en(?:\/|$)/.test(path) ? MISSING.en : MISSING.nl)
    }
  }
}
