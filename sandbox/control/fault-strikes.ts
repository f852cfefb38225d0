import { setTimeout } from 'node:timers/promises'
import type { Context, MiddlewareHandler, Next } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Sandbox, SandboxEnv } from '../sandbox.ts'

/** Lets the call run, but closes the connection where its answer would be sent. */
function loseTheAnswer({ env: { outgoing } }: Context<SandboxEnv>) {
  const close = () => outgoing.destroy()
  outgoing.write = () => true
  outgoing.end = close
}

/** Lets the call run, and replaces the answer to its success. */
async function replaceTheAnswer(
  c: Context<SandboxEnv>,
  { status, body }: { status: number; body?: string | undefined },
  next: Next,
): Promise<void> {
  await next()
  const { ok, headers } = c.res
  if (!ok) return
  const text = status === 204 ? null : (body ?? (await c.res.text()))
  c.res = new Response(text, { status, headers })
}

/** Handles a call like one that came in over the network. */
type Take = (request: Request, env: SandboxEnv['Bindings']) => Response | Promise<Response>

/**
 * Lets the injected faults strike (contract §5): before, after, or instead of the call.
 *
 * @param take handles the second run of a call that is doubled
 */
export function faultStrikes(
  { faults, stopping }: Sandbox,
  take: Take,
): MiddlewareHandler<SandboxEnv> {
  const repeated = new WeakSet<Request>()

  async function takeAgain({ req, env }: Context<SandboxEnv>): Promise<void> {
    const { method, url } = req
    const text = await req.text()
    const body = text === '' ? null : text
    const again = new Request(url, { method, headers: req.raw.headers, body })
    repeated.add(again)
    await take(again, env)
  }

  return async (c, next) => {
    if (c.req.method === 'OPTIONS' || repeated.has(c.req.raw)) return next()
    const fault = faults.take(c.req.method, c.req.path, c.req.query())
    if (!fault) return next()
    const record = c.get('record')
    if (record) record.fault = fault.kind
    switch (fault.kind) {
      case 'delay': {
        const signal = AbortSignal.any([stopping, faults.delaysAbandoned])
        const waited = await setTimeout(fault.milliseconds, true, { signal }).catch(() => false)
        if (waited) return next()
        c.env.incoming.socket.destroy()
        return RESPONSE_ALREADY_SENT
      }
      case 'lost':
        loseTheAnswer(c)
        return next()
      case 'replaced':
        return replaceTheAnswer(c, fault, next)
      case 'doubled':
        await takeAgain(c)
        return next()
      case 'drop':
        c.env.incoming.socket.destroy()
        return RESPONSE_ALREADY_SENT
      case 'status': {
        const status = fault.status as ContentfulStatusCode
        // This status has no body.
        if (fault.status === 204) return c.body(null, 204, fault.headers)
        if (typeof fault.body === 'string') return c.text(fault.body, status, fault.headers)
        const body = fault.body ?? { message: 'Fault injected by the sandbox' }
        return c.json(body, status, fault.headers)
      }
      case 'answer':
        return c.json(fault.body)
      case 'malformed':
        return c.body('{"id": 1, "name": "half of', 200, { 'content-type': 'application/json' })
      case 'html':
        return c.html(
          '<!doctype html><title>Bad gateway</title><h1>Bad gateway</h1>',
          fault.status as ContentfulStatusCode,
        )
    }
  }
}
