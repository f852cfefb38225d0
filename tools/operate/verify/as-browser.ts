import { ask, type Asked, type RawAnswer } from './ask.ts'

/** Whether a page may send a header to another origin without asking first. */
const isSafelisted = (name: string, value: string) =>
  name === 'accept' || (name === 'content-type' && value === 'application/x-www-form-urlencoded')

const listed = ({ headers }: RawAnswer, name: string) =>
  String(headers[name] ?? '')
    .toLowerCase()
    .split(/\s*,\s*/)

/** Whether a page at `origin` gets to read this answer. */
function readable(answer: RawAnswer, origin: string): string[] {
  const allowed = answer.headers['access-control-allow-origin']
  if (allowed === '*' || allowed === origin) return []
  return [`Access-Control-Allow-Origin is ${allowed ?? 'missing'}, expected ${origin}`]
}

/** What keeps a browser from sending a request after it has asked whether it may. */
function refusedBy(answer: RawAnswer, origin: string, names: readonly string[]): string[] {
  const allowed = listed(answer, 'access-control-allow-headers')
  // A star is every header but this one.
  const missing = names.filter(
    (name) => !allowed.includes(name) && (name === 'authorization' || !allowed.includes('*')),
  )
  return [
    ...(answer.status >= 200 && answer.status < 300 ? [] : [`status is ${answer.status}`]),
    ...readable(answer, origin),
    ...(missing.length > 0 ? [`not in Access-Control-Allow-Headers: ${missing.join(', ')}`] : []),
  ]
}

/** What a page got to read, or why it got nothing: a line for each reason. */
export type Read = { ok: true; answer: RawAnswer } | { ok: false; differences: string[] }

/**
 * Asks for `address`, an address or a path, as a page at `origin` would: of another origin with a
 * preflight where the headers take one, and it gets to read what that origin lets it.
 *
 * @param asked a GET or POST
 */
export async function askAsBrowser(origin: string, address: string, asked: Asked): Promise<Read> {
  const url = new URL(address, origin)
  const path = url.pathname + url.search
  const { method = 'GET', headers = {} } = asked
  try {
    if (url.origin === origin) return { ok: true, answer: await ask(url.origin, path, asked) }
    const names = Object.keys(headers).filter((name) => !isSafelisted(name, headers[name] ?? ''))
    if (names.length > 0) {
      const preflight = await ask(url.origin, path, {
        method: 'OPTIONS',
        headers: {
          origin,
          'access-control-request-method': method,
          'access-control-request-headers': names.sort().join(','),
        },
      })
      const differences = refusedBy(preflight, origin, names)
      if (differences.length > 0) {
        return { ok: false, differences: differences.map((each) => `preflight: ${each}`) }
      }
    }
    const answer = await ask(url.origin, path, { ...asked, headers: { ...headers, origin } })
    const differences = readable(answer, origin)
    return differences.length > 0
      ? { ok: false, differences: [`status is ${answer.status}`, ...differences] }
      : { ok: true, answer }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    return { ok: false, differences: [`no answer: ${message || (code ?? 'none')}`] }
  }
}
