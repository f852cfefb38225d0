import type { APIRoute } from 'astro'

export const prerender = false

/**
 * `GET /readyz`: whether requests should be sent here. 200 and `{status: 'ok'}`; 503 and
 * `{status: 'stopping'}` from when the server has been asked to stop, which still answers for a while.
 */
export const GET: APIRoute = ({ locals }) => {
  const headers = { 'cache-control': 'no-store' }
  return locals.isStopping
    ? Response.json({ status: 'stopping' }, { status: 503, headers })
    : Response.json({ status: 'ok' }, { headers })
}
