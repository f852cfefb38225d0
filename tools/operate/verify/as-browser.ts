import { sendRequest, errorMessage, type RawRequest, type RawResponse } from './ask.ts'

/** Returns true if a cross-origin header needs no preflight. */
const isSafelisted = (name: string, value: string) =>
  name === 'accept' || (name === 'content-type' && value === 'application/x-www-form-urlencoded')

/** Returns the lower-case headers that a preflight response does not allow. */
export function disallowedHeaders(names: readonly string[], list = ''): string[] {
  const allowed = list.toLowerCase().split(/\s*,\s*/)
  // The wildcard "*" allows every header except Authorization.
  return names.filter(
    (name) => !allowed.includes(name) && (name === 'authorization' || !allowed.includes('*')),
  )
}

/** Returns true if a preflight response allows the method. */
export function isMethodAllowed(method: string, list = ''): boolean {
  return ['GET', 'POST', ...list.split(/\s*,\s*/)].some((name) => name === '*' || name === method)
}

function corsDifferences({ headers }: Pick<RawResponse, 'headers'>, origin: string): string[] {
  const allowed = headers['access-control-allow-origin']
  if (allowed === '*' || allowed === origin) return []
  return [`Access-Control-Allow-Origin is ${allowed ?? 'missing'}, expected ${origin}`]
}

/**
 * Sends a preflight and returns the reasons to block the request.
 *
 * @param names lower-case headers that need permission
 */
export async function findPreflightDifferences(
  origin: string,
  url: URL,
  method: string,
  names: readonly string[],
): Promise<string[]> {
  const { status, headers } = await sendRequest(url.origin, url.pathname + url.search, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': names.toSorted().join(','),
    },
  })
  const missing = disallowedHeaders(names, headers['access-control-allow-headers'])
  return [
    ...(status >= 200 && status < 300 ? [] : [`status is ${status}`]),
    ...corsDifferences({ headers }, origin),
    ...(isMethodAllowed(method, headers['access-control-allow-methods'])
      ? []
      : [`${method} is not in Access-Control-Allow-Methods`]),
    ...(missing.length > 0 ? [`not in Access-Control-Allow-Headers: ${missing.join(', ')}`] : []),
  ].map((difference) => `preflight: ${difference}`)
}

/** Response that a page may read, or the reasons why browsers block it. */
export type BrowserResponse =
  { ok: true; answer: RawResponse } | { ok: false; differences: string[] }

/**
 * Requests an address as a page at `origin` does.
 *
 * @param request a GET or POST request
 */
export async function requestAsBrowser(
  origin: string,
  address: string,
  request: RawRequest,
): Promise<BrowserResponse> {
  const url = new URL(address, origin)
  const path = url.pathname + url.search
  const { method = 'GET', headers = {} } = request
  try {
    if (url.origin === origin)
      return { ok: true, answer: await sendRequest(url.origin, path, request) }
    const names = Object.keys(headers).filter((name) => !isSafelisted(name, headers[name] ?? ''))
    if (names.length > 0) {
      const differences = await findPreflightDifferences(origin, url, method, names)
      if (differences.length > 0) return { ok: false, differences }
    }
    const answer = await sendRequest(url.origin, path, {
      ...request,
      headers: { ...headers, origin },
    })
    const differences = corsDifferences(answer, origin)
    return differences.length > 0
      ? { ok: false, differences: [`status is ${answer.status}`, ...differences] }
      : { ok: true, answer }
  } catch (error) {
    return { ok: false, differences: [`no answer: ${errorMessage(error)}`] }
  }
}
