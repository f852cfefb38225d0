import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { Hono } from 'hono'

/** Script that posts a page's errors to the page's origin. */
const script = `
  const note = (text) => navigator.sendBeacon('/noted', text)
  const log = console.error
  console.error = (...given) => { note(given.join(' ')); log(...given) }
  addEventListener('error', ({ message }) => note(message))
  addEventListener('unhandledrejection', ({ reason }) => note(String(reason)))
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
    note('blocked by ' + effectiveDirective + ': ' + blockedURI)
  })
`

/** Starts a proxy for page errors, because some drivers report none. */
export async function startErrorReportingPortal(portal: string) {
  const problems: string[] = []
  const app = new Hono()
    .get('/noted.js', (c) => c.body(script, 200, { 'content-type': 'text/javascript' }))
    .post('/noted', async (c) => {
      const problem = await c.req.text()
      // WebKit reports an error if leaving a page aborts a request.
      if (!problem.startsWith('Unleash: unable to send feature metrics')) problems.push(problem)
      return c.body(null, 204)
    })
    .get('*', async (c) => {
      const { pathname, search } = new URL(c.req.url)
      const answer = await fetch(portal + pathname + search, { redirect: 'manual' })
      const headers = new Headers(answer.headers)
      for (const ofBytes of ['content-encoding', 'content-length', 'etag']) headers.delete(ofBytes)
      const isPage = headers.get('content-type')?.startsWith('text/html')
      const text = isPage && (await answer.text())
      const body = text
        ? text.replace('<head>', '$&<script src="/noted.js"></script>')
        : answer.body
      return new Response(body, { status: answer.status, headers })
    })
  const server = createAdaptorServer({ fetch: app.fetch }).listen(0, 'localhost')
  await once(server, 'listening')
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    problems: (): readonly string[] => problems,
    close: async () => {
      server.close()
      if ('closeAllConnections' in server) server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
