import type { APIRoute } from 'astro'

export const prerender = false

/** Responds with 503 while draining, so that no new requests arrive. */
export const GET: APIRoute = ({ locals: { isStopping } }) =>
  Response.json(
    { status: isStopping ? 'stopping' : 'ok' },
    { status: isStopping ? 503 : 200, headers: { 'cache-control': 'no-store' } },
  )
