import type { APIRoute } from 'astro'

export const prerender = false

/**
 * `GET /healthz`: answers `{status: 'ok'}` and the version while the server takes requests, also
 * while it stops.
 */
export const GET: APIRoute = ({ locals: { version } }) =>
  Response.json({ status: 'ok', version }, { headers: { 'cache-control': 'no-store' } })
