/** Paths that the portal answers itself. */
export const ownPaths: readonly string[] = [
  ...['/connect', '/check', '/boarding', '/boarding/list', '/wizard', '/polaris'].flatMap(
    (page) => [page, `/en${page}`],
  ),
  ...['/callback', '/assets', '/config.json', '/healthz', '/readyz'],
]

/**
 * Whether a service at `base`, an address or a path, would take over addresses of the portal itself: all
 * of them, one of them, or all English ones.
 *
 * @param publicUrl the portal's own origin; null: not configured
 */
export function isOwnAddress(base: string, publicUrl: string | null): boolean {
  const isPath = base.startsWith('/')
  const isOwnOrigin = publicUrl !== null && URL.parse(base)?.origin === publicUrl
  if (!isPath && !isOwnOrigin) return false
  const path = isPath ? base : base.slice(String(publicUrl).length)
  return ownPaths.some((own) => own === path || own.startsWith(`${path}/`))
}
