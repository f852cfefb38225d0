import type { APIRoute } from 'astro'

export const prerender = false

/** Responds with 200 even while the server drains, so that a supervisor does not kill it. */
export const GET: APIRoute = ({ locals: { release } }) =>
  Response.json({ status: 'ok', ...release }, { headers: { 'cache-control': 'no-store' } })
