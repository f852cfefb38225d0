import type { PublicConfiguration } from '../configuration/variables.ts'

/**
 * What is sent to the flag service at `base` (§7), as the client sends it.
 *
 * @param sessionId of the browser (§3); none: for nobody in particular
 */
export function flagRequestOf(
  { clientKey, appName, environment, method }: PublicConfiguration['flags'],
  base: string,
  sessionId?: string,
): { address: string; method: string; headers: Record<string, string>; body?: string } {
  const context = { ...(sessionId && { sessionId }), appName, environment }
  const headers = { authorization: clientKey, accept: 'application/json' }
  if (method === 'GET') {
    return { address: `${base}?${String(new URLSearchParams(context))}`, method, headers }
  }
  return {
    address: base,
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ context }),
  }
}
