import type { APIRoute } from 'astro'

export const prerender = false

/** The server is alive, also while it drains: a supervisor must not kill a server that stops in order. */
export const GET: APIRoute = ({ locals: { release } }) =>
  Response.json({ status: 'ok', ...release }, { headers: { 'cache-control': 'no-store' } })
