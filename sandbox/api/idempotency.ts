import type { MiddlewareHandler } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { z } from 'zod'
import { insertRow, selectFirstRow } from '../database/database.ts'
import type { Sandbox, SandboxEnv } from '../sandbox.ts'
import { throwRefusal } from './request.ts'

const answerRow = z.object({
  request_body: z.string(),
  status: z.number(),
  content_type: z.string().nullable(),
  body: z.string(),
})

/** Repeats a key's first response, and refuses changed bodies with 422. */
export function createIdempotencyMiddleware({ db }: Sandbox): MiddlewareHandler<SandboxEnv> {
  const running = new Map<string, Promise<void>>()
  return async (c, next) => {
    const key = c.req.header('idempotency-key')
    if (!key) return next()
    const call = `${c.req.method} ${c.req.path}`
    const requestBody = await c.req.text()
    const operation = `${key} ${call}`
    // Waits for the response to the first request with this key.
    while (running.has(operation)) await running.get(operation)
    const sql = 'SELECT * FROM idempotent_answers WHERE key = ? AND call = ?'
    const first = selectFirstRow(db, answerRow, sql, key, call)
    if (first) {
      if (first.request_body !== requestBody)
        throwRefusal(422, 'This Idempotency-Key was used with another body')
      const type = first.content_type ?? 'application/json'
      const status = first.status as ContentfulStatusCode
      return c.body(first.body, status, { 'content-type': type, 'idempotency-replayed': 'true' })
    }
    const { promise, resolve } = Promise.withResolvers<undefined>()
    running.set(operation, promise)
    try {
      await next()
      // Failed responses are not stored, because clients may correct the call.
      if (c.res.ok)
        insertRow(db, 'idempotent_answers', {
          key,
          call,
          request_body: requestBody,
          status: c.res.status,
          content_type: c.res.headers.get('content-type'),
          body: await c.res.clone().text(),
        })
    } finally {
      running.delete(operation)
      resolve(undefined)
    }
  }
}
