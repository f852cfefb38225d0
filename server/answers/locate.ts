import { signedOutState } from '../../src/lib/identity/sign-in.ts'
import type { Site, StaticFile } from './site.ts'

/** Longer than any address of the portal, shorter than what proxies in front of it let through. */
const MAX_TARGET_LENGTH = 8192

export type Location =
  | { kind: 'file'; file: StaticFile }
  | { kind: 'on demand' }
  | { kind: 'proxied' }
  | { kind: 'moved'; to: string }
  /** Home, for a browser that comes back from a sign-out. */
  | { kind: 'signed out' }
  | { kind: 'missing'; language: 'nl' | 'en' }
  | { kind: 'malformed'; status: 400 | 414 }

const MALFORMED = { kind: 'malformed', status: 400 } as const

function isReadable(path: string): boolean {
  try {
    return !/[\u0000-\u001f\u007f\\]/.test(decodeURIComponent(path))
  } catch {
    return false
  }
}

/** Whether the query is that of a return from a sign-out; a provider may add to it. */
const isSignedOut = (query: string) => new URLSearchParams(query).get('state') === signedOutState

/**
 * Finds what a request's target (path and query as sent) means. An address is looked up in a table,
 * never joined to a folder, so that no spelling of `..` reaches a file. A redirect goes only to an address
 * of the site, so that no spelling of a host leads elsewhere.
 *
 * @param proxied paths at which a proxy in front of the portal answers for a service
 */
export function locate(
  site: Site,
  onDemand: ReadonlySet<string>,
  proxied: readonly string[],
  target: string,
): Location {
  if (target.length > MAX_TARGET_LENGTH) return { kind: 'malformed', status: 414 }
  if (!target.startsWith('/')) return MALFORMED
  const queryStart = target.indexOf('?')
  const path = queryStart < 0 ? target : target.slice(0, queryStart)

  if (onDemand.has(path)) return { kind: 'on demand' }
  if (path === '/' && queryStart > 0 && isSignedOut(target.slice(queryStart))) {
    return { kind: 'signed out' }
  }
  const file = site.files.get(path)
  if (file) return { kind: 'file', file }
  if (!isReadable(path)) return MALFORMED
  const address = site.aliases.get(path)
  if (address !== undefined) return { kind: 'moved', to: address + target.slice(path.length) }
  if (proxied.some((base) => path === base || path.startsWith(`${base}/`))) {
    return { kind: 'proxied' }
  }
  return { kind: 'missing', language: path === '/en' || path.startsWith('/en/') ? 'en' : 'nl' }
}
