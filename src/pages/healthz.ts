import type { APIRoute } from 'astro'

export const prerender = false

/** Responds with 200 while draining, so supervisors keep the server running. */
export const GET: APIRoute = ({ locals: { release } }) =>
  Response.json({ status: 'ok', ...release }, { headers: { 'cache-control': 'no-store' } })
