import { referenceFrom, requestIdHeader } from './api/errors.ts'
import { callTimeout } from './limits.ts'

/** A call that reads, with `{name}` where an id of the page's address goes. */
export interface FirstCall {
  /** Path and query below the base of the product API. */
  path: string
  headers: Readonly<Record<string, string>>
}

interface Begun {
  answer: Promise<Response>
  stop: AbortController
  /** Under which it went out; null to another origin than the page's. */
  reference: string | null
  /** Milliseconds since 1970. */
  at: number
}

/** Shared by the script inside a page and the one that it loads. */
const shared = globalThis as { begunCalls?: Map<string, Begun> }

/** By what a call asks, and as whom, its answers differ. */
const nameOf = (address: string, headers: Headers) =>
  [
    address,
    ...['authorization', 'administration', 'location'].map((name) => headers.get(name)),
  ].join()

/** An id that looks the same in a path, a query and a header. */
const PLAIN = /^[\w-]+$/

/**
 * Begins a page's first calls before the code is there that makes them. Their answers are given to
 * whoever makes the same calls; nobody else sees them.
 *
 * @param base of the product API, as the configuration has it
 * @param token of the tab's session
 */
export function beginCalls(
  calls: readonly FirstCall[],
  { base, token, address }: { base: string; token: string; address: URL },
): void {
  const idOf = (_: string, name: string) => address.searchParams.get(name) ?? ''
  const texts = calls.flatMap(({ path, headers }) => [path, ...Object.values(headers)])
  const ids = texts.flatMap((text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name))
  if (!ids.every((name) => PLAIN.test(idOf('', name)))) return
  const begun = (shared.begunCalls ??= new Map<string, Begun>())
  const fill = (text: string) => text.replace(/\{(\w+)\}/g, idOf)
  for (const { path, headers } of calls) {
    const sent = new Headers({ Authorization: `Bearer ${token}` })
    for (const [name, value] of Object.entries(headers)) sent.set(name, fill(value))
    const { href, origin } = new URL(base + fill(path), address)
    const reference = origin === address.origin ? referenceFrom(crypto.randomUUID()) : null
    if (reference !== null) sent.set(requestIdHeader, reference)
    const stop = new AbortController()
    const answer = fetch(href, { headers: sent, redirect: 'manual', signal: stop.signal })
    // It is told where it is awaited, if it is.
    answer.catch(() => undefined)
    begun.set(nameOf(href, sent), { answer, stop, reference, at: Date.now() })
  }
}

/**
 * The answer to a call that was begun ahead, once; undefined where it was not, or too long ago. The
 * request gets the reference under which that went out.
 *
 * @param signal ends it, as it would a call that begins now
 */
export function takeBegun(
  asked: RequestInfo | URL,
  signal?: AbortSignal | null,
): Promise<Response> | undefined {
  if (!(asked instanceof Request) || asked.method !== 'GET') return undefined
  const name = nameOf(asked.url, asked.headers)
  const begun = shared.begunCalls?.get(name)
  shared.begunCalls?.delete(name)
  if (!begun || begun.at < Date.now() - callTimeout) return undefined
  const end = () => begun.stop.abort(signal?.reason)
  if (signal?.aborted) end()
  signal?.addEventListener('abort', end)
  if (begun.reference !== null) asked.headers.set(requestIdHeader, begun.reference)
  return begun.answer
}
