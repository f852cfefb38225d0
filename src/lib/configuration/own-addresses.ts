/** Paths that the portal answers itself. */
export const ownPaths: readonly string[] = [
  ...['/connect', '/check', '/boarding', '/boarding/list', '/wizard', '/polaris'].flatMap(
    (page) => [page, `/en${page}`],
  ),
  ...['/callback', '/assets', '/config.json', '/healthz', '/readyz'],
]

/** Hosts of this machine. */
export const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/

/**
 * Whether what is at `address`, which may be a path, would take over addresses of the portal itself: all of
 * them, one of them, or all English ones.
 *
 * @param publicUrl the portal's own origin; null: not configured
 */
export function isOwnAddress(address: string, publicUrl: string | null): boolean {
  const here = publicUrl ?? 'http://portal.invalid'
  const url = URL.parse(address, here)
  if (url?.origin !== here) return false
  const path = url.pathname.replace(/\/+$/, '')
  return ownPaths.some((own) => own === path || own.startsWith(`${path}/`))
}

/** Whether browsers keep a page at `publicUrl` from calling `address`: it is not encrypted, and the page is. */
export function isBlocked(address: string, publicUrl: string | null): boolean {
  const url = URL.parse(address)
  if (url?.protocol !== 'http:' || publicUrl?.startsWith('https:') !== true) return false
  return !LOOPBACK.test(url.hostname)
}
