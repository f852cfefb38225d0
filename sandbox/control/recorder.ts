import type { MiddlewareHandler } from 'hono'
import { realmPath } from '../portal-environment.ts'
import type { Sandbox, SandboxEnv } from '../sandbox.ts'

const tokenPath = `${realmPath}/protocol/openid-connect/token`

/** The body of the call; Hono keeps the text, so that routes can read it again. */
async function recordedBody(text: Promise<string>): Promise<unknown> {
  const body = await text
  if (body === '') return null
  try {
    return JSON.parse(body)
  } catch {
    return body
  }
}

/** Writes down what browsers ask before they let a page of another origin make its call. */
export function preflightRecorder({ requests }: Sandbox): MiddlewareHandler<SandboxEnv> {
  return async (c, next) => {
    const wanted = c.req.header('access-control-request-method')
    if (c.req.method === 'OPTIONS' && wanted !== undefined) {
      requests.addPreflight(`${wanted} ${c.req.path}`)
    }
    await next()
  }
}

/** Writes down every call that a product makes; preflights are the browser's and are left out. */
export function recorder({ requests }: Sandbox): MiddlewareHandler<SandboxEnv> {
  return async (c, next) => {
    const { method, path } = c.req
    if (method === 'OPTIONS') return next()
    // The token endpoint's body holds secrets, and oidc-provider reads that stream itself.
    const body = path === tokenPath ? null : await recordedBody(c.req.text())
    const headers = { ...c.req.header() }
    if (headers.authorization !== undefined)
      headers.authorization = headers.authorization.replace(/^(\S+) .*$/, '$1 …')
    delete headers.cookie
    const record = requests.add({
      method,
      path,
      query: c.req.query(),
      headers,
      body,
      status: null,
      fault: null,
      startedAt: performance.now(),
      finishedAt: null,
    })
    c.set('record', record)
    await next()
    record.finishedAt = performance.now()
    if (record.fault !== 'drop' && record.fault !== 'lost')
      record.status = path === tokenPath ? c.env.outgoing.statusCode : c.res.status
  }
}
