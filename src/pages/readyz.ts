import type { APIRoute } from 'astro'

export const prerender = false

/** Tells load balancers whether to send requests here: 503 from the moment that the server drains. */
export const GET: APIRoute = ({ locals: { isStopping } }) =>
  Response.json(
    { status: isStopping ? 'stopping' : 'ok' },
    { status: isStopping ? 503 : 200, headers: { 'cache-control': 'no-store' } },
  )
