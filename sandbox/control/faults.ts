import { z } from 'zod'
import { setTimeout } from 'node:timers/promises'
import type { Context, MiddlewareHandler, Next } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Sandbox, SandboxEnv } from '../sandbox.ts'

const kinds = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('status'),
    status: z.int().min(200).max(599),
    body: z.unknown().optional(),
    headers: z.record(z.string(), z.string()).default({}),
  }),
  /** Handles the call after a delay. */
  z.strictObject({ kind: z.literal('delay'), milliseconds: z.number().min(0).max(120_000) }),
  z.strictObject({ kind: z.literal('drop') }),
  z.strictObject({ kind: z.literal('malformed') }),
  /** Responds with an HTML page, as a failing proxy does. */
  z.strictObject({ kind: z.literal('html'), status: z.int().min(200).max(599).default(200) }),
  z.strictObject({ kind: z.literal('answer'), body: z.unknown() }),
  /** Handles the call, then closes the connection without a response. */
  z.strictObject({ kind: z.literal('lost') }),
  /** Replaces the status, and optionally the body, of a successful response. */
  z.strictObject({
    kind: z.literal('replaced'),
    status: z.int().min(200).max(599),
    body: z.string().optional(),
  }),
  /** Handles the call twice, like a browser that repeats a request. */
  z.strictObject({ kind: z.literal('doubled') }),
])

/** Schema of a fault to inject. */
export const faultSchema = z.strictObject({
  method: z.enum(['GET', 'POST', 'PUT', '*']),
  /** Path of the call, such as `/api/serials/serial/{id}`. `{name}` matches one segment. */
  path: z.string().startsWith('/'),
  query: z.record(z.string(), z.string()).default({}),
  /** Number of matching calls that fail, by default every call. */
  times: z.int().positive().optional(),
  /** Number of matching calls that pass before the first failure. */
  after: z.int().min(0).default(0),
  fault: kinds,
})

export type Fault = z.infer<typeof kinds>
export type InjectedFault = z.input<typeof faultSchema>

export function createPathPattern(path: string) {
  const source = path
    .split(/\{[^}/]*\}/)
    .map((literal) => literal.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('[^/]+')
  return new RegExp(`^${source}$`)
}

/** Injected faults, of which the first match applies to a call. */
export class FaultList {
  #armed: (z.output<typeof faultSchema> & { pattern: RegExp; left: number })[] = []
  /** Aborting this controller ends the injected delays of pending calls. */
  pauses = new AbortController()

  inject(fault: z.output<typeof faultSchema>): void {
    this.#armed.push({
      ...fault,
      pattern: createPathPattern(fault.path),
      left: fault.times ?? Infinity,
    })
  }

  clear(): void {
    this.#armed = []
  }

  /** Drops delayed calls, so that they cannot change restored data. */
  abandonDelays(): void {
    this.pauses.abort()
    this.pauses = new AbortController()
  }

  /** Returns the fault for a call and counts its use. */
  take(method: string, path: string, query: Readonly<Record<string, string>>): Fault | undefined {
    for (const armed of this.#armed) {
      if (armed.left === 0 || !armed.pattern.test(path)) continue
      if (armed.method !== '*' && armed.method !== method) continue
      if (Object.entries(armed.query).some(([name, value]) => query[name] !== value)) continue
      if (armed.after > 0) {
        armed.after -= 1
        continue
      }
      armed.left -= 1
      return armed.fault
    }
    return undefined
  }
}

/** Runs the remaining handlers and replaces a successful response. */
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

/**
 * Applies injected faults to calls (contract §5).
 *
 * @param take handles the second request of a doubled call
 */
export function applyFaults(
  { faults, stopping }: Sandbox,
  take: (request: Request, env: SandboxEnv['Bindings']) => Response | Promise<Response>,
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
    const { incoming, outgoing } = c.env
    switch (fault.kind) {
      case 'delay': {
        const signal = AbortSignal.any([stopping, faults.pauses.signal])
        const waited = await setTimeout(fault.milliseconds, true, { signal }).catch(() => false)
        if (waited) return next()
        incoming.socket.destroy()
        return RESPONSE_ALREADY_SENT
      }
      case 'lost':
        // Discards the response after the call was handled.
        outgoing.write = () => true
        outgoing.end = () => outgoing.destroy()
        return next()
      case 'replaced':
        return replaceTheAnswer(c, fault, next)
      case 'doubled':
        await takeAgain(c)
        return next()
      case 'drop':
        incoming.socket.destroy()
        return RESPONSE_ALREADY_SENT
      case 'status': {
        const status = fault.status as ContentfulStatusCode
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
