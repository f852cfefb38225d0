import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import sirv from 'sirv'
import type { PublicConfiguration } from '../src/lib/configuration/variables.ts'
import { signedOutState } from '../src/lib/identity/sign-in.ts'
import { createFileHeaders, createPolicyHeaders } from './headers.ts'
import {
  NOT_FOUND_PAGES,
  CACHE_CONTROL_NO_STORE,
  listAddresses,
  getCacheControl,
  getContentType,
  type AstroHandler,
  type PortalBuild,
  type Page,
} from './pages.ts'

/** Paths that Astro renders on demand. */
export const ENDPOINTS: ReadonlySet<string> = new Set(['/config.json', '/healthz', '/readyz'])

const isSignedOut = (query: string) => new URLSearchParams(query).get('state') === signedOutState

/** Creates the handler of all requests to the portal. */
export function createPortalHandler(
  build: Pick<PortalBuild, 'client' | 'paths' | 'release'>,
  portal: {
    configuration: PublicConfiguration
    /** Returns the prepared pages by their path, such as `en/connect.html`. */
    pages: () => ReadonlyMap<string, Page>
    /** True while connections close after their next response. */
    isStopping: () => boolean
    astro: AstroHandler
    /** Called if a file cannot be read. */
    onFileError: (error: unknown) => void
  },
): RequestListener {
  const { configuration, pages, isStopping, astro, onFileError } = portal
  const { apiUrl, identity, flags } = configuration
  const addresses = listAddresses(build.paths)
  const proxied = [apiUrl, identity.adminUrl, flags.url].filter((base) => base.startsWith('/'))
  const policy = createPolicyHeaders(configuration)
  const sendStoredFile = sirv(build.client, {
    etag: true,
    brotli: true,
    gzip: true,
    extensions: [],
  })

  function sendText(
    response: ServerResponse,
    status: number,
    text: string,
    headers: Readonly<Record<string, string>> = {},
  ) {
    const defaults = {
      ...policy,
      'cache-control': CACHE_CONTROL_NO_STORE,
      'content-type': 'text/plain; charset=utf-8',
      'content-length': Buffer.byteLength(text),
    }
    response.writeHead(status, { ...defaults, ...headers }).end(text)
  }

  function sendEndpoint(request: IncomingMessage, response: ServerResponse) {
    response.setHeaders(new Map(Object.entries(policy)))
    // Astro finds no route if the Host header is invalid.
    request.headers.host = 'localhost'
    const locals = { configuration, release: build.release, isStopping: isStopping() }
    void astro(request, response, undefined, locals)
  }

  /** 404 pages have no ETag, because browsers never revalidate them. */
  function sendPage(response: ServerResponse, status: 200 | 404, path: string) {
    const { 'accept-encoding': accepted = '', 'if-none-match': cachedTags } = response.req.headers
    const page = pages().get(path)
    // Ignores weights in the Accept-Encoding header, as sirv does.
    const variant = page?.variants.find(({ encoding }) => accepted.includes(encoding))
    if (!page || !variant) throw new Error(`The build has no ${path}`)
    const { tag, body, encoding } = variant
    response.setHeader('vary', 'accept-encoding')
    if (status === 200) response.setHeader('etag', tag)
    if (status === 200 && cachedTags?.includes(tag)) {
      response.writeHead(304, { 'cache-control': page.headers['cache-control'] }).end()
      return
    }
    if (encoding !== '') response.setHeader('content-encoding', encoding)
    response.writeHead(status, { ...page.headers, 'content-length': body.byteLength }).end(body)
  }

  function sendFile(request: IncomingMessage, response: ServerResponse, path: string) {
    const contentType = getContentType(path)
    response
      .setHeaders(new Map(Object.entries(createFileHeaders(configuration, { contentType }))))
      .setHeader('content-type', contentType)
      .setHeader('cache-control', getCacheControl(path))
    // sirv throws an error if a range ends before it begins.
    delete request.headers.range
    // sirv leaves files open after disconnects and ignores read errors.
    response.once('pipe', (file: Readable) => {
      response.once('close', () => file.destroy())
      file.once('error', (error) => {
        onFileError(error)
        response.destroy()
      })
    })
    sendStoredFile(request, response)
  }

  return (request, response) => {
    if (isStopping()) response.shouldKeepAlive = false
    const { method, url = '' } = request
    const [path = ''] = url.split('?', 1)
    const query = url.slice(path.length)
    const page = addresses.pages.get(path)
    const pageOfAlias = addresses.aliases.get(path)
    if (proxied.some((base) => path === base || path.startsWith(`${base}/`))) {
      sendText(response, 404, 'Not found: this address is for the proxy in front of the portal')
    } else if (method !== 'GET' && method !== 'HEAD') {
      sendText(response, 405, 'Method not allowed', { allow: 'GET, HEAD' })
    } else if (ENDPOINTS.has(path)) {
      sendEndpoint(request, response)
    } else if (path === '/' && isSignedOut(query)) {
      // Clears the browser's cached pages of the signed-out user (decision 018).
      const isVisit = request.headers['sec-fetch-dest'] === 'document'
      const clearing = isVisit && { 'clear-site-data': '"cache"' }
      sendText(response, 302, 'Signed out', { location: '/', ...clearing })
    } else if (page !== undefined) {
      sendPage(response, 200, page)
    } else if (addresses.files.has(path)) {
      sendFile(request, response, path)
    } else if (pageOfAlias !== undefined) {
      const caching = { 'cache-control': getCacheControl(pageOfAlias) }
      sendText(response, 301, 'Moved permanently', { location: pageOfAlias + query, ...caching })
    } else {
      sendPage(response, 404, /^\/en(?:\/|$)/.test(path) ? NOT_FOUND_PAGES.en : NOT_FOUND_PAGES.nl)
    }
  }
}
