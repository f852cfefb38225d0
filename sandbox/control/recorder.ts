import type { MiddlewareHandler } from 'hono'
import { realmPath } from '../portal-environment.ts'
import type { Sandbox, SandboxEnv } from '../sandbox.ts'

export interface RecordedRequest {
  method: string
  path: string
  query: Record<string, string>
  /** Request headers, with only the scheme of the Authorization header. */
  headers: Record<string, string>
  /** Request body, parsed if it is JSON. */
  body: unknown
  status: number | null
  fault: string | null
  /** Start of the request in fractional milliseconds since the sandbox started. */
  startedAt: number
  finishedAt: number | null
}

/** Limits the memory of a long-running sandbox. */
const limit = 5000

function keep<Kept>(list: Kept[], added: Kept): void {
  list.push(added)
  if (list.length > limit) list.shift()
}

const tokenPath = `${realmPath}/protocol/openid-connect/token`

function parsed(text: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text)
  } catch {
    return text
  }
}

/** Records the preflight requests of browsers. */
export function recordPreflights({ preflights }: Sandbox): MiddlewareHandler<SandboxEnv> {
  return async (c, next) => {
    const wanted = c.req.header('access-control-request-method')
    if (c.req.method === 'OPTIONS' && wanted !== undefined) {
      keep(preflights, `${wanted} ${c.req.path}`)
    }
    await next()
  }
}

/** Records every call except preflight requests. */
export function recordRequests({ requests }: Sandbox): MiddlewareHandler<SandboxEnv> {
  return async (c, next) => {
    const { method, path } = c.req
    if (method === 'OPTIONS') return next()
    // Skips the secret body of token requests, because oidc-provider has to read it.
    const body = path === tokenPath ? null : parsed(await c.req.text())
    const headers = { ...c.req.header() }
    if (headers.authorization !== undefined)
      headers.authorization = headers.authorization.replace(/^(\S+) .*$/, '$1 …')
    delete headers.cookie
    const record: RecordedRequest = {
      method,
      path,
      query: c.req.query(),
      headers,
      body,
      status: null,
      fault: null,
      startedAt: performance.now(),
      finishedAt: null,
    }
    keep(requests, record)
    c.set('record', record)
    await next()
    record.finishedAt = performance.now()
    if (record.fault !== 'drop' && record.fault !== 'lost')
      record.status = path === tokenPath ? c.env.outgoing.statusCode : c.res.status
  }
}
