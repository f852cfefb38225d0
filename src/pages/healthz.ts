import type { APIRoute } from 'astro'

export const prerender = false

/** `GET /healthz`: answers `{status: 'ok'}` while the server takes requests, also while it stops. */
export const GET: APIRoute = () =>
  Response.json({ status: 'ok' }, { headers: { 'cache-control': 'no-store' } })
