import type { APIRoute } from 'astro'
import { readPublicConfiguration } from '../lib/configuration/variables.ts'

export const prerender = false

/** Returns the public configuration (contract §2), in development from the environment. */
export const GET: APIRoute = ({ locals }) => {
  const headers = { 'cache-control': 'no-store' }
  if (locals.configuration) return Response.json(locals.configuration, { headers })
  const read = readPublicConfiguration(process.env)
  if (read.ok) return Response.json(read.configuration, { headers })
  return new Response(read.problems.join('\n'), { status: 500, headers })
}
