import type { APIRoute } from 'astro'

export const prerender = false

/**
 * `GET /healthz`: answers `{status: 'ok'}`, version and build while the server takes requests, also
 * while it stops.
 */
export const GET: APIRoute = ({ locals: { release } }) =>
  Response.json({ status: 'ok', ...release }, { headers: { 'cache-control': 'no-store' } })
