import type { APIRoute } from 'astro'
import { readConfiguration } from '../lib/configuration/variables.ts'

export const prerender = false

const headers = { 'cache-control': 'no-store' }

/**
 * `GET /config.json` (contract §2): a `PublicConfiguration`. The production server hands over what
 * it validated at its start; the development server has only the process's environment.
 */
export const GET: APIRoute = ({ locals }) => {
  if (locals.configuration) return Response.json(locals.configuration, { headers })
  const read = readConfiguration(process.env)
  if (read.ok) return Response.json(read.configuration, { headers })
  return new Response(read.problems.join('\n'), { status: 500, headers })
}
